"""Redis stops, fills up or loses its connections, a replica dies: whatever was acknowledged stays.

In each test players play with keys, sending every move again until it is answered, and all games
are replayed at the end.
"""

import signal
import threading
import time

import helper
from helper import Client, Player, Redis, Service, TestCase, moves_of_record, until

PLAYERS = 12
UNAVAILABLE = b'{"response":false,"reason":"Store unavailable, try again"}'


def acknowledged(players):
    return sum(len(p.acknowledged) for p in players)


class Faults(TestCase):
    def setUp(self):
        self.redis = Redis(*Redis.DURABLE)
        self.services = [Service("--threads", "2", "--no-access-log", store=self.redis.url)
                         for _ in range(2)]
        self.ports = [service.port for service in self.services]
        self.games = []
        self.start_players()

    def start_players(self):
        self.players = [Player(self.ports, n) for n in range(PLAYERS)]
        self.games += self.players
        for player in self.players:
            player.start()
        until(lambda: all(p.pid or p.error for p in self.players), "all games begun")

    def play_on(self, moves):
        """Waits until so many more moves were acknowledged, beginning new games when all are over."""
        goal = acknowledged(self.games) + moves

        def enough():
            if not any(p.is_alive() for p in self.players):
                self.start_players()
            return acknowledged(self.games) >= goal

        until(enough, f"{moves} more moves")

    def finish(self):
        for player in self.games:
            player.must_end.set()
        for player in self.games:
            player.join()
        for player in self.games:
            player.check(moves_of_record(self.redis.stored(player.pid)))
        for service in self.services:
            service.__exit__(None)
        self.redis.__exit__()

    def unavailable(self):
        return sum(p.unavailable for p in self.games)

    def test_redis_is_killed_and_started_again(self):
        for _ in range(3):
            self.play_on(100)
            before = self.unavailable()
            self.redis.kill()
            until(lambda: self.unavailable() > before or acknowledged(self.games) == 0, "errors")
            # The replica stays in: every other one would be as helpless.
            answer = Client(self.ports[0]).get("/readyz")
            self.assertEqual((answer.status, answer.body), (200, b'{"ready":true,"store":false}'))
            self.assertEqual(Client(self.ports[0]).get("/new?strategy=Smart").body, UNAVAILABLE)
            self.redis.start()
        self.play_on(100)
        self.finish()

    def test_redis_stands_still(self):
        for _ in range(2):
            self.play_on(100)
            before = self.unavailable()
            self.redis.signal(signal.SIGSTOP)
            until(lambda: self.unavailable() > before, "a command timed out")
            self.redis.signal(signal.SIGCONT)
        self.play_on(100)
        self.finish()

    def test_connections_are_killed_all_the_time(self):
        kills, stop = [0], threading.Event()

        def killer():
            while not stop.wait(0.15):
                kills[0] += self.redis.command("CLIENT", "KILL", "TYPE", "normal")

        thread = threading.Thread(target=killer)
        thread.start()
        until(lambda: self.play_on(50) or kills[0] >= 60, "killed connections")
        stop.set()
        thread.join()
        self.assertGreater(self.services[0].metric("store_drops_total"), 0)
        self.finish()

    def test_a_replica_is_killed_under_load(self):
        for _ in range(3):
            self.play_on(100)
            self.services[0].kill()
            self.ports.remove(self.services[0].port)
            self.play_on(50)
            self.services[0] = Service("--threads", "2", "--no-access-log", store=self.redis.url)
            self.ports.append(self.services[0].port)
        self.finish()

    def test_a_replica_is_ended_under_load(self):
        for _ in range(3):
            self.play_on(100)
            service = self.services.pop(0)
            service.signal(signal.SIGTERM)
            service.__exit__(None)
            self.ports.remove(service.port)
            self.services.append(Service("--threads", "2", "--no-access-log", store=self.redis.url))
            self.ports.append(self.services[-1].port)
        self.finish()

    def test_redis_is_full(self):
        client = Client(self.ports[0])
        self.play_on(100)
        self.redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction")
        self.redis.command("CONFIG", "SET", "maxmemory", "1")
        before = self.unavailable()
        until(lambda: self.unavailable() > before, "writes refused")
        answer = client.get("/new?strategy=Smart")
        self.assertEqual((answer.status, answer.body), (503, UNAVAILABLE))
        # What is there can still be read.
        self.assertTrue(client.game(self.players[0].pid)["response"])
        self.redis.command("CONFIG", "SET", "maxmemory", "0")
        self.play_on(100)
        self.finish()


class Values(TestCase):
    def test_a_value_that_is_no_record_is_told_and_left_alone(self):
        with Redis() as redis, Service(store=redis.url) as service:
            client, pid = Client(service.port), "0" * 32
            for value in ("garbage", " ", "00000002", "00000002 9 Smart - hhhi", "99999999 1 Smart - "):
                redis.plant(pid, value)
                for target in (f"/play?pid={pid}&x=1&y=1", f"/game?pid={pid}"):
                    answer = client.get(target)
                    self.assertEqual((answer.status, answer.body), (503, UNAVAILABLE), value)
                self.assertEqual(redis.stored(pid), value)
            redis.command("DEL", f"omok:{pid}")
            redis.command("LPUSH", f"omok:{pid}", "not even a string")
            answer = client.get(f"/game?pid={pid}")
            self.assertEqual((answer.status, answer.body), (503, UNAVAILABLE))

    def test_a_service_starts_without_its_store(self):
        with Redis() as redis:
            redis.kill()
            began = time.monotonic()
            with Service(store=redis.url) as service:
                self.assertGreater(time.monotonic() - began, 1.9)
                self.assertEqual(Client(service.port).get("/info").status, 200)
                self.assertEqual(Client(service.port).get("/new?strategy=Smart").body, UNAVAILABLE)
                redis.start()
                until(lambda: Client(service.port).get("/new?strategy=Smart").status == 200,
                      "the store found")

    def test_a_game_expires_after_its_time_to_live(self):
        with Redis() as redis, Service("--ttl", "7", store=redis.url) as service:
            pid = Client(service.port).new()
            week = 7 * 24 * 3600
            self.assertIn(redis.command("TTL", f"omok:{pid}"), range(week - 600, week + 1))


if __name__ == "__main__":
    helper.main()
