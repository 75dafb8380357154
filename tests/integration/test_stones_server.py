"""threestones-service as its clients meet it: every byte of every answer, and every way to leave."""

import json
import os
import random
import signal
import socket
import subprocess
import threading

from helper import BIN, PATIENCE, TestCase, main, rows, until
from stones import (BLACK, GAME_START, NONE, PLACE, REFUSED, RESUME, START, WHITE, Game, Link,
                    Packet, StonesService, bare, game_of)

# A whole game whose points are known; white's stones are the odd ones.
WHOLE = "21113136351512522202424313145434323020254546404151555303 2326"

# pids of games that are planted before the tests.
EMPTY, OPEN, FULL = "0" * 31 + "1", "1" * 32, "2" * 32
FORMAT, GARBAGE, ODD = "3" * 32, "4" * 32, "5" * 32
NOBODY = "7" * 32
GAMES = {EMPTY: Game(), OPEN: game_of(WHOLE[:16]), FULL: game_of(WHOLE)}
STORED = {**{pid: game.record() for pid, game in GAMES.items()},
          FORMAT: "00000002 2 Random 2111", GARBAGE: "garbage", ODD: "00000001 1 Random 21"}


def stone(pid, row, col, stones, **more):
    return Packet(PLACE, pid, row, col, stones=stones, **more)


def about(detail, pid, row, col):
    """A REFUSED that tells how the game stands."""
    return Packet(REFUSED, pid, row, col, detail=detail, **GAMES[pid].standing())


def stones_of(pid, first):
    """The packets that reported the stones from index `first` on, and the end."""
    game = GAMES[pid]
    told = [Game(game.stones[:n + 1]).told(pid) for n in range(first, len(game.stones))]
    return told + ([game.over(pid)] if len(game.stones) == 30 else [])


def started(pid):
    return Packet(GAME_START, pid, NONE, NONE, **GAMES[pid].standing())


# A packet, and every packet of its answer.
ANSWERS = [
    ("type 3", Packet(3, OPEN, 1, 2), [bare(1, OPEN, 1, 2)]),
    ("a server's type", Packet(GAME_START), [bare(1)]),
    ("highest type", b"\xff" * 32, [bare(1, b"\xff" * 16, 255, 255)]),
    ("type comes before reserved", Packet(9, reserved=b"\1\2\3"), [bare(1)]),
    ("reserved bytes in a request", Packet(START, reserved=b"\0\0\1"), [bare(2)]),
    ("reserved bytes in a stone", stone(OPEN, 5, 5, 8, reserved=b"\1\0\0"), [bare(2, OPEN, 5, 5)]),
    ("reserved bytes in resume", Packet(RESUME, OPEN, reserved=b"\0\1\0"), [bare(2, OPEN)]),
    ("reserved comes before pid", stone(NOBODY, 1, 2, 3, reserved=b"\0\1\0"),
     [bare(2, NOBODY, 1, 2)]),
    ("level 5", Packet(START, detail=5), [bare(2)]),
    ("level 255", Packet(START, OPEN, 9, 9, detail=255), [bare(2, OPEN, 9, 9)]),
    ("unknown game", stone(NOBODY, 3, 2, 0), [bare(3, NOBODY, 3, 2)]),
    ("unknown game comes before slot", stone(NOBODY, 3, 3, 77), [bare(3, NOBODY, 3, 3)]),
    ("game zero", stone(b"", 3, 2, 0), [bare(3, b"", 3, 2)]),
    ("resume game zero", Packet(RESUME, row=NONE, col=NONE), [bare(3, b"", NONE, NONE)]),
    ("resume an unknown game", Packet(RESUME, NOBODY), [bare(3, NOBODY)]),
    ("a pid that no server makes", Packet(RESUME, "f" * 32), [bare(3, "f" * 32)]),
    ("resume a new game", Packet(RESUME, EMPTY), [started(EMPTY)]),
    ("resume an open game", Packet(RESUME, OPEN, 9, 9, stones=3), [started(OPEN), *stones_of(OPEN, 0)]),
    ("resume a finished game", Packet(RESUME, FULL), [started(FULL), *stones_of(FULL, 0)]),
    ("repeat", stone(OPEN, 1, 2, 6), stones_of(OPEN, 6)),
    ("repeat, other fields ignored", stone(OPEN, 1, 2, 6, points=9, white=9, black=9, white_left=9,
                                           black_left=9, detail=9), stones_of(OPEN, 6)),
    ("repeat of the final stone", stone(FULL, 2, 3, 28), stones_of(FULL, 28)),
    ("no repeat: black's slot", stone(OPEN, 5, 2, 6), [about(8, OPEN, 5, 2)]),
    ("no repeat: another slot", stone(OPEN, 1, 3, 6), [about(8, OPEN, 1, 3)]),
    ("no repeat: too early", stone(OPEN, 3, 5, 4), [about(8, OPEN, 3, 5)]),
    ("game over", stone(FULL, 0, 2, 30), [about(7, FULL, 0, 2)]),
    ("over comes before stale", stone(FULL, 2, 3, 29), [about(7, FULL, 2, 3)]),
    ("over comes before slot", stone(FULL, 3, 3, 30), [about(7, FULL, 3, 3)]),
    ("a stone behind", stone(OPEN, 5, 5, 7), [about(8, OPEN, 5, 5)]),
    ("a stone ahead", stone(OPEN, 5, 5, 9), [about(8, OPEN, 5, 5)]),
    ("stale comes before slot", stone(OPEN, 3, 3, 0), [about(8, OPEN, 3, 3)]),
    ("the centre", stone(OPEN, 3, 3, 8), [about(4, OPEN, 3, 3)]),
    ("a corner", stone(OPEN, 0, 0, 8), [about(4, OPEN, 0, 0)]),
    ("row 7", stone(OPEN, 7, 3, 8), [about(4, OPEN, 7, 3)]),
    ("no slot", stone(OPEN, NONE, NONE, 8), [about(4, OPEN, NONE, NONE)]),
    ("white's own stone", stone(OPEN, 1, 2, 8), [about(5, OPEN, 1, 2)]),
    ("occupied comes before line", stone(OPEN, 1, 1, 8), [about(5, OPEN, 1, 1)]),
    ("not in row or column", stone(OPEN, 1, 3, 8), [about(6, OPEN, 1, 3)]),
    ("unknown format version", Packet(RESUME, FORMAT), [bare(9, FORMAT)]),
    ("a record that is none", stone(GARBAGE, 1, 2, 3), [bare(9, GARBAGE, 1, 2)]),
    ("white's stone without black's", Packet(RESUME, ODD), [bare(9, ODD)]),
]


