"""threestones-client as people and scripts meet it: transcripts, screens, and every way to leave."""

import os
import re
import select
import signal
import subprocess

from helper import BIN, PATIENCE, SANITIZERS, Redis, TestCase, main, rows, until
from stones import (GAME_START, NONE, REFUSED, WHITE, Game, Liar, Link, Packet, Relay,
                    StonesService, game_of)
from terminal import Terminal

CLIENT = os.path.join(BIN, "threestones-client")
MANUAL = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                      "../../threestones-service/client/threestones-client.1")

# Games that are planted, so that with a seed everything that follows is known.
OPEN, FULL, LAST = "1" * 32, "2" * 32, "3" * 32
WHOLE = "211131363515125222024243131454343230202545464041515553032326"

HELP = """\
Three stones of yours in a line score a point; lines may go in any direction.
A stone goes into the row or column of the last one, where + marks the slots,
or anywhere if there is none. Type row and column, as in 2 3; q quits.
"""


def service(*flags, **more):
    started = StonesService("--seed", "1", *flags, **more)
    for pid, count in ((OPEN, 8), (FULL, 30), (LAST, 28)):
        started.plant(pid, game_of(WHOLE[:2 * count]).record())
    return started


def run(lines, *arguments, env=None):
    """A script's session: exit status and transcript."""
    done = subprocess.run([CLIENT, *arguments], input="".join(f"{line}\n" for line in lines),
                          env={**os.environ, **SANITIZERS, **(env or {})}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=PATIENCE)
    return done.returncode, done.stdout


class Player:
    """A client on pipes, answered prompt by prompt."""

    def __init__(self, *arguments):
        self.child = subprocess.Popen([CLIENT, *arguments], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                      env={**os.environ, **SANITIZERS})
        self.said = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.child.kill()
        self.child.communicate()

    def wait_for(self, text):
        """Reads on until the text has been said; returns what was said up to it."""
        text = text.encode()
        while text not in self.said:
            ready, _, _ = select.select([self.child.stdout], [], [], PATIENCE)
            assert ready, f"waited in vain for {text}:\n{self.said.decode()}"
            data = os.read(self.child.stdout.fileno(), 65536)
            assert data, f"the client ended without saying {text}:\n{self.said.decode()}"
            self.said += data
        before, self.said = self.said.split(text, 1)
        return before.decode()

    def type(self, line):
        self.child.stdin.write(f"{line}\n".encode())
        self.child.stdin.flush()

    def end(self):
        self.child.stdin.close()
        self.child.stdin = None
        self.said += self.child.stdout.read()
        return self.child.wait(PATIENCE), self.said.decode()


TRANSCRIPT = """\
3 Stones: you are white and place the first stone.
Connected to HERE; waiting for a free seat.
The game goes on.

     0   1   2   3   4   5   6
 0           +   .   .
 1       B   W   .   .   B
 2   .   W   +   .   .   .   .
 3   .   W   +       .   W   B
 4   .   .   +   .   .   .   .
 5       +  [B]  +   +   +
 6           +   .   .

White (you)  score  0   stones left 11   last (1,2): no points
Black        score  0   stones left 11   last (5,2): no points
Your stone (row column): 3 3
The centre (3,3) is no slot: nothing can be placed there.
Your stone (row column): 0,0
There is no slot at (0,0): look at the board.
Your stone (row column): (1, 1)
There is a stone on (1,1) already.
Your stone (row column): 13
(1,3) is neither in row 5 nor in column 2, where the last stone lies.
Your stone (row column): hello
Please type a row and a column, as in 2 3; ? helps, q quits.
Your stone (row column): ?
""" + HELP + """\
Your stone (row column): 22
You place (2,2) and score no points.
Black places (BLACK) and scores no points.
"""


