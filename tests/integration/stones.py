"""3 Stones for the integration tests: the service, its packets, and rules of its own.

Nothing here shares code with the project: the packets and the rules are written down once more, so
that a mistake there does not hide one.
"""

import os
import signal
import socket
import sqlite3
import struct
import tempfile
import threading
import urllib.error
import urllib.request

from helper import BIN, PATIENCE, Gone, Process

START, PLACE, RESUME = 0, 1, 2
GAME_START, WHITE, BLACK, OVER, REFUSED = 10, 11, 12, 13, 14
NONE = 255
FIELDS = ("type", "pid", "row", "col", "points", "stones", "white", "black", "white_left",
          "black_left", "detail", "reserved")
LAYOUT = struct.Struct(">I16s9B3s")


class Packet:
    """One packet; fields that are not named are zero, row and col too."""

    def __init__(self, type=0, pid=b"", row=0, col=0, points=0, stones=0, white=0, black=0,
                 white_left=0, black_left=0, detail=0, reserved=b"\0\0\0"):
        self.type, self.row, self.col, self.points = type, row, col, points
        self.pid = bytes.fromhex(pid) if isinstance(pid, str) else pid.ljust(16, b"\0")
        self.stones, self.white, self.black = stones, white, black
        self.white_left, self.black_left, self.detail = white_left, black_left, detail
        self.reserved = reserved

    @classmethod
    def decode(cls, data):
        return cls(*LAYOUT.unpack(data))

    def encode(self):
        return LAYOUT.pack(*(getattr(self, name) for name in FIELDS))

    def __eq__(self, other):
        return self.encode() == other.encode()

    def __repr__(self):
        fields = {name: getattr(self, name) for name in FIELDS}
        fields["pid"] = self.pid.hex()
        return " ".join(f"{name}={value}" for name, value in fields.items() if value not in
                        (0, b"\0\0\0"))


def bare(detail, pid=b"", row=0, col=0):
    """A REFUSED that tells nothing about a game."""
    return Packet(REFUSED, pid, row, col, detail=detail)


def is_slot(row, col):
    return abs(row - 3) + abs(col - 3) <= 4 and (row, col) != (3, 3) and 0 <= row < 7 and 0 <= col < 7


SLOTS = [(row, col) for row in range(7) for col in range(7) if is_slot(row, col)]


