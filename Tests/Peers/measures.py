"""What is measured of a program on a terminal."""

import os
import signal
import statistics
import time

import programs
from terminal import COLOR, Terminal


def started(program, environment, **options):
    """A program whose first screen is complete, with what its start cost."""
    command = program.command
    if program.name == "fzf":
        command = ["/bin/sh"] + program.arguments
    terminal = Terminal(command, environment, **options)
    data, first, last = terminal.read(silence=0.3)
    return terminal, data, first, last


def run(program, environment):
    """The numbers of one run, by the name of the row."""
    terminal, data, first, last = started(program, environment)
    numbers = {"start to the first byte": first * 1000, "start to the complete screen": last * 1000,
               "processor time of the start": terminal.work() * 1000, "bytes of the first screen": len(data)}
    numbers["memory, resident"], numbers["memory, its own"] = terminal.memory()
    try:
        downs = [terminal.press(terminal.down, 0.03, 1) for _ in range(40)]
        numbers["bytes for Down"] = statistics.median(len(data) for data, _, _ in downs[:20])
        # A list that is too short to scroll sends nothing.
        numbers["bytes for Down that scrolls"] = statistics.median(len(data) for data, _, _ in downs[30:]) or None
        times = [first for _, first, _ in downs[:20] if first is not None]
        if times:
            numbers["Down to the first byte"] = statistics.median(times) * 1000
        if program.escape:
            terminal.press(program.escape)
            _, first, _ = terminal.press(b"\x1b")
            if first is not None:
                numbers["Esc to the first byte"] = first * 1000
    finally:
        terminal.close()
    return numbers


def run_without_details(program, environment):
    """The bytes for Down of our editor without its lines about the selected key."""
    terminal, _, _, _ = started(program, environment)
    try:
        terminal.press(b"i")
        counts = [len(terminal.press(terminal.down, 0.03, 1)[0]) for _ in range(20)]
    finally:
        terminal.close()
    return statistics.median(counts)


def idle(program, environment, seconds=3):
    """The bytes that are sent and the times that a thread is run while nothing happens."""
    terminal, _, _, _ = started(program, environment)
    try:
        terminal.read(0.5, 1)
        before, end = terminal.wakeups(), time.monotonic() + seconds
        count = 0
        while (left := end - time.monotonic()) > 0:
            count += len(terminal.read(left, left)[0])
        return {"bytes while idle, 3 s": count, "wake-ups while idle, 3 s": terminal.wakeups() - before}
    finally:
        terminal.close()


# What a program does, in words.


def after_signal(program, environment, number):
    """Whether the terminal is as before when a signal has ended the program."""
    terminal, _, _, _ = started(program, environment)
    try:
        os.kill(terminal.process, number)
        if not terminal.wait_for_end(2):
            return "stays"
        found = terminal.leftovers()
        return "no: " + " ".join(found) if found else "yes"
    finally:
        terminal.close()


def after_hangup(program, environment):
    """What a program that ignores SIGHUP does when its terminal is gone."""
    terminal, _, _, _ = started(program, environment, ignores_hangup=True)
    try:
        os.close(terminal.slave)
        os.close(terminal.master)
        for _ in range(20):
            time.sleep(0.05)
            if terminal.status() is not None:
                terminal.process = None
                return "ends"
        before = terminal.processor_time()
        time.sleep(1)
        return f"stays, {round((terminal.processor_time() - before) * 100)} % CPU"
    finally:
        terminal.close()


def small_and_back(program, environment):
    """Whether a program survives a terminal of one cell."""
    terminal, _, _, _ = started(program, environment)
    try:
        for columns, rows in ((20, 5), (1, 1), (80, 24)):
            terminal.resize(columns, rows)
            data, _, _ = terminal.read(0.2, 1)
        status = terminal.status()
        if status is None:
            return "yes" if data else "not redrawn"
        terminal.process = None
        return f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "ends"
    finally:
        terminal.close()


def modes(program, environment):
    """What the first screen says about colours, pastes and the mouse."""
    result = {}
    for name, more in (("plain", {}), ("without", {"NO_COLOR": "1"})):
        terminal, data, _, _ = started(program, {**environment, **more})
        terminal.close()
        result[name] = len(COLOR.findall(data))
        if name == "plain":
            text = data
    has = {number: b"\x1b[?%dh" % number in text for number in (1000, 1002, 1003, 2004)}
    return {
        "no colour with NO_COLOR": "yes" if result["without"] == 0 else f"no: {result['without']}",
        "pastes are told from key presses": "yes" if has[2004] else "no",
        "the mouse sends no movements": "no" if has[1002] or has[1003] else "yes",
    }


def behavior(program, environment):
    """All rows in words."""
    rows = {
        f"restored after {name}": after_signal(program, environment, number)
        for name, number in (("TERM", signal.SIGTERM), ("HUP", signal.SIGHUP), ("INT", signal.SIGINT),
                             ("a crash", signal.SIGSEGV))
    }
    rows["the terminal is gone"] = after_hangup(program, environment)
    rows["1x1 and back"] = small_and_back(program, environment)
    return {**rows, **modes(program, environment)}


# Other comparisons.


def process_time(command, environment):
    """The milliseconds of a process from its start to its end."""
    null = os.open("/dev/null", os.O_RDWR)
    actions = [(os.POSIX_SPAWN_DUP2, null, descriptor) for descriptor in (0, 1, 2)]
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, environment, file_actions=actions)
    _, status = os.waitpid(process, 0)
    duration = time.perf_counter() - start
    os.close(null)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} ended with {status}.")
    return duration * 1000


def filter_times(command, environment, opening, text):
    """The milliseconds from each key press of a filter to the complete screen."""
    terminal = Terminal(command, environment)
    try:
        terminal.read(silence=1.5, patience=30)
        if opening:
            terminal.press(opening, 0.5)
        times = []
        for character in text:
            _, _, last = terminal.press(character.encode(), 0.4, 5)
            times.append(last * 1000 if last else 0)
        return times
    finally:
        terminal.close()
