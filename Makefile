# A palette: each target is one line that calls CMake or a script. `make help` lists them.
.DEFAULT_GOAL := help
.PHONY: deps build play test check bench fuzz faults up down test-compose test-jar clean help

deps: ## install what building and testing needs (Debian packages; nothing when all is there)
	@deploy/deps.sh build test

build: ## release binaries in build/release/bin/
	@deploy/deps.sh build && cmake --preset release && cmake --build --preset release --target programs

play: build ## serve both games on this machine and say how to play
	@deploy/deps.sh play && deploy/play.sh

test: ## build with ASan and UBSan and run every test that needs no browser, JDK or container
	@deploy/deps.sh build test && cmake --workflow --preset dev

check: ## everything: test, other compilers and sanitizers, lint, containers, browsers
	@tests/check.sh

bench: build ## figures of speed and strength (build/bench/ keeps the raw data)
	@tests/bench/run.sh

fuzz: ## fuzz every decoder (SECONDS_EACH=600)
	@tests/fuzz/run.sh

faults: build ## kill, stop and fill things while clients play
	@tests/faults/run.sh

up: ## both games in containers behind a balancer, on ports 8080 and 50000
	@docker compose up -d --build --wait

down: ## stop the containers; the games stay
	@docker compose down

test-compose: ## build the containers, scale, kill and replace them while clients play (TESTS="java scaling" for some)
	@tests/containers/run.sh $(TESTS)

test-jar: ## play with a graphical Java client in a container (CLIENT_JAR=client.jar)
	@tests/containers/jar.sh

clean: ## remove what was built
	@cmake -E rm -rf build

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14
