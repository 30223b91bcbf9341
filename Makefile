# The commands of the project. `make` without arguments lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules --no-print-directory

RUN := scripts/with-env
STEP := scripts/step
NPM_WEB := $(RUN) npm --prefix web --silent run

##@ Daily

.PHONY: help
help: ## List these commands
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  \033[1m%-12s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo

.PHONY: dev
dev: setup services ## Run the whole shop and apply every source change
	@$(RUN) node scripts/dev.mjs

.PHONY: check
check: ## All checks before a commit: format, lint, supply chain, generated files, tests
	@scripts/check

.PHONY: e2e
e2e: setup services ## Browser tests against a separate shop; ARGS='--grep cart' runs some
	@$(RUN) scripts/e2e $(ARGS)

.PHONY: screens
screens: setup services ## Screenshots of every screen, 390 and 1280 px wide, into e2e/screens
	@E2E_SCREENS=1 $(RUN) scripts/e2e $(ARGS)

.PHONY: schemathesis
schemathesis: setup services ## Send the Store API requests made from its own description; needs python3-venv
	@$(RUN) scripts/schemathesis $(ARGS)

.PHONY: faults
faults: setup ## Inject faults under load, then check money and stock; ARGS='rush --rounds 20' runs one, SIZES='--count 500' all, NIGHTLY=1 a night
	@$(if $(NIGHTLY),scripts/nightly $(ARGS),$(if $(ARGS),scripts/faults $(ARGS),scripts/faults merge $(SIZES) && scripts/faults full))

.PHONY: refusals
refusals: setup services ## Send every endpoint what it must refuse, and random requests; BODIES=300 SEED=1 ONLY=cart
	@$(NPM_WEB) build
	@MATJAR_REFUSALS_BODIES=$(or $(BODIES),10000) $(if $(SEED),MATJAR_REFUSALS_SEED=$(SEED)) \
	  $(if $(ONLY),MATJAR_REFUSALS_ONLY=$(ONLY)) \
	  $(RUN) cargo test --workspace --locked --test it -- refusals:: --nocapture --test-threads=1

.PHONY: bench
bench: setup ## Measure against bare nginx, bare React and bare PostgreSQL; ARGS=--no-lighthouse: no browser
	@scripts/bench $(ARGS)

.PHONY: release
release: ## Packages, checksums and bill of materials into release/; CHECK=1 builds twice and compares
	@scripts/release $(if $(CHECK),--check)

.PHONY: rolling
rolling: setup services ## Replace OLD by NEW (programs) behind HAProxy under load, and go back
	@scripts/rolling $(OLD) $(NEW) $(REQUESTS)
.PHONY: cluster
cluster: setup ## The shop on five machines, on this one: databases, caches, balancers; ARGS=down, status, faults, destroy
	@[ -n "$(ARGS)" ] || { cargo build --workspace --locked --quiet; $(NPM_WEB) build; }
	@scripts/cluster $(or $(ARGS),up)

.PHONY: drill
drill: setup ## Restore the shop from its backups under load, and compare; ARGS='--gigabytes 10'
	@scripts/drill $(ARGS)

##@ Data

.PHONY: services
services: ## Start the project's own PostgreSQL and Redis; install them if missing
	@scripts/services up

.PHONY: migrate
migrate: services ## Migrate the database to the newest schema
	@$(RUN) scripts/built matjar migrate

.PHONY: seed
seed: migrate ## Rebuild the demo shop; PRODUCTS=1000000 adds a large catalogue
	@$(RUN) scripts/built matjar seed $(if $(PRODUCTS),--products $(PRODUCTS))

.PHONY: reset
reset: ## Delete the data and rebuild the demo shop
	@scripts/services reset
	@$(MAKE) seed

.PHONY: stop
stop: ## Stop PostgreSQL and Redis; the data stays
	@scripts/services down

##@ Code

.PHONY: setup
setup: ## Fetch what the build needs: compiler, Node, packages, crates
	@scripts/setup

.PHONY: format
format: setup ## Format all source files
	@cargo fmt --all
	@$(NPM_WEB) format

.PHONY: types
types: ## Generate the TypeScript types and message keys from Rust
	@scripts/built xtask types

.PHONY: client
client: ## Generate the TypeScript client and the reference of the Store API
	@scripts/built xtask client

.PHONY: sqlx
sqlx: services ## Check the queries against the database and refresh .sqlx/
	@$(RUN) scripts/built xtask sqlx

.PHONY: boundaries
boundaries: ## Check the boundaries between the modules
	@scripts/built xtask boundaries

.PHONY: lock
lock: ## Update the lock files of web and e2e after a change of package.json
	@for folder in web e2e; do \
	  [ ! -e $$folder/package.json ] || (cd $$folder && npm install --ignore-scripts --no-audit --no-fund --min-release-age=7); \
	  [ ! -e $$folder/package.json ] || node scripts/complete-lock.mjs $$folder; \
	done

.PHONY: audit
audit: ## Check for known vulnerabilities with the live databases; one that does not answer is a failure
	@eval "$$(scripts/tools)" && MATJAR_AUDIT=strict $(RUN) scripts/audit

.PHONY: sbom
sbom: ## Write the software bill of materials to sbom.json (CycloneDX)
	@$(RUN) node scripts/sbom.mjs > sbom.json

.PHONY: test
test: setup services ## All Rust and web tests
	@scripts/check test-rust test-web

.PHONY: clean
clean: ## Delete build output; the data stays
	@cargo clean --quiet
	@rm -rf web/dist web/node_modules e2e/node_modules e2e/results e2e/report docs/book
