"""threestones-service on a shared store: replicas that die and race, and a store that comes and goes."""

import signal
import threading

from helper import Redis, TestCase, main, until
from stones import (PLACE, REFUSED, RESUME, START, WHITE, Game, Link, Packet, StonesService, bare)


class Replicas(TestCase):
    def test_a_game_goes_on_after_its_client_and_its_server_died(self):
        with Redis() as redis, StonesService(store=redis.url) as second:
            with StonesService(store=redis.url) as first:
                link = Link(first.port)
                pid, game = link.start(), Game()
                for _ in range(5):
                    link.place(pid, game, game.moves()[0])
                link.kill()
                first.kill()
            with Link(second.port) as link:
                link.resume(pid, game)
                while len(game.stones) < 30:
                    link.place(pid, game, game.moves()[0])

    def test_between_stones_nothing_is_lost(self):
        with Redis() as redis, StonesService(store=redis.url) as second:
            with StonesService(store=redis.url) as first, Link(first.port) as link:
                pid, game = link.start(), Game()
                link.place(pid, game, (3, 2))
                first.signal(signal.SIGTERM)
                self.assertTrue(link.is_closed())
                self.assertEqual(first.wait(), 0)
            with Link(second.port) as link:
                link.resume(pid, game)

    def race(self, services, packets):
        """Sends each packet to its service at the same moment; returns the answers."""
        answers = [None] * len(packets)
        gate = threading.Barrier(len(packets))

        def ask(index):
            with Link(services[index].port) as link:
                gate.wait()
                told = link.ask(packets[index])
                if told[0].type == WHITE:
                    told.append(link.read())
                answers[index] = told

        threads = [threading.Thread(target=ask, args=(i,)) for i in range(len(packets))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return answers

    def test_two_replicas_play_one_stone_once(self):
        with Redis() as redis, StonesService(store=redis.url) as a, \
                StonesService(store=redis.url) as b, Link(a.port) as link:
            games = [link.start() for _ in range(20)]
            link.close()
            for pid in games:
                same = Packet(PLACE, pid, 3, 2)
                first, second = self.race((a, b), (same, same))
                self.assertEqual(first, second)
                # Two different stones: one is placed, the other comes too late.
                at = (first[1].row, first[1].col)
                moves = Game([(3, 2), at]).moves()[:2]
                answers = self.race((a, b), [Packet(PLACE, pid, *m, stones=2) for m in moves])
                types = sorted(told[0].type for told in answers)
                self.assertEqual(types, [WHITE, REFUSED])
                late = next(told[0] for told in answers if told[0].type == REFUSED)
                self.assertEqual((late.detail, late.stones), (8, 4))


class Stores(TestCase):
    def test_a_store_that_is_gone_is_told_and_survived(self):
        with Redis(*Redis.DURABLE) as redis, StonesService(store=redis.url) as service, \
                Link(service.port) as link:
            pid, game = link.start(), Game()
            link.place(pid, game, (3, 2))
            redis.kill()
            move = game.moves()[0]
            packet = Packet(PLACE, pid, *move, stones=2)
            self.assertEqual(link.ask(packet), [bare(9, pid, *move)])
            self.assertEqual(link.ask(Packet(RESUME, pid)), [bare(9, pid)])
            self.assertEqual(link.ask(Packet(START, row=4, col=5)), [bare(9, b"", 4, 5)])
            self.assertEqual(service.health("/readyz"), (200, '{"ready":true,"store":false}'))
            redis.start()
            until(lambda: link.ask(packet)[0].type == WHITE, "the store is back")
            game.play(move)
            answer = link.read()
            game.play((answer.row, answer.col))
            link.resume(pid, game)

    def test_a_store_that_does_not_answer_leaves_the_outcome_open(self):
        with Redis() as redis, StonesService(store=redis.url) as service, \
                Link(service.port) as link:
            pid = link.start()
            redis.signal(signal.SIGSTOP)
            self.assertEqual(link.ask(Packet(PLACE, pid, 3, 2)), [bare(9, pid, 3, 2)])
            redis.signal(signal.SIGCONT)
            until(lambda: link.ask(Packet(PLACE, pid, 3, 2))[0].type == WHITE, "the store is back")
            answer = link.read()
            link.resume(pid, Game([(3, 2), (answer.row, answer.col)]))

    def test_a_service_listens_even_without_its_store(self):
        with StonesService(store="redis+unix:/nowhere/redis.sock") as service, \
                Link(service.port) as link:
            self.assertEqual(link.ask(Packet(START)), [bare(9)])
            self.assertEqual(service.health("/readyz"), (200, '{"ready":true,"store":false}'))

    def test_health_answers_while_the_service_waits_for_its_store(self):
        with Redis() as redis, StonesService(store=redis.url) as service, \
                Link(service.port) as link:
            pid = link.start()
            redis.signal(signal.SIGSTOP)
            link.send(Packet(PLACE, pid, 3, 2))
            self.assertEqual(service.health("/readyz")[0], 200)
            redis.signal(signal.SIGCONT)


if __name__ == "__main__":
    main()
