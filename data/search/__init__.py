"""How `data/index.py` finds: plan, steps from strict to lenient, recall by FTS5, judgement of the best."""
