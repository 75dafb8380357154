#!/bin/sh
# The core may call nothing but these: no I/O, no clock, no heap; and it owns no mutable data.
# See ARCHITECTURE.md, invariants 1 and 2.
allowed='__popcountdi2|__assert_fail|__stack_chk_fail|__mem(cpy|set|move)_chk|_GLOBAL_OFFSET_TABLE_|mem(cpy|set|cmp|move|chr)|str(len|cmp|chr)'

defined=$(nm --defined-only "$1" | awk 'NF == 3 { print $3 }' | sort -u)
calls=$(nm --undefined-only "$1" | awk '$1 == "U" { print $2 }' | sort -u |
    grep -vxF "$defined" | grep -vxE "$allowed")
data=$(size -A "$1" | awk '$1 ~ /^\.(data|bss|tdata|tbss)$/ && $2 > 0 { print $1, $2 }')

[ -z "$calls" ] || echo "libcore calls out: $calls"
[ -z "$data" ] || echo "libcore has mutable data: $data"
[ -z "$calls$data" ]
