# The two commands of Kibitz. Each sets up all it needs.
#   make play   a game against bots in the terminal
#   make test   ruff, mypy and all tests

PYTHON ?= python3
GAME ?= agram
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test format docs clean

play: $(VENV)/installed
	@$(BIN)/kibitz play $(GAME)

test: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -X dev -m pytest --numprocesses auto --dist worksteal

# Bring the source and the generated pages into shape.
format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/installed
	$(BIN)/python -m kibitz.recycle > docs/reference.md
	$(BIN)/python tests/documents.py

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/installed
