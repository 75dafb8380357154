#!/bin/bash
# run.sh [SECTION...] - figures of speed and strength: service, omok, stones. All of them, or those named;
# QUICK=1 makes every measurement short. build/bench/ keeps the raw data.
set -euo pipefail
cd "$(dirname "$0")/../.."

deploy/deps.sh build test bench
cmake --preset release >/dev/null
cmake --build --preset release >/dev/null
export BIN=$PWD/build/release/bin PYTHONDONTWRITEBYTECODE=1
[ -z "${QUICK:-}" ] || export ROUNDS=1 SECONDS_EACH=1
mkdir -p build/bench

service() { python3 tests/bench/service.py; }
omok() { "$BIN/bench" omok; "$BIN/bench" signature; }
stones() { "$BIN/bench" stones ${QUICK:+quick}; }

[ $# -gt 0 ] || set -- service omok stones
for section in "$@"; do
    echo "== $section"
    "$section" | tee "build/bench/$section.txt"
done
