"""Compares our reader of property lists with Python's plistlib.

    python3 differential.py PROBE COUNT [SEED]

It makes property lists in XML, in several text encodings, and in the binary form, changes most of
them at random, and lets both readers read them. Readers may differ in what they accept only where
`known.py` says why; values that both read must be equal. It ends with status 0, or at the first
difference with status 1, the seed and the document.
"""

import collections
import datetime
import json
import plistlib
import random
import re
import struct
import subprocess
import sys

import documents
import known

EPOCH = datetime.datetime(2001, 1, 1)


# What both readers say of a document, in one form.


def form(value):
    """A value as the probe prints it; dates as seconds."""
    if isinstance(value, bool):
        return ["bool", value]
    if isinstance(value, int):
        return ["integer", str(value)]
    if isinstance(value, float):
        return ["real", struct.pack(">d", value).hex()]
    if isinstance(value, str):
        return ["string", value.encode("utf-8", "surrogatepass").hex()]
    if isinstance(value, bytes):
        return ["data", value.hex()]
    if isinstance(value, datetime.datetime):
        return ["date", (value - EPOCH) / datetime.timedelta(seconds=1)]
    if isinstance(value, plistlib.UID):
        return ["uid", str(value.data)]
    if isinstance(value, list):
        return ["array"] + [form(element) for element in value]
    if isinstance(value, dict):
        members = [(key.encode("utf-8", "surrogatepass"), form(value[key])) for key in value]
        return ["dictionary"] + [[key.hex(), member] for key, member in sorted(members)]
    if value is None:
        return ["null"]
    raise TypeError(type(value).__name__)


def read_by_python(document):
    """The form of a document's values, or the exception that refuses it."""
    try:
        values = plistlib.loads(document)
        if not isinstance(values, dict):
            return None, TypeError("the root is not a dictionary")
        return form(values), None
    except RecursionError as error:
        return None, error
    except Exception as error:  # plistlib lets exceptions of many types through.
        return None, error


def is_equal(ours, theirs):
    """Whether two forms are equal, but for what Python's types cannot hold."""
    if not isinstance(ours, list) or not isinstance(theirs, list):
        return ours == theirs
    if ours[:1] == ["opaque"]:
        return True
    if ours[:1] == ["date"] == theirs[:1]:
        # Python's dates have microseconds.
        seconds = number(ours[1])
        return abs(seconds - theirs[1]) <= 1e-6 * max(1, abs(seconds) * 1e-9)
    if ours[:1] == ["real"] == theirs[:1] and number(ours[1]) != number(ours[1]):
        # Python does not keep which NaN it is.
        return number(theirs[1]) != number(theirs[1])
    return len(ours) == len(theirs) and all(map(is_equal, ours, theirs))


def number(bits):
    return struct.unpack(">d", bytes.fromhex(bits))[0]


def with_line_feeds(form):
    """The form with every line end as expat gives it: we keep carriage returns, as Foundation."""
    if isinstance(form, str) and re.fullmatch(r"(?:[0-9a-f]{2})*", form):
        return bytes.fromhex(form).replace(b"\r\n", b"\n").replace(b"\r", b"\n").hex()
    if isinstance(form, list) and form[:1] in (["string"], ["dictionary"], ["array"]):
        members = [with_line_feeds(member) for member in form[1:]]
        if form[0] == "dictionary":
            members.sort(key=lambda pair: pair[0])
        return form[:1] + members
    if isinstance(form, list) and form and isinstance(form[0], str) and isinstance(form[-1], list):
        return [with_line_feeds(part) for part in form]
    return form


def holds_what_python_cannot(form):
    """Whether a value is opaque, or a date that Python has not."""
    if not isinstance(form, list):
        return False
    if form[:1] == ["date"]:
        return not -63113904000 <= number(form[1]) < 252423993600
    return form[:1] == ["opaque"] or any(map(holds_what_python_cannot, form))


# Comparing.


def read_by_probe(probe, documents):
    stream = b"".join(struct.pack(">I", len(document)) + document for document in documents)
    output = subprocess.run(
        [probe, "property-lists"], input=stream, stdout=subprocess.PIPE, check=True).stdout
    answers = [json.loads(line) for line in output.splitlines()]
    if len(answers) != len(documents):
        raise SystemExit(f"The probe read {len(answers)} of {len(documents)} documents.")
    return answers


def agrees(answer, document):
    """Whether our answer is Python's."""
    theirs, error = read_by_python(document)
    if error is not None:
        return "refused" in answer
    return "values" in answer and is_equal(answer["values"], theirs)


def explanation(probe, document, answer):
    """Why the readers may differ; None for no known reason."""
    theirs, error = read_by_python(document)
    if "refused" in answer:
        for pattern, why in known.REFUSED:
            if re.search(pattern, answer["refused"]):
                return "refused: " + why
        return None
    ours = answer["values"]
    if error is not None and holds_what_python_cannot(ours):
        return "read: Python has no such value"
    if document.startswith(b"bplist"):
        return None
    if error is None and is_equal(with_line_feeds(ours), with_line_feeds(theirs)):
        return "read: Foundation keeps carriage returns, and writes them as they are"
    whys = {name: why for name, _, why in known.REPAIRS}
    for names, repaired in known.repairs(document):
        again = read_by_probe(probe, [repaired])[0]
        theirs, error = read_by_python(repaired)
        if error is None and "values" in again and is_equal(
                with_line_feeds(again["values"]), with_line_feeds(theirs)):
            return "read: " + "; ".join(f"{name}: {whys[name]}" for name in names)
    return None


def main():
    probe, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}")
    source = random.Random(seed)
    found = collections.Counter()
    readable = 0
    for start in range(0, count, 500):
        batch = [documents.any_document(source) for _ in range(min(500, count - start))]
        for document, answer in zip(batch, read_by_probe(probe, batch)):
            readable += "values" in answer
            if agrees(answer, document):
                continue
            why = explanation(probe, document, answer)
            if why is None:
                theirs, error = read_by_python(document)
                told = theirs if error is None else f"{type(error).__name__}: {error}"
                print(f"A difference that is not known:\n{document!r}\nours:   {answer}\n"
                      f"Python: {told}")
                sys.exit(1)
            found[why] += 1
    print(f"{count} documents, {readable} of them readable; known differences:")
    for why, times in found.most_common():
        print(f"{times:6}  {why}")


if __name__ == "__main__":
    main()
