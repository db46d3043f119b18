"""Gives `prefs` schema documents that were made to break it, in every format that it reads.

    python3 hostile.py PREFS

`prefs schema check` must say in a sentence what is wrong with each, in one second of the processor, and an
open editor must go on when the schema of its suite is replaced by it; neither can have more than 200 MB.
The script prints the number of documents and the longest time, and ends with status 1 if one of them broke
the program.
"""

import os
import pathlib
import pty
import random
import resource
import select
import shutil
import subprocess
import sys
import tempfile
import time

SECONDS, BYTES = 1.0, 200_000_000
USABLE, UNUSABLE = {0}, {3, 6}
EITHER = USABLE | UNUSABLE
# How long the editor may take to show its help, which has this title, on a busy machine.
ANSWER, HELP = 10.0, b"Help: what the keys do"

HEAD = '<?xml version="1.0"?>'


class Format:
    """A format: the name of a file, the text around its keys, and the text of a key called NAME."""

    def __init__(self, file, start, end, key, separator=""):
        self.file, self.start, self.end, self.key, self.separator = file, start, end, key, separator

    @property
    def is_json(self):
        return self.file.endswith(".json")

    def document(self, keys, first=""):
        return (self.start + first + self.end.replace("KEYS", self.separator.join(keys))).encode()

    def named(self, *names, first=""):
        return self.document([self.key.replace("NAME", name) for name in names], first)

    def typed(self, schema):
        """A document of JSON with one key that has this schema."""
        key = '"k":SCHEMA' if self.file != "policies.json" else '{"name":"k","type":"dict","schema":SCHEMA}'
        return self.document([key.replace("SCHEMA", schema)])


MEMBER = '"NAME":{"type":"string"}'
FORMATS = [
    Format("a.schema.json", '{"x-format":1,"x-suite":"a","title":"A",', '"properties":{KEYS}}', MEMBER, ","),
    Format("a.json", "{", '"properties":{KEYS}}', MEMBER, ","),
    Format("package.json", '{"name":"a",', '"contributes":{"configuration":{"properties":{KEYS}}}}', MEMBER, ","),
    Format("policies.json", "{", '"policy_definitions":[KEYS]}', '{"name":"NAME","type":"main"}', ","),
    Format(
        "a.plist", HEAD,
        '<plist version="1.0"><dict><key>pfm_domain</key><string>a</string><key>pfm_subkeys</key>'
        "<array>KEYS</array></dict></plist>",
        "<dict><key>pfm_name</key><string>NAME</string><key>pfm_type</key><string>boolean</string></dict>",
    ),
    Format(
        "A.bundle", HEAD,
        '<plist version="1.0"><dict><key>PreferenceSpecifiers</key><array>KEYS</array></dict></plist>',
        "<dict><key>Key</key><string>NAME</string><key>Type</key><string>PSToggleSwitchSpecifier</string></dict>",
    ),
    Format("a.kcfg", HEAD, '<kcfg><group name="g">KEYS</group></kcfg>', '<entry name="NAME" type="Bool"/>'),
    Format(
        "a.gschema.xml", HEAD, '<schemalist><schema id="a">KEYS</schema></schemalist>',
        '<key name="NAME" type="b"><default>true</default></key>',
    ),
]