class Answers(TestCase):
    """One service, one connection, a row for each packet."""

    @classmethod
    def setUpClass(cls):
        cls.service = StonesService().__enter__()
        for pid, record in STORED.items():
            cls.service.plant(pid, record)
        cls.link = Link(cls.service.port)

    @classmethod
    def tearDownClass(cls):
        cls.link.close()
        cls.service.__exit__(None)

    @rows(ANSWERS)
    def answer(self, packet, expected):
        self.assertEqual(self.link.ask(packet, len(expected)), expected)
        # Nothing follows the answer, and nothing has changed.
        self.assertEqual(self.link.ask(Packet(RESUME, EMPTY)), [started(EMPTY)])
        for pid, record in STORED.items():
            self.assertEqual(self.service.stored(pid), record)


class Sessions(TestCase):
    def test_a_whole_game_is_played_and_told_again(self):
        with StonesService() as service, Link(service.port) as link:
            pid, game = link.start(), Game()
            while len(game.stones) < 30:
                link.place(pid, game, game.moves()[0])
                self.assertEqual(service.stored(pid.hex()), game.record())
            link.resume(pid, game)
            last, = link.ask(Packet(PLACE, pid, 0, 2, stones=30))
            self.assertEqual((last.type, last.detail), (REFUSED, 7))
            self.assertEqual(service.metric("stones_games_over_total"), 1)

    def test_32_zero_bytes_start_a_game(self):
        with StonesService() as service, Link(service.port) as link:
            packet, = link.ask(bytes(32))
            self.assertEqual(packet.type, GAME_START)
            link.resume(packet.pid, Game())

    def test_levels_are_those_that_are_built_in(self):
        names = {1: "Random", 2: "Greedy", 3: "Strong", 4: "Perfect"}
        with StonesService(level="Greedy") as service, Link(service.port) as link:
            self.assertIn(" Greedy ", service.stored(link.start().hex()))
            for level, name in names.items():
                self.assertIn(f" {name} ", service.stored(link.start(level).hex()))

    def test_every_game_gets_a_pid_of_its_own(self):
        with StonesService() as service, Link(service.port) as link:
            pids = {link.start() for _ in range(50)}
            self.assertEqual(len(pids), 50)

    def test_games_interleave_on_one_connection(self):
        with StonesService() as service, Link(service.port) as link:
            games = [(link.start(), Game()) for _ in range(3)]
            for _ in range(15):
                for pid, game in games:
                    link.place(pid, game, game.moves()[-1])

    def test_packets_in_pieces_are_put_together(self):
        with StonesService() as service, Link(service.port) as link:
            service.plant(OPEN, STORED[OPEN])
            for cut in range(1, 32):
                data = Packet(RESUME, OPEN).encode()
                link.send(data[:cut])
                link.send(data[cut:])
                self.assertEqual([link.read() for _ in range(9)],
                                 [started(OPEN), *stones_of(OPEN, 0)])

    def test_many_packets_in_one_segment_are_all_answered(self):
        with StonesService() as service, Link(service.port) as link:
            service.plant(OPEN, STORED[OPEN])
            link.send(*[Packet(RESUME, OPEN)] * 500, Packet(9))
            for _ in range(500):
                self.assertEqual([link.read() for _ in range(9)],
                                 [started(OPEN), *stones_of(OPEN, 0)])
            self.assertEqual(link.read(), bare(1))

    def test_bytes_behind_the_last_whole_packet_are_dropped(self):
        with StonesService() as service, Link(service.port) as link:
            link.send(Packet(9), bytes(31))
            link.socket.shutdown(socket.SHUT_WR)
            self.assertEqual(link.read(), bare(1))
            self.assertTrue(link.is_closed())
            self.assertEqual(service.metric("stones_games_begun_total"), 0)

    def test_sixteen_refused_packets_end_the_session(self):
        with StonesService() as service, Link(service.port) as link:
            link.send(*[Packet(9), Packet(START, reserved=b"\1\0\0")] * 10)
            answers = [link.read() for _ in range(16)]
            self.assertEqual([a.detail for a in answers], [1, 2] * 8)
            self.assertTrue(link.is_closed())
            with Link(service.port) as other:
                other.start()

    def test_any_other_packet_starts_the_count_anew(self):
        with StonesService() as service, Link(service.port) as link:
            for other in (Packet(START), Packet(RESUME, NOBODY)) * 2:
                for _ in range(15):
                    self.assertEqual(link.ask(Packet(9)), [bare(1)])
                self.assertIn(link.ask(other)[0].type, (GAME_START, REFUSED))
            for _ in range(16):
                self.assertEqual(link.ask(Packet(9)), [bare(1)])
            self.assertTrue(link.is_closed())

    def test_noise_of_any_kind_leaves_the_service_well(self):
        chance = random.Random(3)
        with StonesService() as service:
            for _ in range(50):
                with Link(service.port) as link:
                    link.send(chance.randbytes(chance.randrange(2000)))
                    if chance.random() < 0.5:
                        link.kill()
            with Link(service.port) as link:
                link.start()

    def test_a_second_client_waits_and_is_served_then(self):
        with StonesService() as service, Link(service.port) as first:
            first.start()
            with Link(service.port) as second:
                second.send(Packet(START))
                self.assertTrue(second.is_silent(0.3))
                pid, game = first.start(), Game()
                first.place(pid, game, (3, 2))
                first.close()
                self.assertEqual(second.read().type, GAME_START)
                second.resume(pid, game)

    def test_two_seats_serve_two_clients(self):
        with StonesService("--sessions", "2") as service:
            with Link(service.port) as first, Link(service.port) as second:
                games = [(link, link.start(), Game()) for link in (first, second)]
                for _ in range(15):
                    for link, pid, game in games:
                        link.place(pid, game, game.moves()[0])
                with Link(service.port) as third:
                    third.send(Packet(START))
                    self.assertTrue(third.is_silent(0.3))
                    second.close()
                    self.assertEqual(third.read().type, GAME_START)

    def test_silence_loses_the_seat_not_the_game(self):
        with StonesService("--idle", "2") as service:
            service.plant(OPEN, STORED[OPEN])
            with Link(service.port) as link:
                link.send(bytes(5)) # half a packet is no sign of life
                self.assertTrue(link.is_closed())
            service.wait_for_line('"client left".*silent too long')
            with Link(service.port) as other:
                other.resume(bytes.fromhex(OPEN), GAMES[OPEN])

    def test_a_client_that_reads_nothing_loses_its_seat(self):
        with StonesService("--idle", "1") as service:
            service.plant(FULL, STORED[FULL])
            with Link(service.port) as link:
                link.socket.settimeout(0.5)
                data = Packet(RESUME, FULL).encode() * 1000
                try:
                    for _ in range(1000): # 32 MB of questions, 1 GB of answers
                        link.socket.sendall(data)
                except (TimeoutError, ConnectionError):
                    pass
                service.wait_for_line('"client left".*(connection lost|silent too long)')
            with Link(service.port) as other:
                other.start()

    def test_equal_seeds_give_equal_stones(self):
        told = []
        for _ in range(2):
            with StonesService("--seed", "7") as service, Link(service.port) as link:
                service.plant(EMPTY, STORED[EMPTY])
                game = Game()
                for _ in range(15):
                    link.place(bytes.fromhex(EMPTY), game, game.moves()[0])
                told.append(game.stones)
        self.assertEqual(told[0], told[1])


