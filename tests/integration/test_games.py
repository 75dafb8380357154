"""Whole games, several at once, and many clients on one."""

import random
import threading

import helper
from helper import Client, Redis, Service, TestCase, check_game, points, until, winner_of

LINES = [[(x + i * dx, y + i * dy) for i in range(5)]
         for x in range(15) for y in range(15) for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
         if 0 <= x + 4 * dx < 15 and 0 <= y + 4 * dy < 15]


def eager_point(mine, theirs):
    """The free point that adds most to the lines that are still ours; good enough to beat Random."""
    gains = {}
    for line in LINES:
        if not theirs.intersection(line):
            have = len(mine.intersection(line))
            for at in line:
                if at not in mine:
                    gains[at] = gains.get(at, 0) + 10 ** have
    return max(gains, key=lambda at: (gains[at], at))


def drawn_record(strategy):
    """224 stones without a row, and the point that is left: the player's."""
    black = [(x, y) for y in range(15) for x in range(15) if (x + 2 * y) % 4 < 2]
    white = [(x, y) for y in range(15) for x in range(15) if (x + 2 * y) % 4 >= 2]
    last = black.pop()
    moves = [at for pair in zip(black, white) for at in pair]
    letters = "".join(chr(97 + x) + chr(97 + y) for x, y in moves)
    return f"00000224 1 {strategy} - {letters}", last


