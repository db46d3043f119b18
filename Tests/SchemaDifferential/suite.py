"""Runs the JSON-Schema-Test-Suite of json-schema.org.

    python3 suite.py PROBE SUITE [-v]

SUITE is the folder of the suite, which the source distribution of PyPI's `jsonschema` has as `json`. The
tests of drafts 2020-12 and 7 run with formats as notes, and the optional tests of formats with formats
checked. It prints the numbers, and ends with status 1 if a test fails that `suite-known.json` does not
list with a reason, by its name or by how its name begins, or if none of those fails.
"""

import json
import pathlib
import subprocess
import sys

DRAFTS = {"draft2020-12": False, "draft7": True}


def documents(suite, metaschemas):
    """Returns the documents that schemas of the suite refer to, by their URIs."""
    found = dict(metaschemas)
    for path in (suite / "remotes").rglob("*.json"):
        uri = "http://localhost:1234/" + path.relative_to(suite / "remotes").as_posix()
        found[uri] = json.loads(path.read_text())
    return found


def metaschemas():
    """Returns the schemas of JSON Schema itself, which the suite refers to."""
    from jsonschema_specifications import REGISTRY

    return {uri.rstrip("#"): REGISTRY.contents(uri) for uri in REGISTRY}


def groups(suite):
    """Yields the draft, the file, the group of tests, and whether formats are checked."""
    for draft in DRAFTS:
        folder = suite / "tests" / draft
        optional = folder / "optional" / "format"
        for path in sorted(folder.glob("*.json")) + sorted(optional.glob("*.json")):
            for group in json.loads(path.read_text()):
                yield draft, path.relative_to(folder).as_posix(), group, path.parent == optional


def main():
    program, suite = sys.argv[1], pathlib.Path(sys.argv[2])
    known = json.loads((pathlib.Path(__file__).parent / "suite-known.json").read_text())
    listed = [name for names in known.values() for name in names]
    everything = documents(suite, metaschemas())
    probe = subprocess.Popen([program, "rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    numbers = {}
    failed = set()
    for draft, file, group, checks_formats in groups(suite):
        text = json.dumps(group["schema"])
        line = {
            "schema": group["schema"],
            "values": [test["data"] for test in group["tests"]],
            "isOlder": DRAFTS[draft],
            "checksFormats": checks_formats,
        }
        # The documents are large, and few schemas refer to any.
        if '$ref"' in text or "$schema" in text:
            line["documents"] = everything
        probe.stdin.write(json.dumps(line) + "\n")
        probe.stdin.flush()
        answer = probe.stdout.readline().strip("\n")
        part = f"{draft} {'formats' if checks_formats else 'main'}"
        for index, test in enumerate(group["tests"]):
            passed = answer[:1] != "!" and answer[index] == "01"[test["valid"]]
            count = numbers.setdefault(part, [0, 0])
            count[0] += passed
            count[1] += 1
            if not passed:
                failed.add(f"{draft}/{file}: {group['description']}: {test['description']}")
                if "-v" in sys.argv:
                    print(answer if answer[:1] == "!" else answer[index], json.dumps(test["data"])[:80])
    for part, (passed, count) in numbers.items():
        print(f"{part}: {passed} of {count}")
    unlisted = {name for name in failed if not name.startswith(tuple(listed))}
    passing = [name for name in listed if not any(test.startswith(name) for test in failed)]
    for name in sorted(unlisted):
        print(f"fails: {name}")
    for name in passing:
        print(f"passes, although it is listed: {name}")
    return 1 if unlisted or passing else 0


sys.exit(main())
