#!/bin/sh
# run.sh - kills, stops and fills things while clients play, and replays every game afterwards; then
# the same move many times at once, and ten thousand idle connections. Each is a test by itself:
# tests/integration/test_{faults,once,idle}.py, and for Sentinel and Cluster test_redis_failover.c here.
set -eu
cd "$(dirname "$0")/../.."

deploy/deps.sh build test
cmake --preset release >/dev/null
cmake --build --preset release >/dev/null
ctest --preset slow --verbose -R '^(integration\.(faults|once|idle)|faults\..*)$' | grep -vE '^(UpdateCTest|Parse|Add|Test (command|timeout)|Environment)'
