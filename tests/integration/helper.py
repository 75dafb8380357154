"""Starts the services and servers that the integration tests talk to, and speaks HTTP to them.

Everything is started on ports that the kernel chooses or on Unix sockets, keeps its files in a
folder of its own, and is ended by its pid. BIN names the folder of the binaries.
"""

import json
import os
import random
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

BIN = os.environ.get("BIN", os.path.join(os.path.dirname(__file__), "../../build/dev/bin"))
PATIENCE = 60  # seconds: no test waits so long on a healthy machine, however busy

# The library keeps memory of its own until the process ends.
HERE = os.path.dirname(os.path.abspath(__file__))
SANITIZERS = {
    "LSAN_OPTIONS": f"suppressions={HERE}/lsan.supp:print_suppressions=0",
    "TSAN_OPTIONS": f"suppressions={HERE}/tsan.supp",
}


def until(condition, what):
    """Waits for condition() to be true, or fails after PATIENCE."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE} s in vain: {what}")
        time.sleep(0.005)


class Process:
    """A child whose output is collected line by line."""

    def __init__(self, command, env=None, cwd=None, **kwargs):
        self.lines = []
        self.child = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env={**os.environ, **SANITIZERS, **(env or {})}, cwd=cwd, **kwargs)
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.append(line.decode(errors="replace").rstrip("\n"))

    def wait_for_line(self, pattern):
        """Returns the match of the first line that the pattern is found in."""
        found = []

        def look():
            # The lines first: a process that has ended may have said it before.
            ended = self.child.poll() is not None and not self.reader.is_alive()
            found[:] = [m for m in (re.search(pattern, line) for line in list(self.lines)) if m]
            if not found and ended:
                raise AssertionError("ended early:\n" + "\n".join(self.lines))
            return found

        until(look, pattern)
        return found[0]

    def signal(self, number):
        self.child.send_signal(number)

    def wait(self):
        status = self.child.wait(PATIENCE)
        self.reader.join(PATIENCE)
        self.child.stdout.close()
        return status

    def kill(self):
        if self.child.poll() is None:
            self.child.kill()
        self.wait()


class Service(Process):
    """An omok-service. As a context manager it must end well: exit 0, no sanitizer report."""

    def __init__(self, *flags, store=None, env=None, **kwargs):
        self.folder = tempfile.TemporaryDirectory(prefix="omok-test-")
        self.store = store or f"sqlite:{self.folder.name}/games.db"
        super().__init__([os.path.join(BIN, "omok-service"), "--listen", "127.0.0.1:0",
                          "--store", self.store, *flags], env, cwd=self.folder.name, **kwargs)
        self.port = int(self.wait_for_line(r'"event":"listening".*"port":(\d+)').group(1))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.child.poll() is None:
            self.signal(signal.SIGCONT)
            self.signal(signal.SIGTERM)
        status = self.wait()
        self.folder.cleanup()
        if kind is None and status not in (0, -signal.SIGKILL):
            raise AssertionError(f"exit status {status}:\n" + "\n".join(self.lines[-100:]))

    def kill(self):
        super().kill()
        self.folder.cleanup()

    def plant(self, pid, record):
        """Puts a record into the store as if it had always been there."""
        with sqlite3.connect(self.store.removeprefix("sqlite:"), timeout=PATIENCE) as db:
            db.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?)",
                       (f"omok:{pid}", record.encode("latin-1"), 1 << 60))
        db.close()

    def stored(self, pid):
        db = sqlite3.connect(self.store.removeprefix("sqlite:"), timeout=PATIENCE)
        row = db.execute("SELECT value FROM games WHERE key = ?", (f"omok:{pid}",)).fetchone()
        db.close()
        return None if row is None else bytes(row[0]).decode("latin-1")

    def metric(self, name):
        """The value of one sample of /metrics, labels included in its name."""
        for line in Client(self.port).get("/metrics").body.decode().splitlines():
            if line.rpartition(" ")[0] == name:
                return float(line.rpartition(" ")[2])
        raise AssertionError(f"no metric {name}")


class Redis(Process):
    """A redis-server on a Unix socket, and a port if one is named; it forgets all when it ends."""

    # Nothing acknowledged is lost however it ends: with "everysec" a write may wait for two seconds
    # behind a slow fsync after its answer has been sent.
    DURABLE = ("--appendonly", "yes", "--appendfsync", "always")

    def __init__(self, *flags, port=0):
        self.folder = tempfile.TemporaryDirectory(prefix="redis-test-")
        self.path = f"{self.folder.name}/redis.sock"
        self.flags = ("--port", str(port), *flags)
        self.url = f"redis://127.0.0.1:{port}" if port else f"redis+unix:{self.path}"
        self.start()

    def start(self):
        super().__init__(["redis-server", "--unixsocket", self.path,
                          "--dir", self.folder.name, "--save", "", *self.flags])
        self.wait_for_line("ready to accept connections")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.signal(signal.SIGCONT)
        self.kill()
        self.folder.cleanup()

    def command(self, *words):
        """One command by the Redis protocol; returns bytes, a number, None or a list."""
        with socket.socket(socket.AF_UNIX) as link:
            link.settimeout(PATIENCE)
            link.connect(self.path)
            words = [w if isinstance(w, bytes) else str(w).encode("latin-1") for w in words]
            link.sendall(b"*%d\r\n" % len(words) +
                         b"".join(b"$%d\r\n%s\r\n" % (len(w), w) for w in words))
            with link.makefile("rb") as reader:
                return self._reply(reader)

    def _reply(self, reader):
        line = reader.readline().rstrip(b"\r\n")
        kind, rest = line[:1], line[1:]
        if kind == b"$":
            return None if rest == b"-1" else reader.read(int(rest) + 2)[:-2]
        if kind == b"*":
            return [self._reply(reader) for _ in range(int(rest))]
        if kind == b"-":
            raise AssertionError(rest.decode())
        return int(rest) if kind == b":" else rest

    def plant(self, pid, record):
        self.command("SET", f"omok:{pid}", record)

    def stored(self, pid):
        value = self.command("GET", f"omok:{pid}")
        return None if value is None else value.decode("latin-1")


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)


class Gone(Exception):
    """The connection was closed where an answer was due."""


class Client:
    """One keep-alive connection that shows every byte."""

    def __init__(self, port, host="127.0.0.1"):
        self.address = (host, port)
        self.socket = None

    def connect(self):
        if self.socket is None:
            self.socket = socket.create_connection(self.address, timeout=PATIENCE)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.buffer = b""
        return self

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None

    def __del__(self):
        self.close()

    def send(self, data):
        self.connect()
        self.socket.sendall(data)

    def _more(self):
        try:
            data = self.socket.recv(65536)
        except ConnectionResetError:
            data = b""
        if not data:
            self.close()
            raise Gone()
        self.buffer += data

    def read(self, has_body=True):
        """Reads exactly one answer off the connection."""
        while b"\r\n\r\n" not in self.buffer:
            self._more()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        length = int(headers.get("content-length", 0)) if has_body else 0
        while len(self.buffer) < length:
            self._more()
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        answer = Answer(int(lines[0].split()[1]), headers, body)
        if headers.get("connection") == "close":
            self.close()
        return answer

    def request(self, method, target, headers=()):
        """Sends one request and reads its answer; headers is a list of (name, value)."""
        self.send(request_bytes(method, target, headers))
        return self.read(has_body=method != "HEAD")

    def get(self, target, headers=()):
        return self.request("GET", target, headers)

    def is_closed_by_peer(self):
        """Waits for the other side to close, reading nothing else."""
        try:
            return self.socket.recv(1) == b""
        except ConnectionResetError:
            return True

    # The omok API, as a client that knows what it wants.

    def new(self, strategy="Random"):
        return self.get(f"/new?strategy={strategy}").json()["pid"]

    def play(self, pid, x, y, key=None, turn=None):
        target = f"/play?pid={pid}&x={x}&y={y}" + ("" if turn is None else f"&turn={turn}")
        return self.get(target, [] if key is None else [("Idempotency-Key", key)])

    def game(self, pid):
        return self.get(f"/game?pid={pid}").json()


class Player(threading.Thread):
    """Plays one game with keys, sending a move again until it is answered.

    `ports` is a list of services that it tries in turn; it may change meanwhile.
    """

    def __init__(self, ports, number):
        super().__init__(daemon=True)
        self.ports, self.dice = ports, random.Random(number)
        self.number, self.pid, self.acknowledged, self.error = number, None, [], None
        self.client, self.tries, self.unavailable = None, number, 0
        self.must_end = threading.Event()

    def run(self):
        try:
            self.pid = self.insist("/new?strategy=Random", [])["pid"]
            while not self.must_end.is_set():
                at = (self.dice.randrange(15), self.dice.randrange(15))
                key = f"{self.number}-{self.dice.random()}"
                answer = self.insist(f"/play?pid={self.pid}&x={at[0]}&y={at[1]}",
                                     [("Idempotency-Key", key)])
                if answer["response"]:
                    self.acknowledged.append((at, answer.get("move")))
                elif answer["reason"] == "Game already over":
                    return
                else:
                    assert answer["reason"].startswith("Place not empty"), answer
        except Exception as error:  # raised by check, in the thread of the test
            self.error = error

    def insist(self, target, headers):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if self.client is None or self.client.address[1] not in self.ports:
                    self.tries += 1
                    self.client = Client(self.ports[self.tries % len(self.ports)])
                answer = self.client.get(target, headers)
                if answer.status != 503:
                    return answer.json()
                assert answer.body == b'{"response":false,"reason":"Store unavailable, try again"}'
                self.unavailable += 1
                time.sleep(0.01)  # a client that does not hammer a store that is away
            except (Gone, OSError):
                self.client = None
        raise AssertionError(f"no answer to {target} in {PATIENCE} s")

    def check(self, moves):
        """Compares what was acknowledged with the points of the stored game."""
        if self.error:
            raise self.error
        winner_of(moves)
        told = [at for at, _ in self.acknowledged]
        assert told == moves[::2], f"acknowledged {told}, stored {moves[::2]}"
        for (at, move), stored in zip(self.acknowledged, moves[1::2]):
            assert (move["x"], move["y"]) == stored, f"told another answer to {at}"


def request_bytes(method, target, headers=()):
    lines = [f"{method} {target} HTTP/1.1", "Host: test", *(f"{n}: {v}" for n, v in headers)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")


def winner_of(moves):
    """Replays a game's list of points by rules of its own; returns who won, after which stone.

    It fails when a stone lies outside, on another, or behind the end of the game.
    """
    board = {}
    for index, at in enumerate(moves):
        assert 0 <= at[0] < 15 and 0 <= at[1] < 15, f"stone {index} lies outside: {at}"
        assert at not in board, f"stone {index} lies on another: {at}"
        board[at] = index % 2
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                x, y = at[0] + sign * dx, at[1] + sign * dy
                while board.get((x, y)) == index % 2:
                    length, x, y = length + 1, x + sign * dx, y + sign * dy
            if length >= 5:
                assert index == len(moves) - 1, "the game went on after it was won"
                return "player" if index % 2 == 0 else "computer"
    return "draw" if len(moves) == 225 else None


def points(flat):
    return list(zip(flat[::2], flat[1::2]))


def moves_of_record(record):
    """The points of a stored record, whose form is that of libcore/include/core/omok_record.h."""
    match = re.fullmatch(r"(\d{8}) 1 ([A-Za-z]+) ([0-9a-f]{16}|-) ((?:[a-o]{2})*)", record)
    assert match, f"no record: {record!r}"
    letters = match.group(4)
    moves = [(ord(letters[i]) - 97, ord(letters[i + 1]) - 97) for i in range(0, len(letters), 2)]
    assert len(moves) == int(match.group(1)), f"the version is not the number of stones: {record}"
    return moves


def check_game(game):
    """Checks what /game tells against a replay; returns its points."""
    moves = points(game["moves"])
    assert winner_of(moves) == game["winner"]
    assert len(moves) == game["turn"]
    assert game["over"] == (game["winner"] is not None)
    return moves


def rows(table):
    """Makes each row of a table a test of its own, named by the row's first column."""
    def decorate(check):
        check.rows = table
        return check
    return decorate


class TestCase(unittest.TestCase):
    maxDiff = None

    def __init_subclass__(cls):
        for check in [c for c in vars(cls).values() if hasattr(c, "rows")]:
            for number, row in enumerate(check.rows):
                name = re.sub(r"\W+", "_", row[0]).strip("_")
                test = (lambda check, row: lambda self: check(self, *row[1:]))(check, row)
                test.__doc__ = f"{check.__name__}: {row[0]}"
                setattr(cls, f"test_{check.__name__}_{number:03}_{name}", test)


def main():
    unittest.main(verbosity=1, argv=[sys.argv[0], *sys.argv[1:]])
