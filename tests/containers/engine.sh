# engine.sh - sourced. engine_up LOG starts a Docker engine where none answers; engine_down ends that one,
# by its pid, and no other.

engine_pid=

is_process() { # is_process PID NAME
    [ -n "$1" ] && [ "$(cat "/proc/$1/comm" 2>/dev/null)" = "$2" ]
}

# An engine that was killed hard leaves a pid file, which is in the way once that pid lives again, and a
# containerd of its own, which the next one would wait for.
clear_remains() {
    local pid
    pid=$(cat /var/run/docker.pid 2>/dev/null || true)
    is_process "$pid" dockerd || rm -f /var/run/docker.pid
    pid=$(cat /var/run/docker/containerd/containerd.pid 2>/dev/null || true)
    if is_process "$pid" containerd; then
        kill "$pid"
        for _ in $(seq 100); do
            is_process "$pid" containerd || break
            sleep 0.1
        done
    fi
}

engine_up() {
    docker info >/dev/null 2>&1 && return 0
    clear_remains
    setsid dockerd >"$1" 2>&1 &
    engine_pid=$!
    for _ in $(seq 600); do
        docker info >/dev/null 2>&1 && return 0
        kill -0 "$engine_pid" 2>/dev/null || break
        sleep 0.1
    done
    tail -n 20 "$1" >&2
    return 1
}

engine_down() {
    [ -n "$engine_pid" ] || return 0
    kill "$engine_pid" 2>/dev/null || true # SIGTERM: it ends its containers and its containerd
    for _ in $(seq 600); do
        kill -0 "$engine_pid" 2>/dev/null || { engine_pid= && return 0; }
        sleep 0.1
    done
    kill -9 "$engine_pid"
}
