"""Compares what terminals show with what the editor says it shows.

    python3 emulator.py PREFS [SCRIPT...]

For each script and size it runs `prefs edit` on a terminal, whose bytes pyte interprets, and after each
step compares the screen with that of `prefs edit --render` for the same key presses. At the end it
compares the text, the styles and the cursor with those of tmux, which runs the editor too.
"""

import concurrent.futures
import curses
import fcntl
import json
import os
import plistlib
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata

import pyte
from wcwidth import wcwidth

import known
import scripts

# Seconds that a screen may take, also on a machine that does other things.
PATIENCE = 20
TERM = "xterm-256color"
# The names of keys and their names in the terminal database.
KEYS = {
    "Up": "kcuu1", "Down": "kcud1", "Left": "kcub1", "Right": "kcuf1", "Home": "khome", "End": "kend",
    "PgUp": "kpp", "PgDn": "knp", "Del": "kdch1", "F1": "kf1",
}
PLAIN_KEYS = {"Enter": "\r", "Esc": "\x1b", "Tab": "\t", "Backspace": "\x7f", "Space": " "}


def sequence(step):
    """The bytes that a terminal sends for key presses; arrows as in the mode for applications."""
    text = ""
    for name, character in re.findall(r"<([^>]+)>|(.)", step):
        if character:
            text += character
        elif name in PLAIN_KEYS:
            text += PLAIN_KEYS[name]
        elif name.startswith("C-"):
            text += chr(ord(name[2]) & 0x1F)
        else:
            text += curses.tigetstr(KEYS[name]).decode()
    return text.encode()


def cells(row, columns):
    """The cells of a row of text; the second one of a wide character is empty."""
    result = []
    for character in row:
        width = wcwidth(character)
        if width <= 0 and result:
            last = -1 if result[-1] or len(result) < 2 else -2
            result[last] = unicodedata.normalize("NFC", result[last] + character)
        else:
            result += [character, ""][: max(1, width)]
    return result + [" "] * (columns - len(result))


class Place:
    """A directory with the files of a user, and the commands that use them."""

    def __init__(self, program, suite):
        self.path = tempfile.mkdtemp(prefix="prefs-emulator-")
        self.command = [program, "demo"] if suite == scripts.DEMO else [program, "edit", suite]
        self.environment = {
            "HOME": self.path, "XDG_CONFIG_HOME": f"{self.path}/config", "XDG_STATE_HOME": f"{self.path}/state",
            "XDG_DATA_HOME": f"{self.path}/data", "XDG_DATA_DIRS": "/none", "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8", "TERM": TERM, "TERMINFO": os.environ.get("TERMINFO", ""),
        }

    def reset(self):
        """Makes the files as they were at first."""
        for name in ("config", "state", "data"):
            shutil.rmtree(f"{self.path}/{name}", ignore_errors=True)
        os.makedirs(f"{self.path}/config")
        os.makedirs(f"{self.path}/data/prefs/schemas")
        for suite, stored in scripts.values().items():
            with open(f"{self.path}/config/{suite}.plist", "wb") as file:
                plistlib.dump(stored, file)
        for suite, schema in scripts.schemas().items():
            with open(f"{self.path}/data/prefs/schemas/{suite}.schema.json", "w") as file:
                json.dump(schema, file)

    def render(self, size, keys):
        """The rows that the editor says it shows after key presses."""
        self.reset()
        command = self.command + ["--render", f"{size[0]}x{size[1]}", "--keys", keys]
        result = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        if result.returncode != 0:
            raise Difference(f"--render ended with {result.returncode}: {result.stderr}")
        return result.stdout.split("\n")[: size[1]]

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


def without_patches(text):
    """A text with spaces in place of the patches of colour, which `--render`, a screen without colours, leaves out."""
    return text.replace("█", " ")


class Difference(Exception):
    """Two screens are not the same, with a text that shows where."""


