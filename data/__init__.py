"""What the bot knows: store, search, article readers, the shipped catalogue. Nothing of Telegram."""
