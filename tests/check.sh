#!/bin/bash
# check.sh - everything that stands between a change and main, in the order of what fails fastest.
# Each step prints one line when it passes; the first one that fails ends the run with its output.
# STEPS="lint browser" runs only those, SKIP="dev" all but that one.
set -euo pipefail
cd "$(dirname "$0")/.."

log=build/check
mkdir -p "$log"
passed=0

step() { # step NAME COMMAND...
    local name=$1 start=$SECONDS
    shift
    [[ " ${STEPS:-$name} " == *" $name "* && " ${SKIP:-} " != *" $name "* ]] || return 0
    if ! "$@" >"$log/$name.log" 2>&1; then
        tail -n 200 "$log/$name.log"
        echo "check: $name failed after $((SECONDS - start)) s; all of its output is in $log/$name.log"
        echo "$passed passed, 1 failed"
        exit 1
    fi
    passed=$((passed + 1))
    printf 'check: %-12s ok %4d s\n' "$name" $((SECONDS - start))
}

workflow() { # workflow PRESET [CTEST_ARGUMENT...]
    local preset=$1
    shift
    cmake --preset "$preset" && cmake --build --preset "$preset" && ctest --preset "$preset" "$@"
}

step deps deploy/deps.sh build test lint fuzz bench java browser containers
step lint tests/lint.sh
step dev workflow dev
step release workflow release
step clang workflow clang -R '^(unit|fuzz|bench)\.'
step tsan workflow tsan -R '^(unit\.(pool|loop|health|store|client)|integration)'
step slow ctest --preset slow
step fuzz env SECONDS_EACH="${SECONDS_EACH:-10}" tests/fuzz/run.sh
step bench env QUICK=1 tests/bench/run.sh
step browser tests/browser/run.sh
step containers tests/containers/run.sh

echo "$passed passed, 0 failed"