class Scripts(TestCase):
    def test_a_session_reads_like_this(self):
        with service() as server:
            here = f"127.0.0.1:{server.port}"
            status, said = run(["3 3", "0,0", "(1, 1)", "13", "hello", "?", "22", "q"],
                               "--resume", OPEN, here)
            self.assertEqual(status, 0)
            row, col = server.stored(OPEN)[-2:]
            expected = TRANSCRIPT.replace("HERE", here).replace("BLACK", f"{row},{col}")
            self.assertEqual(said[:len(expected)], expected)
            self.assertIn(f"[B]", said[len(expected):])
            self.assertTrue(said.endswith(
                "Your stone (row column): q\nThe game is kept; go on with it: "
                f"threestones-client --resume {OPEN} {here}\n"), said)

    def test_the_end_of_a_game_tells_both_scores_and_who_won(self):
        with service() as server:
            here = f"127.0.0.1:{server.port}"
            status, said = run(["0 4", "q"], "--resume", LAST, here)
            self.assertEqual(status, 0)
            self.assertIn("You place (0,4) and score 1 point.\n", said)
            self.assertTrue(said.endswith(
                "Black        score  5   stones left  0   last (4,4): no points\n"
                "The game is over. White (you) 8, black 5: you win.\n"
                "(s)tart a game or (q)uit? q\n"), said)

    def test_a_finished_game_can_be_looked_at(self):
        with service() as server:
            status, said = run(["q"], "--resume", FULL, f"127.0.0.1:{server.port}")
            self.assertEqual(status, 0)
            self.assertIn("The game is over. White (you) 8, black 6: you win.\n", said)

    def test_the_address_is_asked_for(self):
        with service() as server:
            status, said = run(["", "[::1", f"127.0.0.1:{server.port}", "q"])
            self.assertEqual((status, said), (0, (
                "3 Stones: you are white and place the first stone.\n"
                "Server (HOST or HOST:PORT): \n"
                "Please type the server's name or address, as in localhost or 10.0.0.2:50000.\n"
                "Server (HOST or HOST:PORT): [::1\n"
                "[::1 is not HOST or HOST:PORT.\n"
                f"Server (HOST or HOST:PORT): 127.0.0.1:{server.port}\n"
                "(s)tart a game or (q)uit? q\n")))

    @rows([(level, level, stored) for level, stored in
           (("Random", "Random"), ("greedy", "Greedy"), ("default", "Random"))])
    def level_is_asked_for(self, level, stored):
        with service() as server:
            status, said = run(["s"], "--level", level, f"localhost:{server.port}")
            self.assertEqual(status, 0)
            pid = re.search("Game ([0-9a-f]{32}) begins", said).group(1)
            self.assertEqual(server.stored(pid), f"00000000 1 {stored} ")

    def test_games_follow_each_other_until_the_player_has_enough(self):
        with service() as server, Player(f"127.0.0.1:{server.port}") as player:
            for _ in range(3):
                player.wait_for("(s)tart a game or (q)uit? ")
                player.type("start")
                game = Game()
                while len(game.stones) < 30:
                    said = player.wait_for("Your stone (row column): ")
                    if game.stones:
                        black = re.search(r"Black places \((\d),(\d)\) and scores (no|\d+) p", said)
                        points = game.play((int(black[1]), int(black[2])))
                        self.assertEqual(black[3], str(points or "no"))
                    self.check_board(said, game)
                    row, col = game.moves()[0]
                    player.type(f"{row} {col}")
                    points = game.play((row, col))
                    noun = "point" if points == 1 else "points"
                    said = player.wait_for(f"You place ({row},{col}) and score {points or 'no'} {noun}.\n")
                    if len(game.stones) == 29:
                        said = player.wait_for("The game is over. ")
                        black = re.search(r"Black places \((\d),(\d)\)", said)
                        game.play((int(black[1]), int(black[2])))
                white, black = game.scores
                result = "you win" if white > black else "black wins" if white < black else "a draw"
                player.wait_for(f"White (you) {white}, black {black}: {result}.\n")
            player.wait_for("(q)uit? ")
            player.type("q")
            self.assertEqual(player.end()[0], 0)
            server.wait_for_line("client left")

    def check_board(self, said, game):
        board = [line for line in said.splitlines() if re.match(r" \d  ", line)][-7:]
        moves = game.moves()
        for row in range(7):
            for col in range(7):
                cell = board[row].ljust(32)[4 + 4 * col:7 + 4 * col]
                if (row, col) in game.stones:
                    index = game.stones.index((row, col))
                    glyph = "WB"[index % 2]
                    last = index == len(game.stones) - 1
                    self.assertEqual(cell, f"[{glyph}]" if last else f" {glyph} ")
                elif (row, col) in moves:
                    self.assertEqual(cell, " + ")
                else:
                    self.assertIn(cell, (" . ", "   "))
        for side, name in enumerate(("White \\(you\\)", "Black")):
            line = re.search(rf"^{name} +score +(\d+) +stones left +(\d+)", said, re.M)
            self.assertEqual(int(line[1]), game.scores[side])
            self.assertEqual(int(line[2]), 15 - len(game.stones[side::2]))

    def test_plain_text_has_no_escapes_even_where_the_terminal_could(self):
        with service() as server:
            _, said = run(["q"], "--resume", OPEN, f"127.0.0.1:{server.port}",
                          env={"TERM": "xterm-256color"})
            self.assertRegex(said, r"\A[\n -~]*\Z")

    def test_a_very_long_line_is_survived(self):
        with service() as server:
            status, said = run(["x" * 10000, "q"], "--resume", OPEN, f"127.0.0.1:{server.port}")
            self.assertEqual(status, 0)
            self.assertIn("Please type a row and a column", said)

    @rows([
        ("unknown flag", ["--lisden"], "no such flag: --lisden"),
        ("level", ["--level", "Nobody", "localhost"], "--level: nobody is called: Nobody"),
        ("game", ["--resume", "12", "localhost"], "--resume: not the name of a game: 12"),
        ("address", ["::1"], "not HOST[:PORT]: ::1"),
        ("two addresses", ["a", "b"], "unexpected argument: b"),
    ])
    def refused(self, arguments, message):
        self.assertEqual(run([], *arguments)[0], 1)
        self.assertIn(f"threestones-client: {message}", run([], *arguments)[1])

    def test_help_version_and_manual(self):
        status, said = run([], "--help")
        self.assertEqual(status, 0)
        with open(MANUAL) as file:
            manual = file.read()
        flags = re.findall(r"^  --(\w+)", said, re.M)
        self.assertEqual(flags, ["level", "resume", "plain", "version", "help"])
        for flag in flags:
            self.assertIn(f"\\-\\-{flag}", manual)
        self.assertRegex(run([], "--version")[1], r"^threestones-client \d+\.\d+")