class Games(TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service("--threads", "2", "--seed", "5")

    @classmethod
    def tearDownClass(cls):
        cls.service.__exit__(None)

    def play_out(self, strategy, choose):
        """Plays until somebody has won, checking every answer; returns the game and the last one."""
        client = Client(self.service.port)
        pid = client.new(strategy)
        mine, theirs = set(), set()
        while True:
            at = choose(mine, theirs)
            answer = client.play(pid, *at).json()
            self.assertTrue(answer["response"], answer)
            mine.add(at)
            self.assertEqual((answer["ack_move"]["x"], answer["ack_move"]["y"]), at)
            if "move" not in answer:
                break
            theirs.add((answer["move"]["x"], answer["move"]["y"]))
            if answer["move"]["isWin"]:
                break
        game = client.game(pid)
        moves = check_game(game)
        self.assertEqual((set(moves[::2]), set(moves[1::2])), (mine, theirs))
        return game, answer

    def test_a_game_is_won(self):
        game, answer = self.play_out("Random", eager_point)
        self.assertEqual(game["winner"], "player")
        self.assertNotIn("move", answer)
        self.assertTrue(answer["ack_move"]["isWin"])
        row = points(answer["ack_move"]["row"])
        self.assertEqual((game["row"], len(row)), (answer["ack_move"]["row"], 5))
        self.assertIn(sorted(row), [sorted(line) for line in LINES])
        self.assertIn((answer["ack_move"]["x"], answer["ack_move"]["y"]), row)

    def test_a_game_is_lost(self):
        dice = random.Random(1)

        def anywhere(mine, theirs):
            return dice.choice([(x, y) for x in range(15) for y in range(15)
                                if (x, y) not in mine | theirs])

        game, answer = self.play_out("Smart", anywhere)
        self.assertEqual(game["winner"], "computer")
        self.assertTrue(answer["move"]["isWin"])
        self.assertFalse(answer["ack_move"]["isWin"])
        self.assertEqual((game["row"], len(game["row"])), (answer["move"]["row"], 10))

    def test_a_game_is_drawn_by_the_players_last_stone(self):
        client, pid = Client(self.service.port), "0" * 31 + "d"
        record, (x, y) = drawn_record("Smart")
        self.service.plant(pid, record)
        answer = client.play(pid, x, y)
        self.assertEqual(answer.body.decode(), '{"response":true,"ack_move":{"x":%d,"y":%d,'
                         '"isWin":false,"isDraw":true,"row":[]}}' % (x, y))
        game = client.game(pid)
        check_game(game)
        self.assertEqual((game["winner"], game["over"], game["row"]), ("draw", True, []))
        self.assertEqual(client.play(pid, x, y, turn=224).body, answer.body)
        self.assertEqual(client.play(pid, x, y).json()["reason"], "Game already over")

    def test_an_overline_wins_with_five_points_around_the_new_stone(self):
        client, pid = Client(self.service.port), "0" * 31 + "e"
        mine = [(0, 0), (1, 0), (2, 0), (4, 0), (5, 0), (6, 0)]
        moves = [at for pair in zip(mine, [(2 * i, 9) for i in range(6)]) for at in pair]
        letters = "".join(chr(97 + x) + chr(97 + y) for x, y in moves)
        self.service.plant(pid, f"00000012 1 Random - {letters}")
        ack = client.play(pid, 3, 0).json()["ack_move"]
        self.assertTrue(ack["isWin"])
        row = points(ack["row"])
        self.assertEqual(len(row), 5)
        self.assertIn((3, 0), row)
        self.assertEqual([x for x, _ in row], list(range(row[0][0], row[0][0] + 5)))

    def test_two_games_at_once_do_not_mix(self):
        client = Client(self.service.port)
        games = {client.new("Random"): [], client.new("Smart"): []}
        for n in range(10):
            for pid, moves in games.items():
                taken = set(moves)
                at = next((x, n) for x in range(15) if (x, n) not in taken)
                answer = client.play(pid, *at).json()
                if not answer["response"]:
                    self.assertEqual(answer["reason"], "Game already over")
                    continue
                moves.append(at)
                if "move" in answer:
                    moves.append((answer["move"]["x"], answer["move"]["y"]))
        for pid, moves in games.items():
            self.assertEqual(check_game(client.game(pid)), moves)

    def test_a_seed_makes_games_repeatable(self):
        pid = "0" * 31 + "f"
        answers = []
        for _ in range(2):
            self.service.plant(pid, "00000000 1 Random - ")
            client = Client(self.service.port)
            answers.append([client.play(pid, 0, 0).body, client.play(pid, 0, 1).body])
        self.assertEqual(answers[0], answers[1])


class Crowd(TestCase):
    CLIENTS = 64

    def test_64_clients_on_one_game_take_turns(self):
        with Service("--threads", "2") as service:
            self.crowd(service, service)

    def test_64_clients_on_one_game_take_turns_on_redis(self):
        with Redis() as redis, Service("--threads", "2", store=redis.url) as service:
            self.crowd(service, redis)

    def crowd(self, service, store):
        pid = Client(service.port).new("Random")
        accepted, problems = [], []
        start = threading.Barrier(self.CLIENTS)

        def crowd(number):
            client, dice = Client(service.port).connect(), random.Random(number)
            start.wait()
            for _ in range(6):
                at = (dice.randrange(15), dice.randrange(15))
                answer = client.play(pid, *at).json()
                if answer["response"]:
                    accepted.append((at, answer.get("move")))
                elif not answer["reason"].startswith(("Place not empty", "Game already over")):
                    problems.append(answer)

        threads = [threading.Thread(target=crowd, args=(n,)) for n in range(self.CLIENTS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        self.assertEqual(problems, [])
        moves = helper.moves_of_record(store.stored(pid))
        winner_of(moves)
        # Each accepted move is there once, with the answer that was told, and nothing else is.
        told = [at for at, _ in accepted]
        self.assertEqual(sorted(told), sorted(moves[::2]))
        answers = {at: (move["x"], move["y"]) for at, move in accepted if move}
        for mine, theirs in zip(moves[::2], moves[1::2]):
            self.assertEqual(answers[mine], theirs)


QUIET = "00000006 1 Master - hhaaoaooaoho"  # nothing to be forced by anybody


class Thinking(TestCase):
    def test_a_client_that_leaves_is_not_thought_for(self):
        with Service("--threads", "1") as service:
            pid = "0" * 32
            service.plant(pid, QUIET)
            client = Client(service.port)
            client.send(helper.request_bytes("GET", f"/play?pid={pid}&x=7&y=8"))
            until(lambda: service.metric("omok_pool_running") == 1, "a move in the pool")
            client.close()
            until(lambda: service.metric("omok_moves_cancelled_total") == 1, "the move given up")
            self.assertEqual(service.stored(pid), QUIET)
            self.assertTrue(Client(service.port).play(pid, 7, 8).json()["response"])

    def test_a_full_pool_thinks_less_and_answers_all(self):
        with Service("--threads", "2") as service:
            pids = ["%032x" % n for n in range(64)]
            for pid in pids:
                service.plant(pid, QUIET)
            clients = [Client(service.port).connect() for _ in pids]
            for pid, client in zip(pids, clients):
                client.send(helper.request_bytes("GET", f"/play?pid={pid}&x=7&y=8"))
            for client in clients:
                self.assertTrue(client.read().json()["response"])
            for pid in pids:
                self.assertEqual(len(helper.moves_of_record(service.stored(pid))), 8)
            self.assertGreater(service.metric("omok_moves_hurried_total"), 0)
            self.assertEqual(service.metric('omok_moves_total{strategy="Master"}'), len(pids))

    def test_others_are_answered_while_the_pool_thinks(self):
        with Service("--threads", "1") as service:
            pid = "0" * 32
            service.plant(pid, QUIET)
            thinker, other = Client(service.port), Client(service.port)
            thinker.send(helper.request_bytes("GET", f"/play?pid={pid}&x=7&y=8"))
            until(lambda: service.metric("omok_pool_running") == 1, "a move in the pool")
            answered = 0
            while service.metric("omok_pool_running") == 1:
                self.assertEqual(other.get("/info").status, 200)
                answered += 1
            self.assertGreater(answered, 1)
            self.assertTrue(thinker.read().json()["response"])


if __name__ == "__main__":
    helper.main()
