# The few commands a person types. `make help` lists them.
# Everything happens inside .venv; only python3 (3.11 or newer, with venv), make and git are needed beforehand.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
CONFORMANCE := tests/conformance
CLIENTS := tests/agents/clients
PROTOCOL := tests/agents/conformance
GALLERY := tests/gallery
PARALLEL := -n auto --maxprocesses 4 --dist worksteal

# Tests start hundreds of processes. Where byte code is not kept, each of them compiles the program again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo test lint types slow clients editors browser conformance parity gallery bench plain mistakes soak manual fuzz protocol clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The demo site holds one page with mistakes, so the check ends with status 1 here, as it should.
demo: .venv/.installed ## install, check the example site, show what was found and what its plan says
	@$(BIN)/refrakt --cwd examples/site check || [ $$? -eq 1 ]
	@$(BIN)/refrakt --cwd examples/site detect
	@$(BIN)/refrakt --cwd examples/site plan status
	@$(BIN)/refrakt --cwd examples/plain check || [ $$? -eq 1 ]

# The types are checked while the tests run, which wait for processes now and then.
test: .venv/.tested lint ## install, check format and lint, check types, run the tests
	@$(BIN)/mypy >.venv/mypy.log 2>&1 & mypy=$$!; \
	$(BIN)/python -m pytest $(PARALLEL) $(PYTEST); tests=$$?; \
	wait $$mypy; types=$$?; echo "mypy:"; cat .venv/mypy.log; \
	[ $$tests -eq 0 ] && [ $$types -eq 0 ]

lint: .venv/.tested ## ruff: format and lint
	$(BIN)/ruff format --check --output-format concise server tests
	$(BIN)/ruff check --output-format concise server tests

types: .venv/.tested ## mypy in strict mode
	$(BIN)/mypy

conformance: .venv/.tested ## compare with the reference engine (needs node and npm)
	@if command -v node >/dev/null && command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory $(CONFORMANCE)/node_modules/.installed && $(BIN)/python -m pytest -m conformance $(CONFORMANCE) tests/runes; \
	else \
		echo "conformance: skipped, because node and npm are not installed"; \
	fi

parity: .venv/.tested ## compare rendered pages with recordings of the reference: make parity SHARED=FOLDER (../shared)
	@PYTHONPATH=tests $(BIN)/python -m parity $(or $(SHARED),../shared)

gallery: .venv/.tested ## our sample of each rune in a real browser (needs node, npm and Chromium): make gallery CHROMIUM=PATH
	@browser=$(or $(CHROMIUM),$$(command -v chromium || command -v chromium-browser || command -v google-chrome)); \
	if [ -n "$$browser" ] && command -v node >/dev/null && command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory $(GALLERY)/node_modules/.installed && \
		PYTHONPATH=tests $(BIN)/python -m gallery .venv/gallery && node $(GALLERY)/gallery.mjs .venv/gallery "$$browser"; \
	else \
		echo "gallery: skipped, because node, npm or Chromium are not installed"; \
	fi

slow: .venv/.tested ## real processes: editors that die, agents that follow
	$(BIN)/python -m pytest -m slow $(PARALLEL) $(PYTEST)

clients: .venv/.tested ## third-party MCP clients against the server (needs node and npm)
	@if command -v node >/dev/null && command -v npm >/dev/null; then \
		$(MAKE) --no-print-directory $(CLIENTS)/node_modules/.installed && $(BIN)/python -m pytest -m clients tests/agents; \
	else \
		echo "clients: skipped, because node and npm are not installed"; \
	fi

protocol: .venv/.tested ## the public conformance suite of MCP (needs npm packages; fetches node 22 where it is missing)
	@if node=$$($(PROTOCOL)/prepare.sh | tail -n 1) && [ -n "$$node" ]; then \
		REFRAKT_NODE=$$node $(BIN)/python -m pytest -m protocol tests/agents/test_conformance.py; \
	else \
		echo "protocol: skipped, because node 22 or the suite cannot be installed"; \
	fi