class Game:
    """The rules, counted from the stones alone."""

    def __init__(self, stones=()):
        self.stones = []
        self.scores = [0, 0]
        for at in stones:
            self.play(at)

    def moves(self):
        free = [at for at in SLOTS if at not in self.stones]
        if not self.stones:
            return free
        row, col = self.stones[-1]
        return [at for at in free if at[0] == row or at[1] == col] or free

    def play(self, at):
        """Places the next stone and returns its points."""
        assert len(self.stones) < 30 and at in self.moves(), f"{at} cannot be played"
        side = len(self.stones) % 2
        self.stones.append(at)
        own = set(self.stones[side::2])
        points = 0
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            for first in (-2, -1, 0):
                line = {(at[0] + n * down, at[1] + n * right) for n in range(first, first + 3)}
                points += line <= own
        self.scores[side] += points
        return points

    def standing(self):
        """What every packet about the game tells as of its last stone."""
        count = len(self.stones)
        return {"stones": count, "white": self.scores[0], "black": self.scores[1],
                "white_left": 15 - (count + 1) // 2, "black_left": 15 - count // 2}

    def told(self, pid):
        """The packet that reported the last stone; `points` is counted anew."""
        before = Game(self.stones[:-1])
        points = before.play(self.stones[-1])
        row, col = self.stones[-1]
        return Packet(WHITE if len(self.stones) % 2 else BLACK, pid, row, col, points,
                      **self.standing())

    def over(self, pid):
        white, black = self.scores
        return Packet(OVER, pid, NONE, NONE, detail=1 if white > black else 2 if white < black else 3,
                      **self.standing())

    def record(self, level="Random"):
        slots = "".join(f"{row}{col}" for row, col in self.stones)
        return f"{len(self.stones):08d} 1 {level} {slots}"


def game_of(slots):
    """A game from text like "2324 3435": row and column of each stone."""
    digits = slots.replace(" ", "")
    return Game([(int(digits[i]), int(digits[i + 1])) for i in range(0, len(digits), 2)])


class StonesService(Process):
    """A threestones-service. As a context manager it must end well: exit 0, no sanitizer report."""

    def __init__(self, *flags, store=None, level="Random", env=None):
        self.folder = tempfile.TemporaryDirectory(prefix="stones-test-")
        self.store = store or f"sqlite:{self.folder.name}/games.db"
        super().__init__([os.path.join(BIN, "threestones-service"), "--listen", "127.0.0.1:0",
                          "--health", "127.0.0.1:0", "--store", self.store,
                          *(["--level", level] if level else []), *flags],
                         env, cwd=self.folder.name)
        self.health_port = int(self.wait_for_line(r'"event":"health".*"port":(\d+)').group(1))
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

    def _database(self):
        return sqlite3.connect(self.store.removeprefix("sqlite:"), timeout=PATIENCE)

    def plant(self, pid, record):
        """Puts a record into the store as if it had always been there."""
        with self._database() as database:
            database.execute("INSERT OR REPLACE INTO games VALUES (?, ?, ?)",
                             (f"stones:{pid}", record.encode(), 1 << 60))
        database.close()

    def stored(self, pid):
        database = self._database()
        row = database.execute("SELECT value FROM games WHERE key = ?",
                               (f"stones:{pid}",)).fetchone()
        database.close()
        return None if row is None else bytes(row[0]).decode()

    def health(self, path, method="GET"):
        """Status and body of a page of the health port."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.health_port}{path}",
                                         method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, refusal.read().decode()

    def metric(self, name):
        """The value of one sample of /metrics, labels included in its name."""
        for line in self.health("/metrics")[1].splitlines():
            if line.rpartition(" ")[0] == name:
                return float(line.rpartition(" ")[2])
        raise AssertionError(f"no metric {name}")


class Link:
    """One connection to the service: packets out, packets in."""

    def __init__(self, port, timeout=PATIENCE):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def kill(self):
        """Closes with a reset, as a process that dies with bytes unread."""
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.socket.close()

    def send(self, *packets):
        self.socket.sendall(b"".join(p if isinstance(p, bytes) else p.encode() for p in packets))

    def read(self):
        """The next packet; Gone when the server closes instead, and only between packets."""
        while len(self.buffer) < 32:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                raise Gone() from None
            if not data:
                assert self.buffer == b"", "the server closed inside a packet"
                raise Gone()
            self.buffer += data
        data, self.buffer = self.buffer[:32], self.buffer[32:]
        return Packet.decode(data)

    def ask(self, packet, count=1):
        self.send(packet)
        return [self.read() for _ in range(count)]

    def is_silent(self, seconds):
        """Whether nothing arrives for a while: only ever used where silence is what is right."""
        self.socket.settimeout(seconds)
        try:
            return self.buffer == b"" and self.socket.recv(1, socket.MSG_PEEK) is None
        except TimeoutError:
            return True
        finally:
            self.socket.settimeout(PATIENCE)

    def is_closed(self):
        """Waits for the server to close; False when a packet comes instead."""
        try:
            self.read()
        except Gone:
            return True
        return False

    # A game, as a client that knows what it wants.

    def start(self, level=0):
        packet, = self.ask(Packet(START, detail=level))
        assert packet == Packet(GAME_START, packet.pid, NONE, NONE, **Game().standing()), packet
        return packet.pid

    def place(self, pid, game, at):
        """Plays one stone, judges every byte of the answer, and adds both stones to the game."""
        last = len(game.stones) == 28
        row, col = at
        told = self.ask(Packet(PLACE, pid, row, col, stones=len(game.stones)), 3 if last else 2)
        game.play(at)
        assert told[0] == game.told(pid), f"{told[0]} is not {game.told(pid)}"
        game.play((told[1].row, told[1].col))
        assert told[1] == game.told(pid), f"{told[1]} is not {game.told(pid)}"
        if last:
            assert told[2] == game.over(pid), f"{told[2]} is not {game.over(pid)}"
        return told

    def resume(self, pid, game):
        """Asks for the game and judges every byte that comes."""
        start, = self.ask(Packet(RESUME, pid))
        assert start == Packet(GAME_START, pid, NONE, NONE, **game.standing()), start
        replayed = Game()
        for at in game.stones:
            replayed.play(at)
            packet = self.read()
            assert packet == replayed.told(pid), f"{packet} is not {replayed.told(pid)}"
        if len(game.stones) == 30:
            assert self.read() == game.over(pid)


class Relay:
    """A port that stays the same while the service behind it comes and goes."""

    def __init__(self, port=None):
        self.target = port # None = nobody is there: connections are closed at once
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.pairs = []
        self.dropped = 0      # bytes
        self.drops = None     # "up", towards the service, or "down": what is lost on its way
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        self.cut()

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target or 1), timeout=PATIENCE)
            except OSError:
                client.close()
                continue
            self.pairs.append((client, server))
            for way in (client, server, "up"), (server, client, "down"):
                threading.Thread(target=self._copy, args=way, daemon=True).start()

    def _copy(self, source, sink, direction):
        try:
            while data := source.recv(65536):
                if self.drops == direction:
                    self.dropped += len(data)
                else:
                    sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self):
        """Closes every connection there is."""
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
                end.close()
        self.pairs = []


class Liar:
    """A server that answers each packet with what it was told to say, right or wrong."""

    def __init__(self, *answers):
        self.answers = list(answers) # functions of the packet that came, to bytes; None = close
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()

    def _serve(self):
        while self.answers:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            with client:
                while self.answers and (data := client.recv(32, socket.MSG_WAITALL)):
                    answer = self.answers.pop(0)(Packet.decode(data))
                    if answer is None:
                        break
                    client.sendall(answer)
                else:
                    while client.recv(4096):
                        pass
