# Everything a person does here starts with one word. `make` alone lists them.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules --no-print-directory

RUN := scripts/with-env
STEP := scripts/step
NPM_WEB := $(RUN) npm --prefix web --silent run

##@ Every day

.PHONY: help
help: ## List these commands
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  \033[1m%-10s\033[0m %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo

.PHONY: dev
dev: setup services ## Run the whole shop, and again after every change
	@$(RUN) node scripts/dev.mjs

.PHONY: check
check: ## Everything that must hold before a commit: format, lint, supply chain, generated files, tests
	@scripts/check

.PHONY: e2e
e2e: setup services ## Browser tests against a shop of their own; ARGS='--grep cart' runs some
	@$(RUN) scripts/e2e $(ARGS)

.PHONY: faults
faults: setup ## Kill everything under load, and count money and goods afterwards; ARGS='rush --rounds 20' runs one
	@$(if $(ARGS),scripts/faults $(ARGS),scripts/faults merge && scripts/faults full)

.PHONY: bench
bench: setup ## Measure, beside bare nginx, bare React and bare PostgreSQL; one table. ARGS=--no-lighthouse: no browser
	@scripts/bench $(ARGS)

##@ Data

.PHONY: services
services: ## Install what is missing, and run our own PostgreSQL and Redis
	@scripts/services up

.PHONY: migrate
migrate: services ## Bring the database to the newest schema
	@$(RUN) scripts/built matjar migrate

.PHONY: seed
seed: migrate ## Rebuild the demo shop; PRODUCTS=1000000 adds a large catalogue
	@$(RUN) scripts/built matjar seed $(if $(PRODUCTS),--products $(PRODUCTS))

.PHONY: reset
reset: ## Throw the data away, and build the demo shop again
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
format: setup ## Write everything in the house's format
	@cargo fmt --all
	@$(NPM_WEB) format

.PHONY: types
types: ## Write the TypeScript types and message keys again, from Rust
	@scripts/built xtask types

.PHONY: sqlx
sqlx: services ## Check the queries against the database and refresh .sqlx/
	@$(RUN) scripts/built xtask sqlx

.PHONY: boundaries
boundaries: ## Say which boundary between the modules was broken
	@scripts/built xtask boundaries

.PHONY: lock
lock: ## Write web's and e2e's lock files again, after a change of package.json
	@for folder in web e2e; do \
	  [ ! -e $$folder/package.json ] || (cd $$folder && npm install --ignore-scripts --no-audit --no-fund --min-release-age=7); \
	  [ ! -e $$folder/package.json ] || node scripts/complete-lock.mjs $$folder; \
	done

.PHONY: audit
audit: ## Known vulnerabilities, with the live databases; one that does not answer is a failure
	@eval "$$(scripts/tools)" && MATJAR_AUDIT=strict $(RUN) scripts/audit

.PHONY: sbom
sbom: ## Write what the shop is made of to sbom.json (CycloneDX)
	@$(RUN) node scripts/sbom.mjs > sbom.json

.PHONY: test
test: setup services ## All Rust and web tests
	@scripts/check test-rust test-web

.PHONY: clean
clean: ## Delete what was built; the data stays
	@cargo clean --quiet
	@rm -rf web/dist web/node_modules e2e/node_modules e2e/results e2e/report docs/book
