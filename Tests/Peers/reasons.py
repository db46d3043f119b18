"""Why `prefs` is not the best in a row, for readers of the tables."""

START = "nothing is sent before Swift's runtime has started and the schema and the values are read"

REASONS = {
    "start to the first byte": START,
    "start to the complete screen": START,
    "processor time of the start": START,
    "bytes of the first screen": "every row has a value and a source, and lines about the selected key",
    "memory, resident": "Swift's runtime, Foundation and their Unicode data are in the program",
    "memory, its own": "1,000 entries with descriptions, defaults and values",
    "bytes for Down": "the lines about the selected key change too",
    "bytes for Down, prefs without details": "the line with the name of the key changes too",
    "Down to the first byte": "each frame is computed as a whole and compared with the last one",
    "Esc to the first byte": "it waits 25 ms for the rest of a sequence, as `ESCDELAY` says",
    "filter": "fzf searches on all processors, and sends nothing for rows that stay the same",
    "filter, first": "the first key press prepares the texts of all keys and values",
    "a process that reads a value": "Swift's runtime starts, and the layers, locks and schemas of the suite are read",
    "a process that writes a value":
        "as for reading; the value is checked, synced to the disk and recorded in the history",
}


def reason(row):
    return REASONS.get(row, "no reason is known")