class Trouble(TestCase):
    def test_nobody_is_there(self):
        status, said = run(["s", "q"], "127.0.0.1:1")
        self.assertEqual((status, said), (1, (
            "3 Stones: you are white and place the first stone.\n"
            "(s)tart a game or (q)uit? s\n"
            "Cannot reach 127.0.0.1:1: Connection refused.\n"
            "(s)tart a game or (q)uit? q\n")))

    def test_a_free_seat_is_waited_for(self):
        with service() as server, Link(server.port) as other:
            other.start()
            with Player(f"127.0.0.1:{server.port}") as player:
                player.type("s")
                player.wait_for("waiting for a free seat.\n")
                other.start() # still served
                self.assertNotIn(b"begins", player.said)
                other.close()
                player.wait_for("begins; place your first stone.\n")
                player.type("q")
                self.assertEqual(player.end()[0], 0)

    def test_a_seat_that_never_comes_is_told(self):
        with Liar(lambda _: None) as server:
            status, said = run(["s", "q"], f"127.0.0.1:{server.port}")
            self.assertEqual(status, 0)
            self.assertIn("The server has closed the connection before there was a free seat.\n",
                          said)

    def test_a_lost_connection_is_got_back(self):
        with service() as server, Relay(server.port) as relay, \
                Player(f"127.0.0.1:{relay.port}") as player:
            player.type("s")
            player.wait_for("Your stone")
            relay.cut()
            player.wait_for("The connection is lost: ")
            player.wait_for("Trying again in 0.5 s.\n")
            player.wait_for("The game goes on.\n")
            player.wait_for("Your stone")
            player.type("2 2")
            player.wait_for("You place (2,2) and score no points.\n")

    @rows([("the stone was lost", "up"), ("its answer was lost", "down")])
    def stone_is_placed_once(self, lost):
        with service() as server, Relay(server.port) as relay, \
                Player(f"127.0.0.1:{relay.port}") as player:
            player.type("s")
            player.wait_for("Your stone (row column): ")
            relay.drops = lost
            player.type("2 2")
            until(lambda: relay.dropped > 0, "something is lost")
            self.assertNotIn(b"You place", player.said)
            relay.drops = None
            relay.cut()
            player.wait_for("Trying again in 0.5 s.\n")
            player.wait_for("You place (2,2) and score no points.\n")
            player.wait_for("Black places (")
            said = player.wait_for("Your stone")
            self.assertEqual(said.count("W"), 2, said) # one stone, and its side's name
            stones = lambda: sum('"stone"' in line for line in server.lines)
            until(lambda: stones() >= 2, "the server has logged both stones")
            self.assertEqual(stones(), 2)

    def test_a_game_goes_on_at_another_server(self):
        with Redis() as redis, StonesService(store=redis.url) as second:
            with StonesService(store=redis.url) as first, Relay(first.port) as relay, \
                    Player(f"127.0.0.1:{relay.port}") as player:
                player.type("s")
                player.wait_for("Your stone")
                player.type("2 2")
                player.wait_for("Your stone")
                relay.target = second.port
                first.kill()
                player.wait_for("The game goes on.\n")
                self.assertEqual(player.wait_for("Your stone").count("W"), 2)
                player.type("quit")
                self.assertEqual(player.end()[0], 0)

    def test_a_killed_client_goes_on_with_the_name_of_its_game(self):
        with service() as server:
            here = f"127.0.0.1:{server.port}"
            with Player(here) as player:
                player.type("s")
                pid = re.search("Game ([0-9a-f]{32})", player.wait_for(" begins")).group(1)
                player.wait_for("Your stone")
                player.type("2 2")
                player.wait_for("Black places")
                player.child.kill()
            status, said = run(["q"], "--resume", pid, here)
            self.assertEqual(status, 0)
            self.assertIn("White (you)  score  0   stones left 14   last (2,2): no points\n", said)

    def test_a_store_that_is_gone_is_waited_for(self):
        with Redis(*Redis.DURABLE) as redis, StonesService(store=redis.url) as server, \
                Player(f"127.0.0.1:{server.port}") as player:
            player.type("s")
            player.wait_for("Your stone")
            redis.kill()
            player.type("2 2")
            player.wait_for("The server cannot reach its games now. Trying again in 0.5 s.\n")
            redis.start()
            player.wait_for("You place (2,2) and score no points.\n")

    @rows([
        ("unknown game", ["--resume", "7" * 32], "The server does not know this game.\n"),
        ("level", ["--level", "Perfect"], "The server does not offer this level.\n"),
    ])
    def refusal_is_told(self, arguments, words):
        with Liar(lambda packet: Packet(REFUSED, packet.pid, packet.row, packet.col,
                                        detail=3 if packet.type else 2).encode()) as server:
            lines = ["q"] if "--resume" in arguments else ["s", "q"]
            status, said = run(lines, *arguments, f"127.0.0.1:{server.port}")
            self.assertEqual(status, 0)
            self.assertIn(words, said)

    @rows([
        ("noise", b"\x55" * 32),
        ("another answer", Packet(WHITE).encode()),
        ("stones in a new game", Packet(GAME_START, b"x", NONE, NONE, stones=2).encode()),
        ("reserved bytes", Packet(GAME_START, b"x", NONE, NONE, white_left=15, black_left=15,
                                  reserved=b"\0\1\0").encode()),
    ])
    def nonsense_is_told(self, answer):
        with Liar(lambda _: answer) as server:
            status, said = run(["s", "q"], f"127.0.0.1:{server.port}")
            self.assertEqual(status, 0)
            self.assertIn("The server sent what belongs to no game of 3 Stones here.\n"
                          "(s)tart a game or (q)uit? q\n", said)