editors: .venv/.tested ## try the plugins in real editors, fetched into .venv/editors
	tests/editors/prepare.sh
	$(BIN)/python -m pytest -m editors tests/editors -n 2 --dist worksteal $(PYTEST)

browser: .venv/.tested ## try the preview in a real browser (needs Chromium)
	$(PIP) --editable '.[test,browser]'
	$(BIN)/python -m pytest -m browser tests/browser tests/security

bench: .venv/.tested ## measure time and memory
	$(BIN)/python -m pytest -m bench tests tests/link/bench_relay.py --benchmark-timer=time.process_time --benchmark-columns=min,median,rounds

plain: .venv/.tested ## check real Markdoc sites: make plain SITES=FOLDER, with a checkout in each folder of FOLDER
	PYTHONPATH=tests $(BIN)/python tests/bench/plain_sites.py $(or $(SITES),../sites) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

mistakes: .venv/.tested ## seed mistakes and score how they are reported and fixed: make mistakes CORPUS=FOLDER (../shared/corpus/refrakt)
	PYTHONPATH=tests $(BIN)/python -m mistakes
	PYTHONPATH=tests $(BIN)/python -m mistakes --correct
	@corpus=$(or $(CORPUS),../shared/corpus/refrakt); [ ! -d $$corpus ] || PYTHONPATH=tests $(BIN)/python -m mistakes --corpus $$corpus

soak: .venv/.tested ## edit for five minutes with an agent and disk changes beside it, and measure
	$(BIN)/python tests/bench/soak.py $(if $(MINUTES),--minutes $(MINUTES))

manual: .venv/.tested ## write the pages of the manual that are made from the code
	PYTHONPATH=tests $(BIN)/python -m manual
	PYTHONPATH=tests $(BIN)/python -m forge.tools_page

fuzz: .venv/.tested ## long random runs
	$(BIN)/python -m pytest -m fuzz

clean: ## remove what these commands made
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks dist $(CONFORMANCE)/node_modules $(CLIENTS)/node_modules $(PROTOCOL)/node_modules $(GALLERY)/node_modules vscode-extension/node_modules vscode-extension/dist vscode-extension/wheels vscode-extension/wheels.cache vscode-extension/*.vsix
	find server tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The two stamps are older than the files that say what to install whenever there is something to install.
.venv/.installed: pyproject.toml constraints.txt
	@$(venv)
	$(PIP) --editable .
	@touch $@

.venv/.tested: pyproject.toml constraints.txt
	@$(venv)
	$(PIP) --editable '.[test]'
	@touch .venv/.installed $@

$(CONFORMANCE)/node_modules/.installed: $(CONFORMANCE)/package.json $(CONFORMANCE)/package-lock.json
	cd $(CONFORMANCE) && npm ci --no-audit --no-fund --no-update-notifier --loglevel error --cache $(CURDIR)/.venv/npm
	@touch $@

$(CLIENTS)/node_modules/.installed: $(CLIENTS)/package.json $(CLIENTS)/package-lock.json
	cd $(CLIENTS) && npm ci --no-audit --no-fund --no-update-notifier --loglevel error --cache $(CURDIR)/.venv/npm
	@touch $@

$(GALLERY)/node_modules/.installed: $(GALLERY)/package.json $(GALLERY)/package-lock.json
	cd $(GALLERY) && npm ci --no-audit --no-fund --no-update-notifier --loglevel error --cache $(CURDIR)/.venv/npm
	@touch $@

define venv
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "refrakt needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>/dev/null || echo missing)."; \
		echo "Name another one: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }; \
	$(PYTHON) -m venv .venv || { \
		echo "$(PYTHON) cannot make a virtual environment; on Debian and Ubuntu its 'venv' package is missing."; exit 1; }
endef
