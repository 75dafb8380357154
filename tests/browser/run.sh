#!/bin/bash
# run.sh - types, lint and tests of the pages that a browser gets, from nothing: installs what is missing,
# builds what is missing, and plays in Debian's Chromium. UPDATE=1 draws the pictures of docs/ anew.
set -euo pipefail
cd "$(dirname "$0")/../.."

log=build/browser
mkdir -p "$log"
tools=tests/browser/node_modules/.bin

deploy/deps.sh browser
npm ci --prefix tests/browser --ignore-scripts --silent
if [ -z "${BIN:-}" ]; then
    cmake --preset release >/dev/null
    cmake --build --preset release --target omok-service threestones-service >/dev/null
fi

passed=0 failed=0
step() { # step COMMAND...
    if "$@" >"$log/step.log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $*"
        cat "$log/step.log"
    fi
}
step $tools/prettier --config tests/browser/.prettierrc.json --check omok-service/web 'tests/browser/*.js'
step $tools/eslint -c tests/browser/eslint.config.js --max-warnings 0 omok-service/web tests/browser
step $tools/tsc -p tests/browser/tsconfig.json

node --test --test-concurrency=1 --test-reporter=spec --test-reporter-destination=stdout \
    --test-reporter=tap --test-reporter-destination="$log/tap" tests/browser/*.test.js || true
count() { sed -n "s/^# $1 //p" "$log/tap" | tail -n 1; }
passed=$((passed + $(count pass)))
failed=$((failed + $(count fail) + $(count cancelled)))

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
