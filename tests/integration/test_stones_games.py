"""Whole games through the real server and its packets, every byte judged by an independent count.

GAMES in the environment says how many; the server plays Random, and so does the client.
"""

import os
import random
import signal
import threading

from helper import TestCase, main
from stones import Game, Link, StonesService

GAMES = int(os.environ.get("GAMES", "300"))
LINKS = 2


class Games(TestCase):
    def play(self, port, count, seed, failures):
        chance = random.Random(seed)
        try:
            with Link(port) as link:
                for _ in range(count):
                    pid, game = link.start(), Game()
                    while len(game.stones) < 30:
                        link.place(pid, game, chance.choice(game.moves()))
        except BaseException as failure: # told in the main thread
            failures.append(failure)

    def test_every_game_ends_after_thirty_legal_stones_with_the_right_scores(self):
        failures = []
        with StonesService("--sessions", str(LINKS)) as service:
            threads = [threading.Thread(target=self.play,
                                        args=(service.port, GAMES // LINKS, seed, failures))
                       for seed in range(LINKS)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(failures, [])
            played = GAMES // LINKS * LINKS
            self.assertEqual(service.metric("stones_games_begun_total"), played)
            self.assertEqual(service.metric("stones_games_over_total"), played)
            self.assertEqual(service.metric('stones_packets_total{type="place"}'), played * 15)
            service.signal(signal.SIGTERM)
            self.assertEqual(service.wait(), 0)


if __name__ == "__main__":
    main()
