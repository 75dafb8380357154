#!/bin/sh
# play.sh - serves both games on this machine until Ctrl-C, and says how to play them.
# Games are kept in games.db in the current folder, so they are there again the next time.
set -eu

bin=$(dirname "$0")/../build/release/bin
omok_port=${OMOK_PORT:-8080} stones_port=${STONES_PORT:-50000} ws_port=${STONES_WS_PORT:-8082}
health_port=${STONES_HEALTH_PORT:-8081}
store=${STORE:-sqlite:$PWD/games.db}
pids=

stop() {
    trap - EXIT INT TERM
    for pid in $pids; do kill "$pid" 2>/dev/null || true; done
    for pid in $pids; do wait "$pid" 2>/dev/null || true; done
}
trap stop EXIT
trap 'exit 0' INT TERM

start() { # start COMMAND...: in the background, remembered so that stop ends it
    "$@" &
    pids="$pids $!"
}

await() { # await COMMAND...: until it succeeds, while everything that was started lives
    tries=0
    until "$@" >/dev/null 2>&1; do
        for pid in $pids; do
            kill -0 "$pid" 2>/dev/null || { echo "play.sh: a service ended, see above" >&2; exit 1; }
        done
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { echo "play.sh: not ready after 30 s" >&2; exit 1; }
        sleep 0.1
    done
}

start "$bin/omok-service" --listen ":$omok_port" --store "$store" \
    --stones-ws "ws://localhost:$ws_port/" --no-access-log
start "$bin/threestones-service" --listen ":$stones_port" --health "localhost:$health_port" --store "$store"
start websockify "127.0.0.1:$ws_port" "127.0.0.1:$stones_port"
await "$bin/omok-service" health "http://localhost:$omok_port/readyz"
await "$bin/threestones-service" health "http://localhost:$health_port/readyz"

cat <<END

Omok       http://localhost:$omok_port/
           curl 'http://localhost:$omok_port/new?strategy=Smart'
3 Stones   http://localhost:$omok_port/stones.html
           $bin/threestones-client localhost:$stones_port
Games      $store
Ctrl-C ends both.
END
wait
