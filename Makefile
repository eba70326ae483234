# One command sets up, one checks, one tests; the same in CI. Everything lives in .venv; nothing is installed elsewhere.
PYTHON ?= python3
BIN := .venv/bin
# Tests run side by side: threads for matrices would only wait for one another.
ALONE := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1

.PHONY: setup studio studio-check types browser platforms demo test test-fast check serve bench train-ear train-readers measure-ear measure-ear-sets measure-care measure-lines docs lock clean

setup: .venv/.ready

.venv/.ready: requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Dramaturg needs Python 3.11 or later: make PYTHON=python3.12 setup"; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	HATCH_BUILD_NO_HOOKS=true $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

# The studio's pages, built into the package. Node comes with the dependencies; nobody needs one of their own.
studio: setup
	@$(BIN)/python web/build.py

# Types, and the tests of whatever in the pages is pure logic.
studio-check: setup
	@$(BIN)/python web/build.py run --silent check
	@$(BIN)/python web/build.py run --silent test

# What the pages know of the API, from what the API says of itself.
types: setup
	$(BIN)/python -m dramaturg.api.schema > web/openapi.json
	$(BIN)/python web/build.py exec --yes --package typescript@5.9 --package openapi-typescript@7.13 -- \
		openapi-typescript openapi.json --output src/api/schema.d.ts

demo: setup
	@$(BIN)/dramaturg demo

# The page is tested in a real browser: one that is here, else Debian's, else the one that Playwright fetches.
browser: setup
	@command -v chromium || command -v chromium-browser || command -v google-chrome \
		|| (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core >/dev/null) \
		|| $(BIN)/playwright install chromium

# The learning platforms that exported games are played in, for tests only.
platforms: setup
	@$(BIN)/python web/build.py --fetch tests/engines/games/exports/platforms

test: setup studio browser platforms check
	$(ALONE) $(BIN)/python -m pytest -n 4 --dist worksteal

test-fast: setup
	$(ALONE) $(BIN)/python -m pytest -n 3 --dist worksteal -m "not slow"

check: setup studio-check
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/vulture

serve: setup studio
	$(BIN)/dramaturg serve

# Peers for comparison are installed beside the project, never into it. One benchmark: make bench ONLY=walker
bench: .venv-bench/.ready
	@.venv-bench/bin/python -m bench $(ONLY)

# Needs the public sets (DATA_ROOT, or ../shared/data); an accelerator is used where there is one. Some steps only: make train-ear WITH="--only export fit"
train-ear: .venv-train/.ready
	@.venv-train/bin/python -m training.ear $(WITH)

# The heads of the readers of lines, and the thresholds of the embedders.
train-readers: .venv-bench/.ready
	@.venv-bench/bin/python -m training

measure-ear: setup
	@$(BIN)/python -m bench.ear

# What becomes of danger, and of what looks like it, as whole turns. Other rows: make measure-care ROWS=FOLDER
measure-care: setup
	@$(BIN)/python -m bench.care $(ROWS)

# What becomes of good and of bad lines as a strong model would write them. Other rows: make measure-lines ROWS=FOLDER
measure-lines: setup
	@$(BIN)/python -m bench.lines $(ROWS)

# Needs the public sets, and what `make train-ear` left in dist/ear.
measure-ear-sets: .venv-bench/.ready
	@.venv-bench/bin/python -m bench.ear_sets dist/ear training/rows training/rows/acknowledgement.jsonl

.venv-bench/.ready: requirements/bench.txt pyproject.toml
	$(PYTHON) -m venv .venv-bench
	.venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	HATCH_BUILD_NO_HOOKS=true .venv-bench/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

.venv-train/.ready: requirements/bench.txt requirements/train.txt pyproject.toml
	$(PYTHON) -m venv .venv-train
	.venv-train/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/bench.txt
	.venv-train/bin/python -m pip install --quiet --disable-pip-version-check -r requirements/train.txt
	HATCH_BUILD_NO_HOOKS=true .venv-train/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --editable .
	@touch $@

docs: setup studio
	$(BIN)/python docs/make_schemas.py
	$(BIN)/python docs/make_faults.py
	$(BIN)/python docs/make_defects.py
	$(BIN)/python docs/make_pictures.py

# Needs uv; writes no registry address.
lock:
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-strip-extras --no-header --quiet \
		--extra postgres --extra anthropic --extra google --group dev pyproject.toml -o requirements/dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-strip-extras --no-header --quiet \
		--group bench -c requirements/dev.txt -o requirements/bench.txt pyproject.toml

clean:
	rm -rf .venv .venv-bench .venv-train .mypy_cache .ruff_cache .pytest_cache .hypothesis dist
