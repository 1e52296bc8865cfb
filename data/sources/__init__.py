"""Where papers come from: one importer a module."""
