"""Property lists for a comparison: in XML, in several text encodings, and in the binary form."""

import codecs
import datetime
import plistlib

LETTERS = [
    "a", "é", "ß", "€", "🦄", "e\u0301", " ", "&", "<", ">", "\"", "'", "\n", "\t", "]]>", "0",
    "\u2028",
]


def text(source, alphabet=LETTERS):
    return "".join(source.choice(alphabet) for _ in range(source.choice((0, 1, 1, 3, 8, 20))))


def value(source, depth=0):
    kinds = 8 if depth > 3 else 10
    match source.randrange(kinds):
        case 0:
            return source.random() < 0.5
        case 1:
            return source.choice((0, 1, -1, 255, 256, 65535, 65536, -(2**63), 2**63 - 1, 2**63,
                                  2**64 - 1, source.randrange(-(10**9), 10**9)))
        case 2:
            return source.choice((0.0, -0.0, 0.1, 1e300, 5e-324, float("inf"), float("-inf"),
                                  float("nan"), source.uniform(-1e6, 1e6)))
        case 3 | 4:
            return text(source)
        case 5:
            return source.randbytes(source.choice((0, 1, 2, 3, 16, 40)))
        case 6:
            return datetime.datetime(1, 1, 1) + datetime.timedelta(
                seconds=source.randrange(9999 * 365 * 86400))
        case 7:
            return text(source, ["x", "0", "true"])
        case 8:
            return [value(source, depth + 1) for _ in range(source.randrange(5))]
        case _:
            return dictionary(source, depth + 1)


def dictionary(source, depth=0):
    return {text(source): value(source, depth) for _ in range(source.randrange(6))}


ENCODINGS = [
    ("utf-8", "UTF-8", b""), ("utf-8", "utf-8", codecs.BOM_UTF8),
    ("iso-8859-1", "ISO-8859-1", b""), ("iso-8859-1", "latin1", b""),
    ("cp1252", "windows-1252", b""), ("iso8859-15", "ISO-8859-15", b""),
    ("ascii", "us-ascii", b""),
    ("utf-16-le", "UTF-16", codecs.BOM_UTF16_LE), ("utf-16-be", "UTF-16", codecs.BOM_UTF16_BE),
]


def document(source):
    """A whole document, and the encoding of its text."""
    content = dictionary(source)
    if source.random() < 0.4:
        if source.random() < 0.2:
            content["uid"] = plistlib.UID(source.choice((0, 255, 256, 70000, 2**40)))
        return plistlib.dumps(content, fmt=plistlib.FMT_BINARY, sort_keys=False)
    written = plistlib.dumps(content, sort_keys=source.random() < 0.5).decode()
    codec, name, mark = source.choice(ENCODINGS)
    written = written.replace('encoding="UTF-8"', f'encoding="{name}"', 1)
    if source.random() < 0.3:
        written = written.replace("<key>", "<!-- é --><key>").replace("\n", "\r\n")
    return mark + written.encode(codec, "xmlcharrefreplace" if mark == b"" else "strict")


FRAGMENTS = [
    b"<dict>", b"</dict>", b"<array>", b"</array>", b"<key>", b"</key>", b"<string>", b"</string>",
    b"<key>a</key>", b"<true/>", b"<integer>1</integer>", b"<date>2026-03-14T09:26:53Z</date>",
    b"<!-- c -->", b"<![CDATA[x]]>", b"&#65;", b"&lt;", b"&x;", b"<?pi x?>", b"]]>", b"--", b"<",
    b"&", b" ", b"\x00", b"\xff", b"\x80", b"-", b"0x1F", b"1e5", b"nan", b"Z", b"=",
    b"<data>QUI=</data>",
]


def changed(source, original):
    """The document with some changes; the text of UTF-16 is changed as well, byte by byte."""
    result = bytearray(original)
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        if not result:
            break
        place = source.randrange(len(result))
        end = min(len(result), place + source.randrange(1, 12))
        match source.randrange(8):
            case 0:
                result[place] = source.randrange(256)
            case 1:
                result[place] ^= 1 << source.randrange(8)
            case 2:
                del result[place:end]
            case 3:
                result[place:place] = result[place:end]
            case 4:
                del result[place:]
            case 5 | 6:
                result[place:place] = source.choice(FRAGMENTS)
            case _:
                # In binary documents, the trailer and the table of offsets decide most.
                place = max(0, len(result) - source.randrange(1, 60))
                result[place] = source.choice((0, 1, 2, 8, 9, 0x0F, 0x10, 0xD1, 0xFF))
    return bytes(result)


def any_document(source):
    """A document; nine of ten are changed."""
    made = document(source)
    return made if source.random() < 0.1 else changed(source, made)
