"""Where our reader and Python's plistlib may differ, and why.

Where only we refuse a document, our reason says which leniency of plistlib it is about. Where only
plistlib refuses one, the place that it complains about is repaired, and then both must agree.
"""

import codecs
import re

# What plistlib reads and we refuse: our reason, and why.
REFUSED = [
    (r"^expected a tag", "plistlib skips text between elements"),
    (r"is not an element of a property list", "plistlib skips elements that it does not know"),
    (r"^only the five entities", "with a document type, expat skips entities that it cannot know"),
    (r"^<data> does not hold base64", "binascii skips what is not Base64"),
    (r"^<integer> does not hold", "Python reads integers of any size, and with underscores"),
    (r"^<real> does not hold", "Python reads numbers with underscores"),
    (r"^<date> does not hold", "plistlib reads the start of a date, and ignores what follows"),
    (r"^the root is not a dictionary$|^something follows|^expected </plist>",
     "plistlib reads several values inside of <plist>"),
    (r"^<plist> is not allowed here", "plistlib reads <plist> anywhere"),
    (r"^expected </(true|false|string|key|integer|real|date|data)>",
     "plistlib reads elements inside of these"),
    (r"^the file is cut off|^the trailer is malformed|^the offset table does not fit"
     r"|^an object (lies outside|does not fit)",
     "plistlib lets objects, table and trailer overlap, as Foundation does not"),
    (r"^a count is malformed", "plistlib ignores the kind of a count"),
    (r"^containers are nested", "we limit the depth"),
    (r"^the text encoding", "Python has more encodings, and reads their names less strictly"),
    (r"^the text is not valid UTF-16", "expat does not check that surrogates are pairs"),
    (r"^a whole number has", "Python reads integers of any size"),
    (r"^expected a value, found another key|^a key has no value",
     "plistlib does not miss the value of an empty key"),
    (r"^an object is of an unknown kind", "plistlib reads only objects that are used"),
]

# What plistlib refuses and we read: the name, a change that takes it away, and why we read it.


def outside_text(pattern, replacement):
    return lambda text: re.sub(pattern, replacement, text, flags=re.DOTALL)


def without_prolog(text):
    for root in ("plist", "dict"):
        starts = [match.start() for match in re.finditer(f"<{root}[\\x00-\\x20>/]", text)]
        if starts:
            return text[starts[-1 if root == "plist" else 0]:]
    return text


ELEMENTS = "plist|dict|array|key|string|data|date|integer|real|true|false"

REPAIRS = [
    ("prolog", without_prolog,
     "only the name of the encoding matters in front of the root; Foundation skips the rest, too"),
    ("comment", outside_text(r"<!--.*?-->", ""), "nothing in a comment matters"),
    ("instruction", outside_text(r"<\?.*?\?>", ""), "nor in a processing instruction"),
    ("date", outside_text(r"<date>\s*0*(?=\d{4}-)", "<date>"),
     "blanks in front of a date and zeros in front of its year have no meaning"),
    ("closing tag", outside_text(rf"</({ELEMENTS})[\x00-\x20/][^<>]*>", r"</\1>"),
     "what follows the name in a closing tag has no meaning"),
    ("empty tag", outside_text(r"<(array|dict|string|data|true|false|key)/[^<>]*/>", r"<\1/>"),
     "what stands between name and end of a tag has no meaning"),
    ("attribute", outside_text(
        rf"""<(/?(?:{ELEMENTS}))[\x00-\x20](?:"[^"]*"|'[^']*'|[^<>"'])*?(/?)>""", r"<\1\2>"),
     "attributes have no meaning, so they need not be well-formed"),
    ("control character",
     outside_text("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"
                  "|&#(x0*1?[0-9a-fA-F]|0*[12]?[0-9]|0*3[01])(?=;)", "?"),
     "Foundation writes control characters as they are, and reads them"),
    ("end of a section", outside_text(r"\]\]>", "]]&gt;"), "']]>' can only be text there"),
    ("padding", outside_text(r"<data>([^<=]*)=*\s*</data>",
                             lambda match: "<data>" + padded(match[1]) + "</data>"),
     "Base64 without padding has one meaning"),
]


def padded(digits):
    digits = re.sub(r"\s", "", digits)
    return digits + "=" * (-len(digits) % 4)


# The names of encodings that we know, and Python's names for them.
ENCODINGS = {
    **dict.fromkeys(
        ("iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1"), "latin-1"),
    **dict.fromkeys(
        ("iso-8859-15", "iso8859-15", "iso_8859-15", "latin9", "latin-9"), "iso8859-15"),
    **dict.fromkeys(("windows-1252", "cp1252", "cp-1252"), "cp1252"),
}


DECLARATION = re.compile(
    r"""(\A\s*<\?xml\s(?:[^?>"']|"[^"]*"|'[^']*')*?encoding\s*=\s*["'])([^"']*)""")


def text_of(document):
    """The text of an XML document as we convert it; None when it is none."""
    try:
        if document.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return document.decode("utf-16")
        if document.startswith(codecs.BOM_UTF8):
            return document[3:].decode("utf-8", "surrogateescape")
        declared = DECLARATION.match(document.decode("latin-1"))
        name = declared[2].lower() if declared else ""
        return document.decode(ENCODINGS.get(name, "utf-8"), "surrogateescape")
    except UnicodeDecodeError:
        return None


def repairs(document):
    """Repaired documents with the names of what was repaired: each repair alone, then together."""
    text = text_of(document)
    if text is None:
        return
    all_names, all_text = [], text
    for name, repair, _ in REPAIRS:
        yield [name], in_utf8(repair(text))
    for name, repair, _ in REPAIRS:
        repaired = repair(all_text)
        if repaired != all_text:
            all_names, all_text = all_names + [name], repaired
            yield all_names, in_utf8(all_text)


def in_utf8(text):
    declared = DECLARATION.sub(r"\1UTF-8", text, count=1)
    if not declared.startswith("<?xml"):
        declared = '<?xml version="1.0"?>' + declared.lstrip()
    return declared.encode("utf-8", "surrogateescape")