class Health(TestCase):
    def test_health_answers_while_a_client_has_the_seat(self):
        with StonesService() as service, Link(service.port) as link:
            link.start()
            self.assertEqual(service.health("/healthz"), (200, '{"alive":true}'))
            self.assertEqual(service.health("/readyz"), (200, '{"ready":true,"store":true}'))
            self.assertEqual(service.metric("stones_seats_taken"), 1)
            self.assertEqual(service.metric('stones_packets_total{type="start"}'), 1)

    def test_health_answers_while_the_service_thinks(self):
        with StonesService(level="Strong") as service, Link(service.port) as link:
            pid = link.start()
            game = Game()
            asked = []

            def ask():
                while len(game.stones) < 30:
                    asked.append(service.health("/readyz")[0])

            thread = threading.Thread(target=ask)
            thread.start()
            while len(game.stones) < 30:
                link.place(pid, game, game.moves()[0])
            thread.join()
            self.assertEqual(set(asked), {200})
            # Strong searched: had health waited for it, each stone would have got one answer.
            self.assertGreater(service.metric("stones_thinking_seconds_sum"), 0.1)
            self.assertGreater(len(asked), 30)

    def test_the_health_command_tells_ready_from_not(self):
        command = [os.path.join(BIN, "threestones-service"), "health"]
        with StonesService() as service:
            address = f"127.0.0.1:{service.health_port}"
            for arguments, env in (([f"http://{address}/readyz"], {}),
                                   (["--health", address], {}), ([], {"STONES_HEALTH": address}),
                                   ([], {"STONES_HEALTH": f":{service.health_port}"})):
                done = subprocess.run(command + arguments, env={**os.environ, **env},
                                      capture_output=True, timeout=PATIENCE)
                self.assertEqual((done.returncode, done.stderr), (0, b""), arguments)
        done = subprocess.run([*command, f"http://{address}"], capture_output=True,
                              timeout=PATIENCE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"not ready: ", done.stderr)


