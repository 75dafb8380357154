"""Clients that play while things happen to the services, and remember all that they were told."""

import http.client
import json
import random
import socket
import struct
import threading
import time

SIZE = 15
UNAVAILABLE = b'{"response":false,"reason":"Store unavailable, try again"}'


class Player(threading.Thread):
    """A client in a thread of its own: plays games until it is stopped. A failure ends it and is kept."""

    def __init__(self, address, seed):
        super().__init__(daemon=True)
        self.address = address
        self.random = random.Random(seed)
        self.stopped = threading.Event()
        self.games_max = None  # how many games it plays; None = until it is stopped
        self.moves = 0  # that were answered
        self.games = {}  # pid -> what the client was told of it
        self.error = None

    def run(self):
        try:
            while not self.stopped.is_set() and len(self.games) != self.games_max:
                self.play_game()
        except Stopped:
            pass
        except Exception as error:  # whatever it is, the test reports it
            self.error = f"{type(error).__name__}: {error}"


class Failed(Exception):
    """A request that a client could not know what to do about."""


class Stopped(Exception):
    """The client was stopped while it waited."""


class OmokPlayer(Player):
    """Speaks HTTP on one connection that it keeps, sends each move once and plain, as old clients do.

    Only where patient is set does it take the documented 503 for an answer: it then asks again, with the
    turn that it plays on, as the API says.
    """

    def __init__(self, address, seed, strategy="Random"):
        super().__init__(address, seed)
        self.strategy = strategy
        self.patient = threading.Event()
        self.requests = self.unavailable = 0
        self.connection = http.client.HTTPConnection(*address, timeout=120)

    def get(self, path):
        self.requests += 1
        self.connection.request("GET", path, headers={"User-Agent": "Mozilla/5.0"})
        answer = self.connection.getresponse()
        return answer.status, answer.read()

    def ask(self, path, again):
        """The answer to path; after a 503, while those are allowed, the answer to again."""
        status, body = self.get(path)
        while status == 503 and body == UNAVAILABLE and self.patient.is_set():
            self.unavailable += 1
            time.sleep(0.05)  # a client's back-off, not a guess at when the store returns
            status, body = self.get(again)
        if status != 200:
            raise Failed(f"{path}: {status} {body[:100]!r}")
        return json.loads(body)

    def play_game(self):
        path = f"/new?strategy={self.strategy}"
        pid = self.ask(path, path)["pid"]
        game = self.games[pid] = {"moves": [], "winner": None, "over": False}
        free = [(x, y) for x in range(SIZE) for y in range(SIZE)]
        while not game["over"] and not self.stopped.is_set():
            point = free[self.random.randrange(len(free))]
            self.play(pid, game, point)
            free = [each for each in free if each not in game["moves"][-2:]]

    def play(self, pid, game, point):
        path = f"/play?pid={pid}&move={point[0]},{point[1]}"
        answer = self.ask(path, f"{path}&turn={len(game['moves'])}")
        if not answer["response"]:
            raise Failed(f"{path}: {answer['reason']}, after {len(game['moves'])} stones")
        self.moves += 1
        for key, winner in (("ack_move", "player"), ("move", "computer")):
            if key not in answer:
                continue
            stone = answer[key]
            game["moves"].append((stone["x"], stone["y"]))
            if stone["isWin"] or stone["isDraw"]:
                game["over"], game["winner"] = True, "draw" if stone["isDraw"] else winner

    def judge(self):
        """Asks for every game again and gives those that are not what this client was told."""
        wrong = []
        for pid, told in self.games.items():
            path = f"/game?pid={pid}"
            stored = self.ask(path, path)
            moves = list(zip(stored.get("moves", [])[::2], stored.get("moves", [])[1::2]))
            if (moves, stored.get("over"), stored.get("winner")) != (told["moves"], told["over"], told["winner"]):
                wrong.append((pid, told, stored))
        return wrong


SLOTS = [(row, col) for row in range(7) for col in range(7)
         if abs(row - 3) + abs(col - 3) <= 4 and (row, col) != (3, 3)]
START, PLACE, RESUME, GAME_START, WHITE, BLACK, OVER, REFUSED = 0, 1, 2, 10, 11, 12, 13, 14
PACKET = struct.Struct(">I16s9B3x")


class Ended(Exception):
    """The connection is gone: the game goes on on another."""


