"""What pyte shows differently from terminals, and why.

A row with such a text is compared only with what tmux shows.
"""

import re

# A name, the texts of the editor that it is about, and the reason.
KNOWN = [
    ("flags", re.compile("[\U0001f1e6-\U0001f1ff]"),
     "pyte gives each half of a flag a cell of its own, or two"),
    ("marks", re.compile("[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20f0]"),
     "pyte composes a letter with its marks where Unicode has one character for both"),
    ("vowels", re.compile("[\u0900-\u0d7f\u0e31\u0e34-\u0e4e\u1160-\u11ff\ud7b0-\ud7ff]"),
     "pyte drops a vowel sign that takes no column, and the rest of the text that was sent with it"),
]


def names(text):
    """The names of the known differences that a row may have."""
    return [name for name, pattern, _ in KNOWN if pattern.search(text)]