SCREEN = """\
3 Stones   HERE   your turn
game 11111111111111111111111111111111

     0   1   2   3   4   5   6
 0           +   .   .
 1       B   W   .   .   B
 2   .   W   +  >.<  .   .   .
 3   .   W   +       .   W   B
 4   .   .   +   .   .   .   .
 5       +  [B]  +   +   +
 6           +   .   .

 White (you)  score  0   stones left 11   last (1,2): no points
 Black        score  0   stones left 11   last (5,2): no points

 3 Stones: you are white and place the first stone.
 Connected to HERE; waiting for a free seat.
 The game goes on.
 Your stone (row column):
 arrows and Enter, or row and column, or the mouse   ?: help   q: quit"""

KEYS = {"vt100": {"up": "\x1bOA", "down": "\x1bOB", "right": "\x1bOC", "left": "\x1bOD"}}



def click(x, y):
    """What an xterm sends when the left button goes down and up at a place counted from 0."""
    return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"


class Screens(TestCase):
    def open(self, server, *arguments, term="vt100", **more):
        self.here = f"127.0.0.1:{server.port}"
        return Terminal([CLIENT, *arguments, self.here], term, **more)

    @rows([("vt100", "vt100"), ("xterm", "xterm-256color"), ("linux", "linux")])
    def screen_is_this(self, term):
        with service() as server, self.open(server, "--resume", OPEN, term=term) as terminal:
            expected = SCREEN.replace("HERE", self.here)
            terminal.wait_for(lambda shown: shown == expected, "the screen")
            self.assertEqual(terminal.screen.reversed_text(), "B") # the last stone
            self.assertEqual(bool(terminal.screen.colours), term != "vt100")

    def test_a_stone_is_placed_by_coordinates(self):
        with service() as server, self.open(server, "--resume", OPEN) as terminal:
            terminal.wait_for_text("The game goes on.")
            terminal.press("2x\b2")
            terminal.wait_for_text("Your stone (row column): 22")
            terminal.press("\r")
            shown = terminal.wait_for_text("Black places")
            self.assertIn(" You place (2,2) and score no points.\n", shown)
            self.assertIn("\n 2   .   W ", shown)
            self.assertRegex(shown, r"White \(you\) +score  0   stones left 10   last \(2,2\)")

    def test_a_stone_is_placed_by_cursor_keys(self):
        keys = KEYS["vt100"]
        with service() as server, self.open(server, "--resume", OPEN) as terminal:
            terminal.wait_for_text(">.<")
            terminal.press(keys["up"])
            terminal.wait_for_text(" 1       B   W  >.<")
            terminal.press(keys["down"] + keys["down"]) # across the centre
            terminal.wait_for_text(" 4   .   .   +  >.<")
            terminal.press(keys["right"] + keys["left"] * 2 + "\r")
            terminal.wait_for_text("You place (4,2) and score no points.")

    def test_a_stone_is_placed_by_the_mouse(self):
        with service() as server, \
                self.open(server, "--resume", OPEN, term="xterm") as terminal:
            terminal.wait_for_text("The game goes on.")
            self.assertTrue(terminal.screen.modes & {1000, 1002, 1003}, "the mouse is asked for")
            terminal.press(click(13, 8)) # row 4 is line 8, column 2 is at 12..14
            terminal.wait_for_text("You place (4,2) and score no points.")

    def test_a_click_beside_the_board_does_nothing(self):
        with service() as server, \
                self.open(server, "--resume", OPEN, term="xterm") as terminal:
            terminal.wait_for_text("The game goes on.")
            for x, y in ((0, 0), (5, 4), (17, 7), (79, 23), (2, 8)):
                terminal.press(click(x, y))
            terminal.press("22")
            terminal.wait_for_text("Your stone (row column): 22")
            self.assertEqual(server.stored(OPEN), game_of(WHOLE[:16]).record())

    def test_illegal_stones_are_explained(self):
        with service() as server, self.open(server, "--resume", OPEN) as terminal:
            terminal.wait_for_text("The game goes on.")
            terminal.press("\r") # the cursor's slot
            terminal.wait_for_text("(2,3) is neither in row 5 nor in column 2")
            terminal.press("11\r")
            terminal.wait_for_text("There is a stone on (1,1) already.")
            terminal.press("?")
            terminal.wait_for_text("Type row and column, as in 2 3; q quits.")

    def test_the_address_is_asked_for_and_games_follow_each_other(self):
        with service() as server, Terminal([CLIENT]) as terminal:
            terminal.wait_for_text("Server (HOST or HOST:PORT):")
            terminal.press(f"127.0.0.1:{server.port}\r")
            terminal.wait_for_text("(s)tart a game or (q)uit?")
            terminal.press("s")
            terminal.wait_for_text("your turn")
            terminal.press("q")
            self.assertEqual(terminal.wait(), 0)

    def test_at_the_end_it_is_told_who_won_and_asked_for_more(self):
        with service() as server, self.open(server, "--resume", LAST) as terminal:
            terminal.wait_for_text("The game goes on.")
            terminal.press("04\r")
            shown = terminal.wait_for_text("(s)tart a game or (q)uit?")
            self.assertIn("The game is over. White (you) 8, black 5: you win.", shown)
            terminal.press("s")
            terminal.wait_for_text("begins; place your first stone.")

    def test_waiting_for_a_seat_is_shown(self):
        with service() as server, Link(server.port) as other:
            other.start()
            with self.open(server) as terminal:
                terminal.wait_for_text("(s)tart")
                terminal.press("s")
                terminal.wait_for_text(f"3 Stones   {self.here}   waiting for a free seat")
                other.close()
                terminal.wait_for_text("your turn")

    @rows([(name, stage, leave)
           for stage in ("address", "menu", "waiting", "placing")
           for name, leave in ((f"{stage}, q", "q"), (f"{stage}, Ctrl-C", "\x03"),
                               (f"{stage}, Ctrl-D", "\x04"), (f"{stage}, SIGTERM", signal.SIGTERM),
                               (f"{stage}, SIGHUP", signal.SIGHUP))
           if (stage, leave) != ("address", "q")])
    def leaving_restores_the_terminal(self, stage, leave):
        with service() as server, Link(server.port) as other:
            here = f"127.0.0.1:{server.port}"
            if stage == "waiting":
                other.start()
            else:
                other.close()
            arguments = {"address": [], "placing": ["--resume", OPEN, here]}.get(stage, [here])
            with Terminal([CLIENT, *arguments]) as terminal:
                if stage == "waiting":
                    terminal.wait_for_text("(s)tart")
                    terminal.press("s")
                terminal.wait_for_text({"address": "Server (", "menu": "(s)tart",
                                        "waiting": "waiting for a free seat.",
                                        "placing": "your turn"}[stage])
                self.assertFalse(terminal.is_restored())
                if isinstance(leave, str):
                    terminal.press(leave)
                else:
                    terminal.child.send_signal(leave)
                self.assertEqual(terminal.wait(), 0)
                self.assertTrue(terminal.is_restored())
                self.assertEqual("--resume" in terminal.screen.text(), stage == "placing")
            other.close()
            with Link(server.port) as next_one: # the seat is free again
                next_one.start()

    def test_the_screen_follows_the_window(self):
        with service() as server, self.open(server, "--resume", OPEN) as terminal:
            terminal.wait_for_text("your turn")
            terminal.resize(10, 40)
            terminal.wait_for_text("Please make the terminal 66 x 20.")
            terminal.resize(30, 100)
            expected = SCREEN.replace("HERE", self.here)
            terminal.wait_for(lambda shown: shown == expected, "the screen")

    @rows([("dumb", "dumb"), ("unknown", "no-such-terminal")])
    def terminal_that_cannot_is_written_to_as_text(self, term):
        with service() as server, self.open(server, "--resume", OPEN, term=term) as terminal:
            terminal.wait_for_text("Your stone (row column):")
            terminal.press("\x03") # the line discipline makes a signal of it only with a session
            terminal.press("\x04")
            self.assertEqual(terminal.wait(), 0)

    def test_plain_is_chosen_by_a_flag(self):
        with service() as server, self.open(server, "--plain", "--resume", OPEN) as terminal:
            terminal.wait_for_text("Your stone (row column):")
            self.assertTrue(terminal.is_restored())
            terminal.press("q\n")
            self.assertEqual(terminal.wait(), 0)


if __name__ == "__main__":
    main()
