"""kill -9 of the service while clients play, and on with another process on the same file."""

import random
import tempfile
import threading

import helper
from helper import Client, Gone, Service, TestCase, moves_of_record, winner_of

ROUNDS = 5


class Player(threading.Thread):
    """Plays one game with keys, sending a move again until it is answered, on any port it is told."""

    def __init__(self, ports, number):
        super().__init__()
        self.ports, self.dice = ports, random.Random(number)
        self.number, self.pid, self.acknowledged, self.error = number, None, [], None
        self.must_end = threading.Event()

    def run(self):
        try:
            client = Client(self.ports[-1])
            self.pid = client.new()
            while not self.must_end.is_set():
                at = (self.dice.randrange(15), self.dice.randrange(15))
                answer = self.insist(at, f"{self.number}-{len(self.acknowledged)}-{self.dice.random()}")
                if answer["response"]:
                    self.acknowledged.append((at, answer.get("move")))
                elif answer["reason"] == "Game already over":
                    return
        except Exception as error:  # told by the test, in its own thread
            self.error = error

    def insist(self, at, key):
        while True:
            try:
                answer = Client(self.ports[-1]).play(self.pid, *at, key=key)
                if answer.status != 503:
                    return answer.json()
            except (Gone, ConnectionError):
                pass


class Crash(TestCase):
    def test_every_acknowledged_move_survives(self):
        with tempfile.TemporaryDirectory(prefix="omok-crash-") as folder:
            store = f"sqlite:{folder}/games.db"
            service = Service("--threads", "2", store=store)
            ports = [service.port]
            players = [Player(ports, n) for n in range(8)]
            for player in players:
                player.start()
            helper.until(lambda: all(p.pid or p.error for p in players), "all games begun")
            for _ in range(ROUNDS):
                before = sum(len(p.acknowledged) for p in players)
                helper.until(lambda: sum(len(p.acknowledged) for p in players) >= before + 40 or
                             not any(p.is_alive() for p in players), "moves")
                service.kill()
                service = Service("--threads", "2", store=store)
                ports.append(service.port)
            for player in players:
                player.must_end.set()
            for player in players:
                player.join()
            with service:
                for player in players:
                    if player.error:
                        raise player.error
                    self.check(player, moves_of_record(service.stored(player.pid)))

    def check(self, player, moves):
        winner_of(moves)
        told = [at for at, _ in player.acknowledged]
        self.assertEqual(told, moves[::2])
        for (at, move), stored in zip(player.acknowledged, moves[1::2]):
            self.assertEqual((move["x"], move["y"]), stored, f"the answer to {at}")


if __name__ == "__main__":
    helper.main()
