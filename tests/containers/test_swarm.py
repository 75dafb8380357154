"""A Swarm stack is updated under load without a failed request, and a broken image rolls back by itself."""

import os
import socket
import time

from kit import Checks, docker, run, until
from players import OmokPlayer

STACK = "omokswarm"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def service(template):
    return docker("service", "inspect", f"{STACK}_omok", "--format", template).strip()


def running(version):
    """Running replicas of omok whose image has this version."""
    tasks = docker("service", "ps", f"{STACK}_omok", "--filter", "desired-state=running", "--format",
                   "{{.Image}} {{.CurrentState}}").splitlines()
    return sum(task.startswith(f"omok-service:{version} Running") for task in tasks)


def deploy(version, port):
    os.environ.update(VERSION=version, OMOK_HTTP_PORT=str(port[0]), STONES_PORT=str(port[1]))
    run("docker", "stack", "deploy", "--resolve-image", "never", "-c", "deploy/swarm/stack.yml", STACK)


def answers(port):
    try:
        return OmokPlayer(("127.0.0.1", port), 0).get("/info")[0] == 200
    except OSError:
        return False


def make_versions(built):
    """Two versions of each service that differ in name, and a third of omok that never becomes healthy."""
    for name in ("omok-service", "threestones-service"):
        for version in ("v1", "v2", "broken"):
            docker("tag", f"{name}:{built}", f"{name}:{version}")
    name = docker("create", f"omok-service:{built}").strip()
    docker("commit", "--change", 'CMD ["omok-service", "--no-such-flag"]', name, "omok-service:broken")
    docker("rm", name)


def main():
    checks = Checks("a Swarm stack, updated while clients play")
    make_versions(os.environ.get("VERSION", "dev"))
    port = free_port(), free_port()
    joined = "active" in docker("info", "--format", "{{.Swarm.LocalNodeState}}").split()
    if not joined:
        docker("swarm", "init", "--advertise-addr", "127.0.0.1", "--listen-addr", "127.0.0.1")
    try:
        deploy("v1", port)
        until("three replicas run and answer", lambda: running("v1") == 3 and answers(port[0]), 300)
        players = [OmokPlayer(("127.0.0.1", port[0]), seed) for seed in range(4)]
        for player in players:
            player.start()

        def play_on():
            goals = [player.moves + 30 for player in players]
            until("clients play on", lambda: any(player.error for player in players) or
                  all(player.moves >= goal for player, goal in zip(players, goals)))

        for version, ends_with, state in (("v2", "v2", "completed"), ("broken", "v2", "rollback_completed")):
            start, before = time.monotonic(), sum(player.requests for player in players)
            play_on()
            deploy(version, port)
            until(f"the update is {state}", lambda: service("{{.UpdateStatus.State}}") == state, 300)
            play_on()
            errors = [player.error for player in players if player.error]
            checks.equal(f"update to {version}: {state}", running(ends_with), 3)
            checks.check(f"update to {version}: no request failed", not errors,
                         f"{sum(p.requests for p in players) - before} requests, {time.monotonic() - start:.0f} s "
                         f"{errors or ''}")
        for player in players:
            player.stopped.set()
            player.join(120)
        wrong = [each for player in players for each in player.judge()]
        checks.check("every stored game equals what its client was told", not wrong,
                     f"{sum(len(player.games) for player in players)} games {wrong[:1] or ''}")
    finally:
        docker("stack", "rm", STACK, check=False)
        until("all replicas are gone", lambda: not docker("ps", "-q", "--filter",
                                                          f"label=com.docker.stack.namespace={STACK}").strip())
        if not joined:
            docker("swarm", "leave", "--force", check=False)
    checks.done()


if __name__ == "__main__":
    main()
