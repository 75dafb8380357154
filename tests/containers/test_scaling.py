"""Replicas come, go, are replaced and killed, and Redis restarts, all while clients play: nothing is lost."""

import csv
import datetime
import os
import random
import re
import signal
import socket
import time

from kit import Checks, compose, containers, docker, inspect, run, until
from players import OmokPlayer, StonesPlayer

OMOK = ("127.0.0.1", int(os.environ.get("OMOK_HTTP_PORT", 8080)))
STONES = ("127.0.0.1", int(os.environ.get("STONES_PORT", 50000)))
KILLS = 10
MOVES = 30  # that every omok client must have made before the next thing happens: it is really playing


class Crowd:
    """All clients that play at a time."""

    def __init__(self):
        strategies = ["Random", "Random", "Random", "Random", "Random", "Smart"]
        self.omok = [OmokPlayer(OMOK, seed, strategy) for seed, strategy in enumerate(strategies)]
        self.stones = [StonesPlayer(STONES, 100 + seed) for seed in range(3)]
        self.all = self.omok + self.stones
        for player in self.all:
            player.start()

    def errors(self):
        return [player.error for player in self.all if player.error]

    def go_on(self):
        """Waits until every client has played on, and a game of 3 Stones too."""
        omok = [player.moves + MOVES for player in self.omok]
        stones = sum(player.moves for player in self.stones) + MOVES
        until("all clients play on", lambda: self.errors() or (
            all(player.moves >= goal for player, goal in zip(self.omok, omok))
            and sum(player.moves for player in self.stones) >= stones))

    def stop(self):
        for player in self.all:
            player.stopped.set()
        for player in self.all:
            player.join(120)


def stats():
    """The balancer's own table: (proxy, server) -> row."""
    request = "exec 3<>/dev/tcp/127.0.0.1/8404; printf 'GET /;csv HTTP/1.0\\r\\n\\r\\n' >&3; cat <&3"
    text = docker("exec", containers("lb")[0], "bash", "-c", request)
    rows = csv.DictReader(text[text.index("# ") + 2:].splitlines())
    return {(row["pxname"], row["svname"]): row for row in rows}


def servers_up(proxy):
    return [name for (each, name), row in stats().items()
            if each == proxy and row["type"] == "2" and row["status"].startswith("UP")]


def healthy(service):
    return [name for name in containers(service) if inspect(name)["State"]["Health"]["Status"] == "healthy"]


def scale(**replicas):
    """Gives each service so many replicas and waits until the balancer uses just those."""
    numbers = [f"--scale={service}={count}" for service, count in replicas.items()]
    compose("up", "-d", "--no-build", "--no-recreate", "--no-deps", *numbers, *replicas)
    for service, count in replicas.items():
        until(f"{count} {service} up", lambda: len(servers_up(service)) == count)


def replace(service):
    """What an upgrade does. Tells whether all replicas are new and as many as before."""
    old = containers(service)
    run("deploy/rollout.sh", service)
    new = containers(service)
    until(f"{len(old)} {service} up", lambda: len(servers_up(service)) == len(old))
    return len(new) == len(old) and not set(old) & set(new)


def kill9(name):
    """Ends a container's process as the kernel does when memory runs out; the engine starts it again."""
    pid = inspect(name)["State"]["Pid"]
    os.kill(pid, signal.SIGKILL)
    until("the container runs again", lambda: inspect(name)["State"]["Pid"] not in (0, pid))


def kill9_one_of(service, chance):
    """Kills a replica of a service that has two, and waits until the balancer has both again."""
    kill9(chance.choice(containers(service)))
    until(f"2 {service} healthy", lambda: len(healthy(service)) == 2)
    until(f"2 {service} up", lambda: len(servers_up(service)) == 2)


def happen(checks, crowd, name, event):
    """Something happens while clients play, and they must not notice."""
    before, start = sum(player.requests for player in crowd.omok), time.monotonic()
    crowd.go_on()
    event()
    crowd.go_on()
    requests = sum(player.requests for player in crowd.omok) - before
    checks.check(f"{name}: no request failed", not crowd.errors(),
                 f"{requests} requests, {time.monotonic() - start:.0f} s {crowd.errors() or ''}")