class Emulator:
    """The editor on a terminal of this process, which pyte interprets."""

    def __init__(self, place, size):
        self.screen = pyte.Screen(*size)
        self.stream = pyte.ByteStream(self.screen)
        place.reset()
        self.process, self.terminal = os.forkpty()
        if self.process == 0:
            # The parent sets the size before the editor asks for it.
            os.read(0, 1)
            os.execve(place.command[0], place.command, place.environment)
        modes = termios.tcgetattr(self.terminal)
        modes[3] &= ~termios.ECHO
        termios.tcsetattr(self.terminal, termios.TCSANOW, modes)
        self.resize(size)
        os.write(self.terminal, b"\n")

    def resize(self, size):
        columns, rows = size
        self.screen.resize(lines=rows, columns=columns)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, step):
        os.write(self.terminal, sequence(step))
        # Esc alone is a key press only if nothing follows at once.
        if step.endswith("<Esc>"):
            self.read(0.1)

    def read(self, seconds):
        """Interprets what arrives within some seconds; returns whether something did."""
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return False
        try:
            data = os.read(self.terminal, 65536)
        except OSError:
            data = b""
        if not data:
            raise Difference("the editor has ended")
        self.stream.feed(data)
        return True

    def cells(self, row):
        data = [self.screen.buffer[row][column].data for column in range(self.screen.columns)]
        return [without_patches(text) for text in data]

    def compare(self, rows):
        """Waits until the screen shows these rows."""
        end = time.monotonic() + PATIENCE
        while wrong := self.wrong(rows):
            if not self.read(0.2) and time.monotonic() > end:
                raise Difference("\n".join(self.describe(row, rows[row]) for row in wrong))

    def wrong(self, rows):
        """The numbers of the rows that differ, without those that pyte cannot show."""
        return [
            row for row, text in enumerate(rows)
            if not known.names(text) and self.cells(row) != cells(text, self.screen.columns)
        ]

    def describe(self, row, text):
        return f"row {row + 1}\n  editor {text!r}\n  pyte   {''.join(self.cells(row)).rstrip()!r}"

    def styles(self, row):
        """The attributes of each cell that can be seen."""
        return styles(self.screen, row)

    def end(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)


def styles(screen, row):
    result = []
    for column in range(screen.columns):
        cell = screen.buffer[row][column]
        is_blank = cell.data == " " and not (cell.reverse or cell.underscore)
        ink = () if is_blank else (cell.fg, cell.bold)
        result.append((ink, cell.bg, cell.reverse, cell.underscore))
    return result


