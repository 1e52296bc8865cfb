# The two commands of a newcomer: `make try` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
ARGS ?=
WORKERS ?= 2
CORPUS ?= ../shared/corpus

.PHONY: try run test check bench bench-search clean

try: $(VENV)/.installed  ## a local chat room with the bot in it: no token; once installed, no network
	$(BIN)/papergram try $(ARGS)

run: $(VENV)/.installed  ## the bot on the real Telegram; needs PAPERGRAM_TOKEN
	$(BIN)/papergram run $(ARGS)

test: $(VENV)/.installed-dev  ## every test
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile $(ARGS)

check: $(VENV)/.installed-dev  ## lint, format, types, import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev  ## times, as ratios to a baseline of the same run
	$(BIN)/python -m pytest -q -s tests/benchmarks -o addopts="--import-mode=importlib" $(ARGS)

bench-search: $(VENV)/.installed-dev  ## search at 100,000 papers beside other engines: make bench-search CORPUS=FOLDER
	$(BIN)/python -m tests.benchmarks.corpus $(CORPUS) $(ARGS)

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(0 if (3, 11) <= sys.version_info[:2] <= (3, 13) else "Papergram needs Python 3.11 to 3.13: make PYTHON=python3.12 …")'
	@echo "Installing Papergram into $(VENV), once: about a minute."
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

clean:  ## the environment and caches
	rm -rf $(VENV) .mypy_cache .ruff_cache .hypothesis .import_linter_cache