class StonesPlayer(Player):
    """Plays 3 Stones, one game a session; goes on by RESUME_GAME where a session is cut off."""

    def __init__(self, address, seed):
        super().__init__(address, seed)
        self.peer = None
        self.resumed = self.refused_seats = self.stored_unanswered = 0
        self.seated = threading.Event()  # set once a session has begun
        self.go = threading.Event()  # a session goes on after its start only when this is set
        self.go.set()

    def send(self, kind, pid, row=0, col=0, stones=0, detail=0):
        try:
            self.peer.sendall(PACKET.pack(kind, pid, row, col, 0, stones, 0, 0, 0, 0, detail))
        except OSError as error:
            raise Ended(str(error)) from error

    def receive(self):
        data = b""
        try:
            while len(data) < PACKET.size:
                part = self.peer.recv(PACKET.size - len(data))
                if not part:
                    raise Ended("end")
                data += part
        except OSError as error:
            raise Ended(str(error)) from error
        packet = PACKET.unpack(data)
        if packet[0] == REFUSED:
            if packet[-1] == 9:  # the store is away: the documented answer is to send again
                raise Ended("store unavailable")
            raise Failed(f"refused with {packet[-1]}")
        return packet

    def connect(self):
        self.peer = socket.create_connection(self.address, 120)
        self.peer.settimeout(None)  # however long the queue is

    def session(self, kind, pid):
        """Opens a connection and waits, as long as it takes, for a seat; gives the first packet."""
        while not self.stopped.is_set():
            try:
                self.connect()
                self.send(kind, pid, detail=1 if kind == START else 0)
                return self.receive()
            except (Ended, OSError):
                self.refused_seats += 1
                self.peer.close()
                time.sleep(0.1)  # a client's back-off
        raise Stopped

    def play_game(self):
        start = self.session(START, bytes(16))
        self.seated.set()
        pid, told = start[1], []
        self.games[pid] = told
        self.go.wait()
        try:
            while len(told) < 30 and not self.stopped.is_set():
                try:
                    self.place(pid, told)
                except Ended:
                    self.resume(pid, told)
        finally:
            self.peer.close()

    def place(self, pid, told):
        slot = self.random.choice(legal([packet[2:4] for packet in told]))
        self.pending = slot
        self.send(PLACE, pid, *slot, len(told))
        white, black = self.receive(), self.receive()
        if (white[0], black[0], white[2:4]) != (WHITE, BLACK, slot):
            raise Failed(f"stone {len(told)} at {slot} answered by {white} {black}")
        told += [white, black]
        self.moves += 1
        if len(told) == 30 and self.receive()[0] != OVER:
            raise Failed("no GAME_OVER after the last stone")

    def resume(self, pid, told):
        """Sees the game again; it may hold one more pair of stones, whose answer was lost on its way."""
        self.peer.close()
        self.resumed += 1
        stored = self.again(pid)
        if stored[:len(told)] != told or len(stored) - len(told) not in (0, 2):
            raise Failed(f"resumed with {len(stored)} stones after {len(told)} were told")
        if len(stored) > len(told):
            if stored[len(told)][2:4] != self.pending:
                raise Failed("a stone was stored that this client never sent")
            self.stored_unanswered += 1
            told[:] = stored

    def again(self, pid):
        """All stones' packets of a stored game, on a session of its own that stays open."""
        while True:
            try:
                return self.stones(self.session(RESUME, pid))
            except Ended:
                self.peer.close()

    def stones(self, start):
        """The packets that follow GAME_START in a game that is seen again."""
        stones = [self.receive() for _ in range(start[5])]
        if len(stones) == 30:
            self.receive()
        return stones

    def judge(self):
        """Asks for every game again, all on one session, and gives those that are not as they were told."""
        wrong = []
        self.connect()
        for pid, told in self.games.items():
            self.send(RESUME, pid)
            stored = self.stones(self.receive())
            if stored != told:
                wrong.append((pid, told, stored))
        self.peer.close()
        return wrong


def legal(stones):
    """Slots for the next stone: empty ones in the last one's row or column, else any empty one."""
    empty = [slot for slot in SLOTS if slot not in stones]
    near = [slot for slot in empty if stones and (slot[0] == stones[-1][0] or slot[1] == stones[-1][1])]
    return near or empty
