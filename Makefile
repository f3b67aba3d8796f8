# The two commands of Kibitz. Each sets up all it needs.
#   make play   the table in the browser: sit down against bots, or watch them
#   make test   ruff, mypy and all tests; some of them drive a real browser

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test format docs clean

play: $(VENV)/installed
	@$(BIN)/kibitz table

test: $(VENV)/installed-dev $(VENV)/chromium
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -X dev -m pytest --numprocesses auto --dist worksteal

# Bring the source and the generated pages into shape.
format: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/installed-dev $(VENV)/chromium
	$(BIN)/python -m kibitz.recycle > docs/reference.md
	$(BIN)/python tests/front_door.py > docs/api.md
	$(BIN)/python tests/documents.py
	$(BIN)/python -m pytest tests/browser --pictures docs/pictures

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[table]'
	@touch $@

$(VENV)/installed-dev: $(BIN)/python pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/installed

# A browser for the tests, from Debian's packages; one that is there already will do.
$(VENV)/chromium: $(BIN)/python
	@command -v chromium >/dev/null || { \
	  echo "installing chromium (Debian's packages)"; \
	  root=; [ "$$(id -u)" = 0 ] || root=sudo; \
	  $$root apt-get update -qq && \
	  DEBIAN_FRONTEND=noninteractive $$root apt-get install -y -qq --no-install-recommends \
	    chromium fonts-dejavu-core >/dev/null; }
	@touch $@
