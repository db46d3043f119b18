"""A program on a pseudo-terminal, and what can be measured of it from outside."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time

# Seconds without output after which a screen counts as complete.
SILENCE = 0.15
COLOR = re.compile(rb"\x1b\[(?:[0-9;:]*[;:])?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:[;:][0-9;:]*)?m")


class Terminal:
    """A program on a terminal of 80 columns and 24 rows, which answers no question."""

    def __init__(self, command, environment, ignores_hangup=False):
        self.output = b""
        self.master, self.slave = pty.openpty()
        self.resize(80, 24)
        self.modes = termios.tcgetattr(self.slave)
        go, start = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for descriptor in (0, 1, 2):
                os.dup2(self.slave, descriptor)
            if ignores_hangup:
                signal.signal(signal.SIGHUP, signal.SIG_IGN)
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.read(go, 1)
            os.closerange(3, 64)
            os.execve(command[0], command, environment)
        os.close(go)
        self.start = time.perf_counter()
        os.write(start, b"x")
        os.close(start)

    def resize(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, silence=SILENCE, patience=10):
        """Reads until nothing has come for some time.

        Returns the bytes, and the seconds until the first and the last of them; None for no byte.
        """
        start = time.perf_counter()
        first = last = None
        data = b""
        while True:
            limit = patience if first is None else silence
            ready, _, _ = select.select([self.master], [], [], limit)
            if not ready:
                break
            try:
                part = os.read(self.master, 1 << 20)
            except OSError:
                break
            last = time.perf_counter() - start
            first = last if first is None else first
            data += part
            if time.perf_counter() - start > patience:
                break
        self.output += data
        return data, first, last

    def press(self, keys, silence=SILENCE, patience=1.5):
        os.write(self.master, keys)
        return self.read(silence, patience)

    @property
    def down(self):
        """The bytes of Down in the mode that the program has chosen."""
        application = self.output.rfind(b"\x1b[?1h") > self.output.rfind(b"\x1b[?1l")
        return b"\x1bOB" if application else b"\x1b[B"

    def status(self):
        """How the program has ended, as `os.waitpid` says; None while it runs."""
        process, status = os.waitpid(self.process, os.WNOHANG)
        return status if process else None

    def wait_for_end(self, seconds):
        """Reads until the program ends, at most some seconds; returns whether it has ended."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.02, 0.02)
            if self.status() is not None:
                self.process = None
                self.read(0.02, 0.02)
                return True
        return False

    # What the kernel knows about the program.

    def memory(self):
        """The resident and the anonymous memory, in KiB."""
        with open(f"/proc/{self.process}/status") as file:
            text = file.read()
        return [int(re.search(rf"^{name}:\s+(\d+)", text, re.M)[1]) for name in ("VmRSS", "RssAnon")]

    def wakeups(self):
        """How many times a thread of the program was run."""
        count = 0
        for thread in os.listdir(f"/proc/{self.process}/task"):
            with open(f"/proc/{self.process}/task/{thread}/status") as file:
                count += sum(int(number) for number in re.findall(r"ctxt_switches:\s+(\d+)", file.read()))
        return count

    def processor_time(self):
        """The seconds that the program has used of a processor."""
        with open(f"/proc/{self.process}/stat") as file:
            fields = file.read().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def work(self):
        """The seconds that the present threads of the program have run; also on a busy machine."""
        count = 0
        for thread in os.listdir(f"/proc/{self.process}/task"):
            with open(f"/proc/{self.process}/task/{thread}/schedstat") as file:
                count += int(file.read().split()[0])
        return count / 1e9

    # What the program has left behind.

    def leftovers(self):
        """The names of what is not as it was before the program."""
        def is_set(*names):
            return any(self.output.rfind(b"\x1b[?%dh" % name) > self.output.rfind(b"\x1b[?%dl" % name)
                       for name in names)

        found = []
        if is_set(1049, 1047, 47):
            found.append("screen")
        if self.output.rfind(b"\x1b[?25l") > max(self.output.rfind(b"\x1b[?25h"), self.output.rfind(b"\x1b[34h")):
            found.append("cursor")
        if is_set(1000, 1002, 1003, 1006, 1015):
            found.append("mouse")
        if is_set(2004):
            found.append("paste")
        if is_set(1):
            found.append("keypad")
        mask = termios.ICANON | termios.ECHO | termios.ISIG
        if termios.tcgetattr(self.slave)[3] & mask != self.modes[3] & mask:
            found.append("modes")
        return found

    def close(self):
        """Ends the program, if it has not ended, and the terminal."""
        if self.process is not None:
            try:
                os.kill(self.process, signal.SIGKILL)
                os.waitpid(self.process, 0)
            except (ProcessLookupError, ChildProcessError):
                pass
        for descriptor in (self.master, self.slave):
            try:
                os.close(descriptor)
            except OSError:
                pass
