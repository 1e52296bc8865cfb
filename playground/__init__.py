"""Telegram on your desk: a strict local Bot API server with a chat page."""
