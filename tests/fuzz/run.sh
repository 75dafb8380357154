#!/bin/bash
# run.sh [TARGET...] - fuzzes every decoder for SECONDS_EACH seconds under ASan and UBSan, and
# prints the executions of each. New inputs go to build/fuzz/found; a crash stays there as a file.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=${SECONDS_EACH:-600}
deploy/deps.sh build test fuzz
cmake --preset fuzz >/dev/null
cmake --build --preset fuzz >build/fuzz/build.log || { tail -n 50 build/fuzz/build.log; exit 1; }

targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=($(cd tests/fuzz && ls fuzz_*.c | sed 's/^fuzz_//; s/\.c$//'))
passed=0 failed=0
for target in "${targets[@]}"; do
    found=build/fuzz/found/$target
    mkdir -p "$found"
    if build/fuzz/bin/fuzz_"$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$found/" "$found" tests/fuzz/corpus/"$target" >"$found.log" 2>&1; then
        passed=$((passed + 1))
        awk -v t="$target" '/stat::number_of_executed_units/ { printf "fuzz: %-16s %12d executions, no finding\n", t, $2 }' "$found.log"
    else
        failed=$((failed + 1))
        tail -n 40 "$found.log"
        echo "fuzz: $target found something: $found.log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
