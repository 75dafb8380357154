"""Each move sent three times at once with one key, beside a rival: one winner per turn.

GAMES games over two replicas; REQUESTS answers at least. All answers to one key are equal to the
byte, a rival that lost is told so, and the stored game is the winners' moves in order.
"""

import random
import threading
import time

import helper
from helper import Client, Gone, Redis, Service, TestCase, moves_of_record, request_bytes

GAMES = 60
REQUESTS = 10_000
COPIES = 3


class Sender:
    """One connection that repeats a request until it gets an answer that is not 503."""

    def __init__(self, ports, number):
        self.ports, self.tries, self.client = ports, number, None
        self.answered = self.repeated = 0

    def send(self, target, key):
        self.request = request_bytes("GET", target, [("Idempotency-Key", key)])
        self._try_send()

    def _try_send(self):
        try:
            if self.client is None:
                self.tries += 1
                self.client = Client(self.ports[self.tries % len(self.ports)])
            self.client.send(self.request)
        except OSError:
            self.client = None

    def receive(self):
        end = time.monotonic() + helper.PATIENCE
        while time.monotonic() < end:
            try:
                if self.client is not None:
                    answer = self.client.read()
                    self.answered += 1
                    if answer.status != 503:
                        return answer
                    time.sleep(0.005)
            except (Gone, OSError):
                self.client = None
            self.repeated += 1
            self._try_send()
        raise AssertionError("no answer")


class Match(threading.Thread):
    """One game after another, until the answers of all matches are REQUESTS."""

    def __init__(self, ports, number, matches):
        super().__init__(daemon=True)
        self.dice, self.matches, self.number = random.Random(number), matches, number
        self.client = Client(ports[0])
        self.senders = [Sender(ports, number + n) for n in range(COPIES + 1)]
        self.games, self.problems = [], []

    def answered(self):
        return sum(s.answered for s in self.senders)

    def run(self):
        try:
            while not self.games or sum(m.answered() for m in self.matches) < REQUESTS:
                self.play()
        except Exception as error:  # told by the test, in its own thread
            self.problems.append(repr(error))

    def begin(self):
        while True:
            try:
                answer = self.client.get("/new?strategy=Random")
                if answer.status == 200:
                    return answer.json()["pid"]
                time.sleep(0.005)
            except (Gone, OSError):
                pass

    def play(self):
        pid, moves = self.begin(), []
        self.games.append((pid, moves))
        while self.turn(pid, moves):
            pass

    def turn(self, pid, moves):
        # Points whose colour never makes a row of the player's, so that games are long.
        free = [(x, y) for x in range(15) for y in range(15)
                if (x, y) not in moves and (x + 2 * y) % 4 < 2]
        if len(free) < 2:
            return False
        mine, rival = self.dice.sample(free, 2)
        turn = len(moves)
        sent = [mine] * COPIES + [rival]
        order = list(range(COPIES + 1))
        self.dice.shuffle(order)
        for n in order:
            at = sent[n]
            self.senders[n].send(f"/play?pid={pid}&x={at[0]}&y={at[1]}&turn={turn}",
                                 f"{self.number}-{turn}-{at}")
        return self.judge(moves, sent, [sender.receive() for sender in self.senders])

    def judge(self, moves, sent, answers):
        stale = b'{"response":false,"reason":"Turn out of date, %d"}'
        won = [n for n, a in enumerate(answers) if a.body.startswith(b'{"response":true')]
        points = {sent[n] for n in won}
        if len(points) != 1:
            self.problems.append(f"{len(points)} winners: {[a.body for a in answers]}")
            return False
        winner = points.pop()
        if len({answers[n].body for n in won}) != 1:
            self.problems.append(f"told differently: {[answers[n].body for n in won]}")
        answer = answers[won[0]].json()
        moves.append(winner)
        if "move" in answer:
            moves.append((answer["move"]["x"], answer["move"]["y"]))
        for n, a in enumerate(answers):
            if sent[n] == winner and n not in won:
                self.problems.append(f"the winner was refused: {a.body}")
            if sent[n] != winner and a.body != stale % len(moves):
                self.problems.append(f"the loser was told: {a.body}")
        return "move" in answer and not answer["move"]["isWin"]


class Once(TestCase):
    def run_matches(self, kill_every_s):
        with Redis() as redis, \
                Service("--threads", "2", "--no-access-log", store=redis.url) as one, \
                Service("--threads", "2", "--no-access-log", store=redis.url) as two:
            matches, kills, stop = [], 0, threading.Event()
            matches += [Match([one.port, two.port], n, matches) for n in range(GAMES)]
            for match in matches:
                match.start()
            while any(match.is_alive() for match in matches):
                if kill_every_s:
                    stop.wait(kill_every_s)
                    kills += redis.command("CLIENT", "KILL", "TYPE", "normal")
                else:
                    stop.wait(0.05)
            problems = [p for match in matches for p in match.problems]
            for match in matches:
                for pid, moves in match.games:
                    if moves_of_record(redis.stored(pid)) != moves:
                        problems.append(f"stored otherwise than told: {pid[:4]}")
                    helper.winner_of(moves)
            requests = sum(match.answered() for match in matches)
            repeated = sum(s.repeated for match in matches for s in match.senders)
            print(f"\n{sum(len(m.games) for m in matches)} games, {requests} answers, {repeated} "
                  f"repeated, {kills} connections killed, {len(problems)} violations")
            self.assertEqual(problems, [])
            self.assertGreaterEqual(requests, REQUESTS)
            self.assertTrue(kills > 0 or not kill_every_s)

    def test_one_winner_per_turn(self):
        self.run_matches(None)

    def test_one_winner_per_turn_while_connections_are_killed(self):
        self.run_matches(0.15)


if __name__ == "__main__":
    helper.main()