def of_every_format(form):
    """Yields what is wrong with a document, its bytes, and the statuses that it may have."""
    good = form.named("k0", "k1")
    half = len(good) // 2
    yield "good", good, USABLE
    yield "comment of a shell first", b"# x\n" + good, EITHER if form.file == "policies.json" else UNUSABLE
    yield "comment of a shell alone", b"# x\n", UNUSABLE
    yield "empty", b"", UNUSABLE
    yield "NUL inside", good[:half] + b"\0" + good[half:], EITHER
    yield "NUL at the end", good + b"\0", UNUSABLE
    yield "truncated", good[: 2 * len(good) // 3], UNUSABLE
    yield "Latin-1", good.replace(b"k0", b"k\xe9"), UNUSABLE
    yield "half a unit of UTF-16", good.decode().encode("utf-16")[:-1], UNUSABLE
    yield "UTF-32", good.decode().encode("utf-32")[:-2], UNUSABLE
    yield "ten times the keys", form.named(*(f"k{n}" for n in range(200_000))), UNUSABLE
    yield "ten times the bytes", good + b" " * 45_000_000, UNUSABLE
    yield "long name", form.named("k" * 1_000_000), EITHER
    yield "one name many times", form.named(*["k"] * 19_000), EITHER
    yield "other root", b"[]" if form.is_json else b"<a/>", UNUSABLE
    yield "noise", random.Random(1).randbytes(65_536), UNUSABLE


def of_json(form):
    yield "deep", form.named("k", first='"x":' + "[" * 300_000 + "]" * 300_000 + ","), UNUSABLE
    deep = '{"type":"object","properties":{"a":' * 5_000 + "{}" + "}}" * 5_000
    yield "deep schema", form.typed(deep), UNUSABLE
    yield "refers to itself", form.typed('{"$ref":"#","allOf":[{"$ref":"#"}]}'), EITHER
    yield "long numbers", form.named("k", first='"x":1e99999999999,"y":' + "9" * 1_000_000 + ","), EITHER
    members = ",".join('"a":1' for _ in range(50_000))
    yield "one member many times", form.named("k", first='"x":{' + members + "},"), EITHER
    slow = '{"type":"string","pattern":"^(a+)+$","default":"' + "a" * 5_000 + '!"}'
    yield "slow pattern", form.typed(slow), EITHER


def of_xml(form):
    yield "deep", form.document(["<dict>" * 300_000 + "</dict>" * 300_000]), UNUSABLE
    entities = "".join(f'<!ENTITY a{n + 1} "&a{n};&a{n};">' for n in range(40))
    bomb = f'<!DOCTYPE x [<!ENTITY a0 "ha">{entities}]>'
    yield "entities of entities", form.named("&a40;", first=bomb), UNUSABLE
    outside = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    yield "entity of a file", form.named("&a;", first=outside), UNUSABLE
    yield "no such character", form.named("&#x110000;"), UNUSABLE
    yield "open comment", form.named("k") + b"<!-- ", UNUSABLE
    attributes = " ".join(f'a{n}="1"' for n in range(200_000))
    yield "many attributes", form.named("k").replace(b"version", attributes.encode() + b" version"), EITHER


def hostile(form):
    yield from of_every_format(form)
    yield from of_json(form) if form.is_json else of_xml(form)


def put(form, directory, content):
    """Puts a document in place of the one before it; returns what is named to `prefs`."""
    path = directory / form.file
    if form.file.endswith(".bundle"):
        path.mkdir(exist_ok=True)
    new = directory / "new"
    new.write_bytes(content)
    os.replace(new, path / "Root.plist" if path.is_dir() else path)
    return path


def limit_memory():
    resource.setrlimit(resource.RLIMIT_DATA, (BYTES, BYTES))


def processor_time():
    """Returns the time that all ended children have used; a busy machine does not make it longer."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def check(program, path, statuses):
    """Runs `prefs schema check`; returns what is wrong with its answer, and the time."""
    start = processor_time()
    run = subprocess.run(
        [program, "schema", "check", path],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=limit_memory,
    )
    seconds = processor_time() - start
    wrong = []
    if run.returncode not in statuses:
        wrong.append(f"status {run.returncode}")
    if str(path) not in run.stdout.decode():
        wrong.append("no place is named")
    if seconds > SECONDS:
        wrong.append(f"{seconds:.2f} s")
    return wrong, seconds


def read(terminal, seconds, awaited=None):
    """Returns what the editor draws in this time; ends sooner once it has drawn the awaited text."""
    text, end = b"", time.monotonic() + seconds
    while select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
        try:
            text += os.read(terminal, 65_536)
        except OSError:
            break
        if awaited and awaited in text:
            break
    return text


def survive(program, form, documents, directory):
    """Opens the editor, and gives it each document in place of its schema; returns those that ended it."""
    path = put(form, directory, documents[0][1])
    process, terminal = pty.fork()
    if process == 0:
        limit_memory()
        os.environ.update(HOME=str(directory), TERM="xterm-256color", LC_ALL="C.UTF-8")
        os.execv(program, [program, "edit", "a", "--schema", str(path)])
    read(terminal, 1)
    for name, content, _ in documents:
        put(form, directory, content)
        read(terminal, 0.3)
        os.write(terminal, b"?")
        help = read(terminal, ANSWER, awaited=HELP)
        os.write(terminal, b"\x1b")
        if os.waitpid(process, os.WNOHANG)[0] != 0:
            return [f"{form.file}: {name}: the editor ended"]
        if HELP not in help:
            return [f"{form.file}: {name}: the editor does not answer"]
    os.kill(process, 15)
    os.waitpid(process, 0)
    return []


def main():
    program = os.path.abspath(sys.argv[1])
    failures, count, slowest = [], 0, 0
    for form in FORMATS:
        directory = pathlib.Path(tempfile.mkdtemp())
        documents = list(hostile(form))
        for name, content, statuses in documents:
            wrong, seconds = check(program, put(form, directory, content), statuses)
            if wrong:
                failures.append(f"{form.file}: {name}: {', '.join(wrong)}")
            count, slowest = count + 1, max(slowest, seconds)
        failures += survive(program, form, documents, directory)
        shutil.rmtree(directory)
    print(f"{count} documents of {len(FORMATS)} formats: at most {slowest:.2f} s")
    if failures:
        sys.exit("\n".join(failures))


main()
