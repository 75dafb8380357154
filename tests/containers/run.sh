#!/bin/bash
# run.sh [TEST...] - from nothing to a judged deployment: a Docker engine where none answers, the base and
# the stand-ins from Debian packages, images, the compose file up, every test, and down again. All that it
# starts has names and ports of its own, and ends with it. TEST: images, balancer,
# java, jar, scaling, swarm, k8s.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/containers/engine.sh

log=$PWD/build/containers
mkdir -p "$log"
passed=0 failed=0

finish() {
    local status=$?
    trap - EXIT
    if docker info >/dev/null 2>&1; then
        [ $status = 0 ] || docker compose logs --no-color --tail 200 >"$log/services.log" 2>&1 || true
        docker compose --profile tests down -v --remove-orphans >"$log/down.log" 2>&1 || true
    fi
    engine_down
    exit $status
}

step() { # step NAME COMMAND...: prints how long it took, and all that it said where it failed
    local name=$1 start=$SECONDS
    shift
    if ! "$@" >"$log/$name.log" 2>&1; then
        tail -n 60 "$log/$name.log"
        echo "FAILED $name, $((SECONDS - start)) s"
        echo "$passed passed, $((failed + 1)) failed"
        exit 1
    fi
    echo "ready  $name, $((SECONDS - start)) s"
}

judge() { # judge NAME COMMAND...: adds up the counts that a test prints last
    local name=$1 start=$SECONDS counts
    shift
    [[ " ${tests[*]} " == *" $name "* ]] || return 0
    "$@" 2>&1 | tee "$log/$name.log" || true
    counts=$(tail -n 1 "$log/$name.log" | tr -d '\r')
    if [[ $counts =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
        passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2]))
    else
        failed=$((failed + 1)) # it ended before it could count
    fi
    echo "       $name took $((SECONDS - start)) s"
}

free_port() {
    python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'
}

# Compose takes its settings from here alone, whatever .env says.
settings() {
    export COMPOSE_PROJECT_NAME=omoktest$$ COMPOSE_DISABLE_ENV_FILE=1 VERSION=test
    OMOK_HTTP_PORT=$(free_port) STONES_PORT=$(free_port)
    export OMOK_HTTP_PORT STONES_PORT
    set -a
    . deploy/airgap/standins.env
    set +a
    if ! docker compose version >/dev/null 2>&1; then
        export DOCKER_CONFIG=$log/docker
        step compose2 deploy/airgap/compose2.sh "$DOCKER_CONFIG"
    fi
}

classic_build() { # the builder of old engines; BuildKit is what compose uses
    local target
    for target in omok-service threestones-service; do
        DOCKER_BUILDKIT=0 docker build -q -f deploy/Dockerfile --target $target -t $target:classic .
    done
}


tests=("${@:-images balancer java jar scaling swarm k8s}")
step packages deploy/deps.sh containers test k8s
trap finish EXIT
trap 'exit 1' INT TERM
step engine engine_up "$log/dockerd.log"
settings
step standins deploy/airgap/standins.sh
step buildkit docker compose --profile tests build --progress plain
step classic classic_build
step up docker compose up -d --no-build --wait

judge images python3 tests/containers/test_images.py
judge balancer python3 tests/containers/test_balancer.py
judge java docker compose run --rm -T tests
judge jar tests/containers/jar.sh
judge scaling python3 tests/containers/test_scaling.py
judge swarm python3 tests/containers/test_swarm.py
judge k8s deploy/k8s/validate.sh

echo "$passed passed, $failed failed"
[ $failed = 0 ]