class Stopping(TestCase):
    def test_every_packet_that_was_received_is_answered(self):
        with StonesService() as service, Link(service.port) as link:
            service.plant(OPEN, STORED[OPEN])
            pid = link.start()
            service.signal(signal.SIGSTOP)
            link.send(*[Packet(RESUME, OPEN)] * 300, Packet(PLACE, pid, 3, 2), bytes(31))
            service.signal(signal.SIGTERM)
            service.signal(signal.SIGCONT)
            for _ in range(300):
                self.assertEqual([link.read() for _ in range(9)],
                                 [started(OPEN), *stones_of(OPEN, 0)])
            self.assertEqual(link.read().type, WHITE)
            self.assertEqual(link.read().type, BLACK)
            self.assertTrue(link.is_closed())
            self.assertEqual(service.wait(), 0)

    def test_a_client_that_stays_does_not_hold_the_service_up(self):
        with StonesService() as service, Link(service.port) as link:
            link.start()
            service.signal(signal.SIGTERM)
            self.assertEqual(service.wait(), 0) # the client has not closed
            self.assertTrue(link.is_closed())

    def test_readyz_says_no_and_nobody_is_accepted(self):
        stones = 30 # Strong has two to three seconds of work with them
        with StonesService(level="Strong") as service, Link(service.port) as link:
            pids = [link.start() for _ in range(stones)]
            with Link(service.port) as waiting:
                waiting.send(Packet(START))
                link.send(*[Packet(PLACE, pid, 2, 2) for pid in pids])
                service.signal(signal.SIGTERM)
                until(lambda: service.health("/readyz") == (503, '{"ready":false,"store":true}'),
                      "readyz says 503")
                with self.assertRaises(ConnectionRefusedError):
                    Link(service.port)
                self.assertTrue(waiting.is_closed())
            for _ in pids:
                self.assertEqual([link.read().type for _ in range(2)], [WHITE, BLACK])
            self.assertTrue(link.is_closed())
            self.assertEqual(service.wait(), 0)

    def test_without_clients_it_ends_at_once(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with StonesService("--sessions", "3") as service:
                service.signal(number)
                self.assertEqual(service.wait(), 0)


class Shell(TestCase):
    def run_service(self, *arguments, env=None):
        return subprocess.run([os.path.join(BIN, "threestones-service"), *arguments],
                              env={**os.environ, **(env or {})}, capture_output=True, text=True,
                              timeout=PATIENCE)

    @rows([
        ("flag", ["--lisden", ":1"], {}, "no such flag: --lisden"),
        ("level", ["--level", "Nobody"], {}, "--level: nobody is called Nobody"),
        ("level by environment", [], {"STONES_LEVEL": "x"}, "--level: nobody is called x"),
        ("address", ["--listen", ":x"], {}, "--listen is not HOST:PORT: :x"),
        ("health address", ["--health", "[::1", "--level", "Random"], {},
         "--health is not HOST:PORT: [::1"),
        ("store", ["--store", "mysql:x", "--level", "Random"], {}, "store: "),
        ("sessions", ["--sessions", "0"], {}, "--sessions: '0' is not a number from 1 to 64"),
        ("idle by environment", [], {"STONES_IDLE": "-1"}, "STONES_IDLE: '-1' is not a number"),
        ("command", ["play"], {}, "no such command: play"),
    ])
    def refused(self, arguments, env, message):
        done = self.run_service(*arguments, env=env)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn(f"threestones-service: {message}", done.stderr)

    def test_help_and_version(self):
        shown = self.run_service("--help")
        self.assertEqual((shown.returncode, shown.stderr), (0, ""))
        for flag in ("listen", "health", "store", "level", "sessions", "idle", "seed"):
            self.assertIn(f"  --{flag} ", shown.stdout)
            self.assertIn(f"[STONES_{flag.upper()}]", shown.stdout)
        self.assertRegex(self.run_service("--version").stdout, r"^threestones-service \d+\.\d+")

    def test_what_happens_is_logged(self):
        with StonesService() as service:
            with Link(service.port) as link:
                pid, game = link.start(), Game()
                while len(game.stones) < 30:
                    link.place(pid, game, game.moves()[0])
            service.wait_for_line('"event":"client left"')
            events = [json.loads(line) for line in service.lines]
            self.assertEqual([e["event"] for e in events],
                             ["health", "listening", "reachable", "client came", "game began"] +
                             ["stone"] * 30 + ["game over", "client left"])
            self.assertEqual(events[2]["address"], f"127.0.0.1:{service.port}")
            told = [(e["row"], e["col"]) for e in events if e["event"] == "stone"]
            self.assertEqual(told, game.stones)
            points = [e["points"] for e in events if e["event"] == "stone"]
            self.assertEqual([sum(points[0::2]), sum(points[1::2])], game.scores)
            self.assertEqual([events[-2]["white"], events[-2]["black"]], game.scores)
            # A pid opens its game, so a log does not tell it.
            self.assertNotIn(pid.hex(), "\n".join(service.lines))

    def test_strong_is_the_default(self):
        with StonesService(level=None) as service, Link(service.port) as link:
            service.wait_for_line('"event":"listening".*"level":"Strong"')
            self.assertIn(" Strong ", service.stored(link.start().hex()))

    def test_addresses_are_told_where_all_are_listened_on(self):
        with StonesService("--listen", ":0") as service:
            service.wait_for_line(rf'"event":"reachable","address":"127.0.0.1:{service.port}"')


if __name__ == "__main__":
    main()
