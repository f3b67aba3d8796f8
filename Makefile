# The commands of Kibitz. Each sets up all it needs.
#   make play         the table in the browser: sit down against bots, or watch them
#   make test         ruff, mypy and all tests; some of them drive a real browser, or attack a sandbox
#   make test-quick   the same without the slow tests: a minute or so, for use while you work

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# Two more than there are cores: many tests wait, for a browser or for processes they have started.
WORKERS = $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 2)')
PYTEST = -m pytest --numprocesses $(WORKERS) --dist worksteal

# Tests start hundreds of processes: none of them should have to compile all of Kibitz from its source.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-quick checks format docs clean

play: $(VENV)/installed
	@$(BIN)/kibitz table

test: checks $(VENV)/chromium
	$(BIN)/python -X dev $(PYTEST)

test-quick: checks
	$(BIN)/python $(PYTEST) -m "not slow"

checks: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Bring the source and the generated pages into shape.
format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The pages that are made from the source; and a catalogue of the house games, in build/catalogue (not kept in git).
docs: $(VENV)/installed-dev $(VENV)/chromium
	$(BIN)/python -m kibitz.recycle > docs/reference.md
	$(BIN)/python -m kibitz.engine > docs/sheets.md
	$(BIN)/python tests/front_door.py > docs/api.md
	$(BIN)/python tests/games_page.py
	$(BIN)/python tests/documents.py
	$(BIN)/python -m pytest tests/browser --pictures docs/pictures
	$(BIN)/kibitz analyse --all --effort quick --out build/catalogue

clean:
	rm -rf build $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[table,logic,report]'
	@touch $@

$(VENV)/installed-dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/installed

# A browser and a sandbox for the tests, from Debian's packages; those that are there already will do.
$(VENV)/chromium: $(BIN)/python
	@{ command -v chromium && command -v bwrap; } >/dev/null || { \
	  echo "installing chromium and bubblewrap (Debian's packages)"; \
	  root=; [ "$$(id -u)" = 0 ] || root=sudo; \
	  $$root apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq --no-install-recommends \
	    chromium fonts-dejavu-core bubblewrap >/dev/null; }
	@touch $@
