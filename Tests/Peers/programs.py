"""The programs that are measured, each with 1,000 lines to show, and their files."""

import json
import os
import plistlib
import shutil
import subprocess

COUNT = 1000
WORDS = ["grid", "page", "margin", "colour", "font", "ruler", "zoom", "save", "export", "sound"]


def title(number):
    return f"Draw the {WORDS[number % 10]} of {WORDS[number // 10 % 10]} {number}"


def description(number):
    first, second, third = WORDS[number * 7 % 10], WORDS[number // 3 % 10], WORDS[number * 3 // 7 % 10]
    return (f"How the {first} of each {second} is drawn when the {third} is changed. "
            + ("Pages that were printed keep theirs." if number % 3 else ""))


class Program:
    """A program, its arguments, and keys for special measurements."""

    def __init__(self, name, package, arguments, escape=None, path=None):
        self.name = name
        self.package = package
        self.path = path or shutil.which(name)
        self.arguments = arguments
        # The key press before an Esc that has a visible effect; None where none is known.
        self.escape = escape

    @property
    def is_installed(self):
        return self.path is not None

    @property
    def command(self):
        return [self.path] + self.arguments

    @property
    def label(self):
        return "nconf" if self.name == "kconfig-nconf" else self.name

    @property
    def version(self):
        command = ["dpkg-query", "-W", "-f", "${Version}", self.package]
        return subprocess.run(command, capture_output=True, text=True).stdout.split("-")[0].split(":")[-1]


def environment(root, **more):
    return {
        "PATH": os.environ["PATH"], "HOME": f"{root}/home", "TERM": "xterm-256color", "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": f"{root}/config", "XDG_STATE_HOME": f"{root}/state", "XDG_DATA_HOME": f"{root}/data",
        "XDG_DATA_DIRS": "/none", "SHELL": "/bin/sh", "EDITOR": "true",
        "GSETTINGS_BACKEND": "keyfile", "GSETTINGS_SCHEMA_DIR": f"{root}/gsettings", **more,
    }


def known(prefs, root):
    """The programs; ours is the first."""
    lines = f"{root}/lines"
    menu = [word for number in range(COUNT) for word in (str(number), title(number))]
    return [
        Program("prefs", "", ["edit", "org.example.lines"], b"/", prefs),
        Program("kconfig-nconf", "kconfig-frontends", [f"{root}/Kconfig"]),
        Program("htop", "htop", [], b"/"),
        Program("ncdu", "ncdu", [f"{root}/files"]),
        Program("tig", "tig", ["-C", f"{root}/repository"], b"/"),
        Program("nnn", "nnn", [f"{root}/files"], b"/"),
        Program("vifm", "vifm", [f"{root}/files"], b"/"),
        Program("mc", "mc", ["-u", f"{root}/files"]),
        Program("fzf", "fzf", ["-c", f"exec fzf --reverse <{lines}"], None),
        Program("dialog", "dialog", ["--menu", "Lines", "22", "76", "14"] + menu),
    ]


def prepare(root):
    """Makes the files of all programs below a new directory."""
    for name in ("home", "config", "state", "data/prefs/schemas", "files", "repository", "gsettings"):
        os.makedirs(f"{root}/{name}")
    for number in range(COUNT):
        with open(f"{root}/files/{number:04} {title(number)}", "w"):
            pass
    with open(f"{root}/lines", "w") as file:
        file.writelines(f"{title(number)}\n" for number in range(COUNT))
    with open(f"{root}/Kconfig", "w") as file:
        for number in range(COUNT):
            file.write(f'config LINE{number}\n\tbool "{title(number)}"\n\n')
    with open(f"{root}/gsettings/org.example.peers.gschema.xml", "w") as file:
        file.write('<schemalist><schema id="org.example.peers" path="/org/example/peers/">'
                   '<key name="volume" type="i"><default>5</default></key></schema></schemalist>')
    if shutil.which("glib-compile-schemas"):
        subprocess.run(["glib-compile-schemas", f"{root}/gsettings"], check=True)
    write_suite(root, "org.example.lines", COUNT, has_schema=True)
    write_repository(f"{root}/repository")


def write_suite(root, name, count, has_schema):
    """Stores some values of a suite, all of them if it has no schema."""
    stored = {f"key{number:06}": title(number) for number in range(0, count, 10 if has_schema else 1)}
    with open(f"{root}/config/{name}.plist", "wb") as file:
        plistlib.dump(stored, file)
    if not has_schema:
        return
    properties = {f"key{number:06}": {"type": "string", "title": title(number), "default": "none",
                                      "description": description(number)}
                  for number in range(count)}
    with open(f"{root}/data/prefs/schemas/{name}.schema.json", "w") as file:
        json.dump({"$schema": "https://json-schema.org/draft/2020-12/schema", "x-format": 1, "x-suite": name,
                   "title": "Lines", "type": "object", "properties": properties}, file)


def write_repository(path):
    """Makes a repository with a commit for each line."""
    subprocess.run(["git", "init", "--quiet", "--initial-branch=main", path], check=True)
    commits = "".join(
        f"commit refs/heads/main\ncommitter A <a@example.org> {1700000000 + number} +0000\n"
        f"data {len(title(number))}\n{title(number)}\n"
        for number in range(COUNT))
    subprocess.run(["git", "-C", path, "fast-import", "--quiet"], input=commits.encode(), check=True)
