"""The conversation: one module per command family."""
