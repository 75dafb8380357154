"""kill -9 of the service while clients play, and on with another process on the same file."""

import tempfile

import helper
from helper import Player, Service, TestCase, moves_of_record

ROUNDS = 5


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
                    player.check(moves_of_record(service.stored(player.pid)))


if __name__ == "__main__":
    helper.main()
