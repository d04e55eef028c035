# `make` alone lists the targets. Each one sets up what it needs, in .venv/ of this folder.
PYTHON ?= python3

BIN := .venv/bin
RUN := $(BIN)/python -m
PIP := $(RUN) pip --disable-pip-version-check install -qq
RULES := tests/games ruleset variants

# What `make check` tries, as measured: folders that answer soon, without the few tests in them that take half the time.
FAST := $(addprefix tests/,text system language rulebook gameplay play house) \
        $(addprefix tests/engine/,run secrecy explain)
SLOW := $(addprefix tests/language/, test_grammar.py test_mangled.py \
            test_formatter.py::test_comments_stay_wherever_they_are_put \
            test_formatter.py::test_empty_lines_never_change_the_meaning) \
        $(addprefix tests/rulebook/, test_hostile.py test_digest.py \
            checks/test_lint.py::test_our_games_give_no_warning) \
        $(addprefix tests/play/, test_board.py test_prompt.py::test_elsewhere_asks_other_editions_and_options) \
        $(addprefix tests/engine/, run/test_program.py::test_a_missing_home_works \
            secrecy/test_view.py::test_refusals_and_answers_give_nothing_away) \
        tests/system/test_console.py tests/house/test_wheel.py

# The browser that the site is tested in, and how its packages are installed: by root, or where sudo asks for nothing.
HAS_BROWSER := command -v chromium >/dev/null && command -v chromedriver >/dev/null
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq -y

# The stamp holds the folder that it was made in: an environment does not survive a move.
STAMP := .venv/.crex-setup
MADE_HERE := $(if $(wildcard $(STAMP)),$(shell test "$$(cat $(STAMP))" = "$(CURDIR)" && echo yes))

# Byte code is kept, whatever the environment says: the tests begin hundreds of processes, and each would compile crex.
export PYTHONDONTWRITEBYTECODE :=

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo check test test-site browser bench matches soak serve docs setup lint types imports rules messages fmt clean FORCE

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s%s\n", $$1, $$2 }' Makefile

demo: $(STAMP) ## the main job: a clause in two editions, a battle played, refused, saved and resumed, two editions compared
	@$(BIN)/crex editions
	@echo; $(BIN)/crex clause storm-exit
	@echo; $(BIN)/crex clause storm-exit -e polish
	@$(BIN)/python tests/demo.py
	@mkdir -p build
	@echo; $(BIN)/crex compare english polish --games 6 --report build/demo.html

check: lint types imports rules ## within a minute: style, types, layers, layout of the rule files, the fast tests
	$(RUN) pytest -n auto --dist worksteal --benchmark-disable $(FAST) \
	    $(addprefix --ignore=,$(filter %.py,$(SLOW))) $(addprefix --deselect=,$(filter-out %.py,$(SLOW)))

test: lint types imports rules ## check everything: style, types, layers, rule files, tests
	$(RUN) pytest -n auto --dist worksteal --benchmark-disable --ignore=tests/bench --ignore=tests/browser

test-site: browser $(STAMP) ## build the site and try it in a browser, which is installed where that may be done
	$(BIN)/crex docs build --out build/site
	$(RUN) pytest -n auto tests/browser -m browser

bench: $(STAMP) ## measure speed and memory: one table
	@$(RUN) tests.bench.table

matches: $(STAMP) ## bots against each other, gone on with where it was stopped: who is better, and what their orders are good for
	@$(RUN) tests.lab.matches

soak: $(STAMP) ## a million random games, long matches between bots, and every test that takes too long
	@CREX_CACHE= CREX_NATIVE=guarded $(RUN) tests.conformance.million
	CREX_NATIVE=guarded $(RUN) pytest -n auto --dist worksteal --benchmark-disable -m soak

serve: $(STAMP) ## tables in the browser, at http://127.0.0.1:8000/
	@$(BIN)/crex serve

docs: $(STAMP) ## build the rulebooks and the guides into site/
	@$(BIN)/crex docs build

lint: $(STAMP) ## style of the Python code
	$(RUN) ruff check
	$(RUN) ruff format --check

types: $(STAMP) ## types of the Python code
	$(RUN) mypy --strict crex_dsl

imports: $(STAMP) ## each layer knows only those before it
	$(BIN)/lint-imports --no-logo

rules: $(STAMP) ## layout of the rule files
	$(BIN)/crex fmt --check $(RULES)

messages: $(STAMP) ## record what the code says in the catalogues of crex_dsl/text/po; ROWS=FILE takes in a table
	@$(RUN) tests.text.catalogue $(ROWS)

fmt: $(STAMP) ## put Python code and rule files in shape
	$(RUN) ruff check --fix
	$(RUN) ruff format
	$(BIN)/crex fmt $(RULES)

browser:
	@{ $(HAS_BROWSER); } || ! command -v apt-get >/dev/null || { \
	    if [ "$$(id -u)" = 0 ]; then sudo=; elif sudo -n true 2>/dev/null; then sudo="sudo -n"; else exit 0; fi; \
	    echo "Installing chromium and chromium-driver (only once) ..."; \
	    { $$sudo env $(APT) update && $$sudo env $(APT) install --no-install-recommends chromium chromium-driver; } \
	        >/dev/null 2>&1 || true; }
	@{ $(HAS_BROWSER); } || { \
	    echo "The site is tested in a browser, and there is none: install the packages chromium and chromium-driver (Debian) and run make test-site again." >&2; exit 1; }

setup: $(STAMP) ## only make the environment
	@:

clean: ## remove the environment, builds and caches
	rm -rf .venv build dist site .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks
	find crex_dsl tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): requirements.txt pyproject.toml $(if $(MADE_HERE),,FORCE)
	@$(PYTHON) -c '' 2>/dev/null || { \
	    echo "crex needs Python 3.11 or newer, and '$(PYTHON)' does not run: install the package python3, or name another with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo "crex needs Python 3.11 or newer, and '$(PYTHON)' is older: install the package python3.11 or a later one and name it with make PYTHON=python3.11." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "crex needs Python's venv module: install the package python3-venv (Debian, Ubuntu) and run make again." >&2; exit 1; }
	@echo "Setting up .venv (only once) ..."
	@test -n "$(MADE_HERE)" && $(RUN) pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear .venv
	@$(PIP) -r requirements.txt && $(PIP) --no-deps --no-build-isolation -e . || { \
	    echo "crex could not install the packages of requirements.txt: check the network and run make again." >&2; exit 1; }
	@echo "$(CURDIR)" > $@

FORCE:
