"""PROTOCOL.md keeps its word: its hex dumps are replayed against the server, its tables compared."""

import os
import re

from helper import TestCase, main
from stones import FIELDS, GAME_START, LAYOUT, START, Link, Packet, StonesService, game_of

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                    "../../threestones-service/PROTOCOL.md")


def blocks(page):
    return re.findall(r"^```\n(.*?)^```$", page, re.M | re.S)


def dumped(line):
    """Who sent the packet of a line, and the packet."""
    who, data = re.match(r"([CS]) ((?:[0-9a-f]{2,} )+) ", line).groups()
    return who, Packet.decode(bytes.fromhex(data))


class Protocol(TestCase):
    @classmethod
    def setUpClass(cls):
        with open(PAGE) as file:
            cls.page = file.read()
        cls.dumps = [[dumped(line) for line in block.splitlines()]
                     for block in blocks(cls.page) if re.match(r"[CS] [0-9a-f]{8} ", block)]

    def replay(self, link, dump):
        for who, packet in dump:
            if who == "C":
                link.send(packet)
            else:
                self.assertEqual(link.read(), packet)

    def test_the_short_exchange_happens(self):
        (_, request), (_, start), *rest = self.dumps[0]
        with StonesService("--seed", "1") as service, Link(service.port) as link:
            told, = link.ask(request)
            # The name of a game is drawn by lot, so the rest is played in one with the page's name.
            self.assertEqual((request.type, told.type), (START, GAME_START))
            service.plant(start.pid.hex(), game_of("").record())
            told.pid = start.pid
            self.assertEqual(told, start)
            self.replay(link, rest)

    def test_the_end_of_a_game_happens(self):
        dump = self.dumps[1]
        slots = next(b for b in blocks(self.page) if re.fullmatch(r"(\d\d[ \n])+", b))
        game = game_of(slots.replace("\n", " "))
        self.assertEqual(game.scores, [7, 5])
        self.assertEqual(game.moves(), [(0, 4), (2, 3), (6, 3)])
        with StonesService("--seed", "1") as service, Link(service.port) as link:
            service.plant(dump[0][1].pid.hex(), game.record())
            self.replay(link, dump)

    def test_there_are_no_other_dumps(self):
        self.assertEqual([len(dump) for dump in self.dumps], [14, 4])

    def test_the_layout_is_the_table(self):
        rows = re.findall(r"^\| (\d+) \| (\d+) \| (\w+) \|", self.page, re.M)
        self.assertEqual([name for *_, name in rows], list(FIELDS))
        at = 0
        for offset, size, _ in rows:
            self.assertEqual(int(offset), at)
            at += int(size)
        self.assertEqual(at, LAYOUT.size)

    def test_every_refusal_is_named_as_the_server_counts_it(self):
        section = self.page.partition("## Refusals")[2]
        rows = re.findall(r"^\| (\d) \| ([^|]+) \|", section, re.M)
        with StonesService() as service:
            metrics = service.health("/metrics")[1]
        names = re.findall(r'^stones_refused_total\{reason="([^"]+)"\}', metrics, re.M)
        self.assertEqual([(str(n), name) for n, name in enumerate(names, 1)], rows)


if __name__ == "__main__":
    main()
