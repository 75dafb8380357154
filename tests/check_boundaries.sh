#!/bin/sh
# check_boundaries.sh - one file per library, and who may touch what; ARCHITECTURE.md, invariants
# 1, 3, 4 and 7.
cd "$(dirname "$0")/.." || exit 1
failed=0

# only PATTERN FILES...: the pattern may appear in no other shipped source.
only() {
    pattern=$1
    shift
    for file in $(grep -rlE --include='*.[ch]' "$pattern" libcore omok-service threestones-service tools); do
        case " $* " in
        *" $file "*) ;;
        *) echo "$file: matches '$pattern', which is for: $*"; failed=1 ;;
        esac
    done
}

only '^#include <h2o' omok-service/src/http.c
only '^#include <hiredis' libcore/store/resp.c
only '^#include <sqlite3' libcore/store/store_sqlite.c
only '\b(getenv|setenv|sigaction|sigwait|exit|_exit|environ)\(' \
    omok-service/src/main.c threestones-service/src/main.c threestones-service/client/main.c

for include in $(grep -ohE '^#include "[a-z_]+/' libcore/src/*.c libcore/include/core/*.h | sort -u | cut -d'"' -f2); do
    [ "$include" = core/ ] || { echo "core includes $include"; failed=1; }
done
! grep -rlE '#include ".*threestones' omok-service || failed=1
! grep -rlE '#include ".*omok-service' threestones-service || failed=1
exit $failed
