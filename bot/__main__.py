"""`python -m bot` is `papergram`."""

from bot.cli import main

if __name__ == "__main__":
    main()