def check_seats(checks):
    """Five clients, three replicas: three play, two wait their turn, all finish, none shares a replica."""
    scale(threestones=3)
    mark = datetime.datetime.now(datetime.timezone.utc).isoformat()
    players = [StonesPlayer(STONES, seed) for seed in range(5)]
    for number, player in enumerate(players):
        player.go.clear()
        player.games_max = 1
        player.start()
        if number < 3:
            until("the client has a seat", player.seated.is_set)
        else:
            until("the client waits", lambda: waiting() == number - 2)
    rows = [row for (proxy, name), row in stats().items() if proxy == "threestones" and row["type"] == "2"]
    checks.equal("seats: three replicas have one session each", sorted(row["scur"] for row in rows)[-4:],
                 ["0", "1", "1", "1"])
    checks.equal("seats: the fourth and fifth client wait", [player.seated.is_set() for player in players],
                 [True] * 3 + [False] * 2)

    leaver = socket.create_connection(STONES, 120)
    until("a sixth waits", lambda: waiting() == 3)
    leaver.close()
    until("the queue has forgotten it", lambda: waiting() == 2)

    finish(players[0])
    until("the fourth has a seat", players[3].seated.is_set)
    checks.check("seats: first come, first served", not players[4].seated.is_set())
    for player in players[1:]:
        finish(player)
    whole = [len(told) for player in players for told in player.games.values()]
    checks.equal("seats: all five finish", (whole, [player.error for player in players]), ([30] * 5, [None] * 5))
    check_log(checks, mark)


def waiting():
    return int(stats()["threestones", "BACKEND"]["qcur"])


def finish(player):
    """Lets a client play its game to the end and leave."""
    until("the client has a seat", player.seated.is_set)
    player.go.set()
    player.join(120)


SESSION = re.compile(r"\[(?P<at>[^]]+)\] threestones threestones/(?P<server>\S+) (?P<wait>\d+)/\d+/(?P<total>\d+) ")


def check_log(checks, since):
    """From the balancer's log: the times of two sessions on one replica never overlap."""
    def sessions():
        found = {}
        for match in SESSION.finditer(docker("logs", "--since", since, containers("lb")[0])):
            at = datetime.datetime.strptime(match["at"], "%d/%b/%Y:%H:%M:%S.%f").timestamp() * 1000
            found.setdefault(match["server"], []).append((at + int(match["wait"]), at + int(match["total"])))
        return found

    until("all sessions are in the log", lambda: sum(map(len, sessions().values())) >= 5)
    found = {server: sorted(times) for server, times in sessions().items()}
    shared = [server for server, times in found.items()
              for (_, end), (begin, _) in zip(times, times[1:]) if begin < end - 1]  # stamps are whole ms
    checks.check("seats: at no time do two share a replica", not shared and len(found) == 3,
                 f"{sum(map(len, found.values()))} sessions on {len(found)} replicas {shared or ''}")


def check_judged(checks, crowd):
    for name, players in (("omok", crowd.omok), ("3 Stones", crowd.stones)):
        wrong = [each for player in players for each in player.judge()]
        games, moves = (sum(len(p.games) for p in players), sum(p.moves for p in players))
        checks.check(f"{name}: every stored game equals what its client was told", not wrong and moves > 0,
                     f"{games} games, {moves} moves answered {wrong[:1] or ''}")


def main():
    checks = Checks("scaling without loss")
    scale(omok=1, threestones=1)
    crowd = Crowd()
    chance = random.Random(5)
    for count in (3, 2):
        happen(checks, crowd, f"scaling to {count}", lambda: scale(omok=count, threestones=count))
    happen(checks, crowd, "omok replicas replaced one by one",
           lambda: checks.check("all omok replicas are new", replace("omok")))
    happen(checks, crowd, "3 Stones replicas replaced one by one",
           lambda: checks.check("all 3 Stones replicas are new", replace("threestones")))
    for number in range(KILLS):
        happen(checks, crowd, f"omok replica killed with -9, {number + 1} of {KILLS}",
               lambda: kill9_one_of("omok", chance))
    for number in range(2):
        happen(checks, crowd, f"3 Stones replica killed with -9, {number + 1} of 2",
               lambda: kill9_one_of("threestones", chance))

    for player in crowd.omok:
        player.patient.set()
    happen(checks, crowd, "Redis restarted", lambda: compose("restart", "redis"))
    happen(checks, crowd, "Redis killed with -9", lambda: kill9(containers("redis")[0]))

    crowd.stop()
    checks.equal("no client gave up", crowd.errors(), [])
    print(f"       omok: {sum(p.unavailable for p in crowd.omok)} times the documented 503, while Redis was away")
    print(f"       3 Stones: {sum(p.resumed for p in crowd.stones)} sessions cut off and resumed, "
          f"{sum(p.stored_unanswered for p in crowd.stones)} stones found stored whose answer was lost")
    check_judged(checks, crowd)
    check_seats(checks)
    checks.done()


if __name__ == "__main__":
    main()
