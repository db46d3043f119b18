"""The sessions that are compared: a suite, and key presses in the form of `prefs edit --keys`.

A screen is compared after each step. A step that is a pair of numbers resizes the terminal.
"""

DEMO = "org.example.sketchbook"
MANY = "org.example.many"
LETTERS = "org.example.letters"

# Texts with letters of all widths, for titles and values.
TEXTS = [
    "日本語の設定", "한국어 설정", "中文,全角ＡＢＣ", "emoji 🎨 palette 🖌", "café",
    "e\u0301 and n\u0303 composed", "flag 🇩🇪 of a country", "family 👩‍👩‍👧 joined", "heart ❤️ selected",
    "العربية", "עברית", "ไทย ภาษา", "हिन्दी", "ascii", "half ｶﾀｶﾅ", "box ┃ ╋ ▓",
    "override \u202e text", "zero\u200bwidth", "tab\there", "escape \u001b[31m red",
]


def schemas():
    """The schema documents by suite."""
    many = {
        f"key{number:03}": {
            "type": ["boolean", "integer", "string"][number % 3], "title": f"Setting number {number}",
            "description": f"What setting number {number} is for.", "x-section": f"part{number // 25}",
        }
        for number in range(200)
    }
    letters = {
        f"key{number:02}": {"type": "string", "title": text, "description": f"About {text}."}
        for number, text in enumerate(TEXTS)
    }
    sections = [{"id": f"part{number}", "title": f"Part {number}"} for number in range(8)]
    return {
        MANY: document(MANY, many, {"x-sections": sections}),
        LETTERS: document(LETTERS, letters, {}),
    }


def document(suite, properties, more):
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema", "x-format": 1, "x-suite": suite,
        "title": suite.split(".")[-1].capitalize(), "type": "object", "properties": properties, **more,
    }


def values():
    """The stored values by suite."""
    return {
        DEMO: {"legacyColor": "red"},
        MANY: {f"key{number:03}": number for number in range(1, 200, 6)},
        LETTERS: {f"key{number:02}": text for number, text in enumerate(TEXTS) if "\u001b" not in text},
    }


SIZES = [(80, 24), (120, 40), (40, 12)]

SCRIPTS = {
    "moving": (MANY, ["j", "j", "<PgDn>", "j", "k", "<PgDn>", "<PgUp>", "G", "k", "k", "gg", "<End>", "<Home>"]),
    "scrolling": (MANY, ["j" * 10] + ["j"] * 8 + ["k" * 8] + ["k"] * 8),
    "folding": (MANY, ["h", "l", "}", "}", "{", "z", "z"]),
    "opening": (DEMO, ["<Enter>", "<Esc>", "jjj", "<Enter>", "<Down>", "<Esc>", "j", "<Enter>", "<Esc>", "v", "<Esc>"]),
    "editing": (DEMO, [
        "<Space>", "jj", "+", "<Enter>", "<C-u>", "9000", "<Enter>", "<C-u>", "90", "<Enter>", "jj",
        "<Enter>", "<C-u>", "Ada Lovelace", "<Left><Left>", "x", "<Backspace>", "<Enter>", "u", "U", "r"]),
    "search": (MANY, ["/", "n", "u", "m", " ", "1", "7", "<Enter>", "j", "<Esc>", "m", "m", ":", "key1", "<Esc>"]),
    "help": (DEMO, ["?", "<PgDn>", "<Down>", "<Up>", "/", "undo", "<Esc>", "<Esc>", "<F1>", "<Esc>"]),
    "suites": (DEMO, ["s", "man", "<Enter>", "j", "s", "<Esc>"]),
    "resizing": (MANY, ["j", (100, 30), "j", (40, 12), "j", (20, 5), (1, 1), (80, 24), "/", "2", (60, 20), "<Esc>"]),
    "letters": (LETTERS, ["j", "j", "j", "<PgDn>", "<PgUp>", "/", "日", "<Esc>", "jjj", "<Enter>", "<End>", "<Left>",
                          "<Backspace>", "界", "<Esc>", "v", "<Esc>", "G", "k", "k"]),
    "letters, scrolling": (LETTERS, ["jj"] * 8 + ["j"] * 3 + ["k" * 8] + ["kk"] * 4),
}


def sizes(name):
    """The sizes of a script; scrolling differs only by the number of rows."""
    return SIZES[:1] + SIZES[2:] if "scrolling" in name else SIZES
