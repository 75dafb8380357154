"""A terminal for programs under test: a pseudo-terminal, and a screen that understands what is sent.

It knows what ncurses sends to a vt100 or an xterm, and fails loudly on anything else: a screen that
was guessed would prove nothing.
"""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios

from helper import PATIENCE, SANITIZERS, until

CONTROL = re.compile(
    rb"\x1b\[(?P<mark>[?>!]?)(?P<numbers>[0-9;]*)(?P<final>[@-~])"  # CSI
    rb"|\x1b(?P<single>[=>78cDEHM])"                                # two bytes
    rb"|\x1b(?P<charset>[()][AB012])"
    rb"|\x1b\](?P<title>[^\x07\x1b]*)(?:\x07|\x1b\\)"               # OSC
    rb"|(?P<c0>[\x07\x08\t\n\r\x0e\x0f])"
    rb"|(?P<pad>\x00)"
    rb"|(?P<text>[ -~\x80-\xff])")


class Screen:
    """What the terminal shows: characters, and where they are shown in reverse."""

    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.y = self.x = 0
        self.saved = (0, 0)
        self.reverse = False
        self.colours = set()
        self.top, self.bottom = 0, rows - 1
        self.modes = set()
        self.rest = b""
        self.last = " "
        self.clear()

    def clear(self):
        self.cells = [[(" ", False)] * self.cols for _ in range(self.rows)]

    def lines(self):
        """The text, without blanks behind it."""
        return ["".join(c for c, _ in row).rstrip() for row in self.cells]

    def text(self):
        return "\n".join(self.lines()).rstrip()

    def reversed_text(self):
        return "".join(c for row in self.cells for c, reverse in row if reverse)

    def feed(self, data):
        data = self.rest + data
        at = 0
        while at < len(data):
            match = CONTROL.match(data, at)
            if match is None:
                assert data[at] == 0x1b and len(data) - at < 64, f"unknown: {data[at:at + 20]}"
                break # the rest of it has not come yet
            at = match.end()
            kind = match.lastgroup
            if match["final"]:
                self.control(match)
            else:
                getattr(self, "on_" + kind)(match[kind])
        self.rest = data[at:]

    def on_text(self, byte):
        if self.x == self.cols:
            self.x = 0
            self.line_feed()
        self.last = byte.decode("latin-1")
        self.cells[self.y][self.x] = (self.last, self.reverse)
        self.x += 1

    def on_c0(self, byte):
        if byte == b"\r":
            self.x = 0
        elif byte == b"\n":
            self.line_feed()
        elif byte == b"\b":
            self.x = max(self.x - 1, 0)
        elif byte == b"\t":
            self.x = min(self.x // 8 * 8 + 8, self.cols - 1)

    def on_pad(self, _):
        pass

    on_charset = on_title = on_pad

    def on_single(self, byte):
        if byte == b"7":
            self.saved = (self.y, self.x)
        elif byte == b"8":
            self.y, self.x = self.saved
        elif byte == b"M":
            self.reverse_feed()
        elif byte == b"D":
            self.line_feed()
        elif byte == b"E":
            self.x = 0
            self.line_feed()
        elif byte == b"c":
            self.clear()

    def line_feed(self):
        if self.y == self.bottom:
            self.scroll(1)
        else:
            self.y = min(self.y + 1, self.rows - 1)

    def reverse_feed(self):
        if self.y == self.top:
            self.scroll(-1)
        else:
            self.y = max(self.y - 1, 0)

    def scroll(self, count, top=None):
        top = self.top if top is None else top
        blank = [(" ", False)] * self.cols
        for _ in range(abs(count)):
            if count > 0:
                del self.cells[top]
                self.cells.insert(self.bottom, list(blank))
            else:
                del self.cells[self.bottom]
                self.cells.insert(top, list(blank))

    def control(self, match):
        final = match["final"].decode()
        numbers = [int(n or 0) for n in match["numbers"].split(b";")]
        count = max(numbers[0], 1)
        row = self.cells[self.y]
        if match["mark"]:
            assert match["mark"] == b"?" and final in "hl" or match["mark"] in b">!", match
            for number in numbers:
                (self.modes.add if final == "h" else self.modes.discard)(number)
        elif final in "Hf":
            self.y = min(max(numbers[0], 1), self.rows) - 1
            self.x = min(max(numbers[1] if len(numbers) > 1 else 1, 1), self.cols) - 1
        elif final == "A":
            self.y = max(self.y - count, 0)
        elif final == "B":
            self.y = min(self.y + count, self.rows - 1)
        elif final == "C":
            self.x = min(self.x + count, self.cols - 1)
        elif final == "D":
            self.x = max(min(self.x, self.cols - 1) - count, 0)
        elif final == "G":
            self.x = count - 1
        elif final == "d":
            self.y = count - 1
        elif final == "J":
            self.erase_screen(numbers[0])
        elif final == "K":
            self.erase(row, numbers[0])
        elif final == "X":
            row[self.x:self.x + count] = [(" ", False)] * min(count, self.cols - self.x)
        elif final == "P":
            del row[self.x:self.x + count]
            row.extend([(" ", False)] * (self.cols - len(row)))
        elif final == "@":
            row[self.x:self.x] = [(" ", False)] * count
            del row[self.cols:]
        elif final in "LM":
            self.scroll(-count if final == "L" else count, self.y)
        elif final == "b":
            for _ in range(count):
                self.on_text(self.last.encode("latin-1"))
        elif final == "r":
            self.top = max(numbers[0], 1) - 1
            self.bottom = (numbers[1] if len(numbers) > 1 and numbers[1] else self.rows) - 1
            self.y = self.x = 0
        elif final == "m":
            self.attribute(numbers)
        else:
            assert final in "hlt", f"unknown control {match[0]}"

    def erase(self, row, what):
        first = 0 if what else self.x
        last = self.x + 1 if what == 1 else self.cols
        row[first:last] = [(" ", False)] * (last - first)

    def erase_screen(self, what):
        assert what in (0, 2)
        if what == 2:
            self.clear()
            return
        self.erase(self.cells[self.y], 0)
        for y in range(self.y + 1, self.rows):
            self.cells[y] = [(" ", False)] * self.cols

    def attribute(self, numbers):
        for number in numbers:
            if number in (0, 27):
                self.reverse = False
            elif number == 7:
                self.reverse = True
            elif 30 <= number <= 37:
                self.colours.add(number)


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, command, term="vt100", rows=24, cols=80, env=None):
        self.screen = Screen(rows, cols)
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        self.child = subprocess.Popen(
            command, stdin=self.slave, stdout=self.slave, stderr=self.slave,
            start_new_session=True, env={**os.environ, **SANITIZERS, "TERM": term, **(env or {})})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.child.poll() is None:
            self.child.kill()
            self.child.wait()
        os.close(self.master)
        os.close(self.slave)

    def pump(self):
        while select.select([self.master], [], [], 0)[0]:
            self.screen.feed(os.read(self.master, 65536))

    def wait_for(self, condition, what):
        """Feeds the screen until the condition holds for its text; returns the text."""
        def look():
            self.pump()
            return condition(self.screen.text())

        try:
            until(look, what)
        except AssertionError as failure:
            raise AssertionError(f"{failure}\n{self.screen.text()}") from None
        return self.screen.text()

    def wait_for_text(self, text):
        return self.wait_for(lambda shown: text in shown, repr(text))

    def press(self, keys):
        os.write(self.master, keys.encode() if isinstance(keys, str) else keys)

    def resize(self, rows, cols):
        self.pump()
        self.screen = Screen(rows, cols)
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, cols, 0, 0))
        self.child.send_signal(28) # SIGWINCH: it is not the terminal's controlling process

    def wait(self):
        """The exit status, once everything that was written has been shown."""
        until(lambda: (self.pump(), self.child.poll() is not None)[1], "the program ends")
        self.pump()
        return self.child.wait(PATIENCE)

    def is_restored(self):
        """Whether the terminal is set as it was before."""
        return termios.tcgetattr(self.slave) == self.before
