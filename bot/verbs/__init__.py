"""What the command line's verbs do; `bot/cli.py` names them and reads their options."""