class Tmux:
    """The editor in tmux."""

    def __init__(self, place, size):
        self.socket = f"{place.path}/tmux"
        place.reset()
        environment = {**place.environment, "TERM": "tmux-256color"}
        words = ["env", "-i"] + [f"{name}={value}" for name, value in environment.items() if value] + place.command
        self.run("-f", "/dev/null", "start-server", ";", "set-option", "-g", "status", "off", ";",
                 "set-option", "-g", "remain-on-exit", "on", ";",
                 "new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), *words)

    def run(self, *arguments):
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TERM": TERM}
        command = ["tmux", "-u", "-S", self.socket, *arguments]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout

    def press(self, step):
        for part in re.findall(r"<[^>]+>|[^<]+", step):
            if part.startswith("<"):
                self.run("send-keys", "-H", *[f"{byte:x}" for byte in sequence(part)])
            else:
                self.run("send-keys", "-l", "--", part)
        if step.endswith("<Esc>"):
            time.sleep(0.1)

    def resize(self, size):
        self.run("resize-window", "-x", str(size[0]), "-y", str(size[1]))

    def compare(self, rows):
        """Waits until the screen shows these rows."""
        end = time.monotonic() + PATIENCE
        while True:
            text = without_patches(self.run("capture-pane", "-p", "-N"))
            shown = [row.rstrip(" ") for row in text.split("\n")][: len(rows)]
            if shown == rows:
                return
            if time.monotonic() > end:
                pairs = [(row, pair) for row, pair in enumerate(zip(rows, shown)) if pair[0] != pair[1]]
                raise Difference("\n".join(
                    f"row {row + 1}\n  editor {pair[0]!r}\n  tmux   {pair[1]!r}" for row, pair in pairs))
            time.sleep(0.05)

    def screen(self, size):
        """The screen with its styles, in the form of pyte."""
        screen = pyte.Screen(*size)
        stream = pyte.Stream(screen)
        text = self.run("capture-pane", "-p", "-e", "-N").split("\n")[: size[1]]
        for row, line in enumerate(text):
            stream.feed(f"\x1b[{row + 1};1H{line}")
        return screen

    def cursor(self):
        return tuple(int(number) for number in
                     self.run("display-message", "-p", "#{cursor_y} #{cursor_x} #{cursor_flag}").split())

    def end(self):
        subprocess.run(["tmux", "-S", self.socket, "kill-server"], capture_output=True)


def compare_styles(emulator, tmux, rows, size):
    """Compares styles and cursor of both terminals; the texts are known to be equal."""
    other = tmux.screen(size)
    for row, text in enumerate(rows):
        if known.names(text):
            continue
        ours, theirs = emulator.styles(row), styles(other, row)
        if ours != theirs:
            column = next(column for column in range(size[0]) if ours[column] != theirs[column])
            raise Difference(f"row {row + 1}, column {column + 1} of {text!r}\n"
                             f"  pyte {ours[column]}\n  tmux {theirs[column]}")
    cursor = emulator.screen.cursor
    ours, theirs = (cursor.y, min(cursor.x, size[0] - 1), int(not cursor.hidden)), tmux.cursor()
    if ours != theirs and not known.names(rows[theirs[0]]):
        raise Difference(f"the cursor (row, column, shown)\n  pyte {ours}\n  tmux {theirs}")


def wait_for_styles(emulator, tmux, rows, size):
    """Waits until styles and cursor are the same: the last step may change nothing else."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return compare_styles(emulator, tmux, rows, size)
        except Difference:
            if not emulator.read(0.2) and time.monotonic() > end:
                raise


def compare(program, name, size):
    """Runs a script in a size; returns how many screens were compared, and the known differences met."""
    suite, steps = scripts.SCRIPTS[name]
    met, terminals, places = set(), [], []
    try:
        for kind in (Emulator, Tmux):
            # Each terminal has files of its own: an editor shows what changes in them.
            place = Place(program, suite)
            places.append(place)
            screens = rendered(place, steps, size)
            terminal = kind(place, size)
            terminals.append(terminal)
            for number, (step, size_then, rows) in enumerate(screens):
                try:
                    if isinstance(step, tuple):
                        terminal.resize(step)
                    elif step:
                        terminal.press(step)
                    # tmux is slower; in between it is asked only about what pyte cannot show.
                    if kind is Emulator or number in (0, len(screens) - 1) or isinstance(step, tuple) or any(
                            map(known.names, rows)):
                        terminal.compare(rows)
                except Difference as difference:
                    columns, lines = size_then
                    raise Difference(f"step {number}, {step!r}, {columns}x{lines}: {difference}") from None
                for text in rows:
                    met.update(known.names(text))
        wait_for_styles(*terminals, screens[-1][2], screens[-1][1])
    finally:
        for terminal in terminals:
            terminal.end()
        for place in places:
            place.remove()
    return len(screens), met


def rendered(place, steps, size):
    """The steps of a script, with the size of the terminal and the rows that the editor says it shows."""
    screens, keys = [], ""
    for step in [""] + steps:
        if isinstance(step, tuple):
            size = step
        else:
            keys += step
        screens.append((step, size, place.render(size, keys)))
    return screens


def main(program, names):
    curses.setupterm(TERM, os.open("/dev/null", os.O_WRONLY))
    cases = [(name, size) for name in names or scripts.SCRIPTS for size in scripts.sizes(name)]
    failures, count, met = [], 0, set()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {pool.submit(compare, program, *case): case for case in cases}
        for run in concurrent.futures.as_completed(runs):
            name, size = runs[run]
            try:
                screens, found = run.result()
                count += screens
                met |= found
            except Difference as difference:
                failures.append(f"{name}, {size[0]}x{size[1]}: {difference}")
    for text in failures:
        print(text, file=sys.stderr)
    print(f"{count} screens of {len(cases) - len(failures)} sessions are the same in pyte and tmux.")
    for name, _, reason in known.KNOWN:
        print(f"Compared with tmux alone: {name}: {reason}." if name in met else f"Not met: {name}.")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), sys.argv[2:])
