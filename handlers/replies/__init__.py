"""What the bot replies with: cards, buttons and texts."""
