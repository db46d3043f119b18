/// The content of a journal.
///
/// A journal is a text of lines. The first is its header, and each of the others is one entry as tagged
/// JSON, see ``Defaults/StoredValue/taggedJSON``. The order of the lines is that of the entries, because
/// clocks are set back. Entries are only appended. An entry that was joined with later changes has a
/// line for each of them, and the last line of an identifier counts.
///
/// A line that is not JSON, or no entry, costs no more than itself. A part of a line at the end is what
/// a process was writing when it crashed: its entry was never reported as recorded.
struct JournalContent {
  /// One entry.
  struct Record {
    let id: Defaults.HistoryEntry.ID
    /// The entry as it is stored.
    let stored: Defaults.StoredValue
    /// Its line, with the line break.
    let line: [UInt8]

    /// Creates the record of a stored entry.
    init(_ stored: (id: Defaults.HistoryEntry.ID, value: Defaults.StoredValue)) {
      id = stored.id
      self.stored = stored.value
      line = Array(stored.value.taggedJSON.text().utf8) + JournalContent.lineEnd
    }

    /// Creates the record of a line, without its line break; nil when it is no entry.
    fileprivate init?(line: ArraySlice<UInt8>) {
      guard
        let node = try? JSONNode(
          parsing: Array(line),
          deepestNesting: JSONScanner.deepestTaggedNesting
        ), let stored = try? Defaults.StoredValue(taggedJSON: Defaults.JSONValue(node)),
        let id = Defaults.HistoryEntry.id(of: stored)
      else { return nil }
      self.id = id
      self.stored = stored
      self.line = line + JournalContent.lineEnd
    }
  }

  /// The header; nil when the first line is none.
  private(set) var header: JournalHeader?
  /// The entries, the oldest first.
  private(set) var records: [Record] = []
  /// The numbers of the lines that cannot be read, from 1 on.
  private(set) var damagedLines: [Int] = []
  /// Whether these are only the entries after a position.
  private(set) var isRest = false
  /// The number of bytes up to the end of the last line that has an end.
  private(set) var end = 0

  /// The places of the records by identifier.
  private var places: [Defaults.HistoryEntry.ID: Int] = [:]

  private static let lineEnd = Array("\n".utf8)

  /// Creates the content of a journal; fails for a format of a later version of this library.
  ///
  /// Entries are read from a position on, if the journal still has it; otherwise all are read.
  init(
    _ bytes: [UInt8],
    after position: Defaults.HistoryPosition? = nil,
    location: String
  ) throws(Defaults.StoreError) {
    var number = 0
    while let lineEnd = bytes[end...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[end..<lineEnd]
      number += 1
      end = lineEnd + 1
      if number == 1 {
        header = try JournalHeader(line, location: location)
        if let position, position.journal == header?.id, position.offset <= bytes.count {
          end = max(end, position.offset)
          isRest = true
        }
      }
      guard number > 1 || header == nil, !line.isEmpty else { continue }
      if let record = Record(line: line) {
        append(record)
      } else {
        damagedLines.append(number)
      }
    }
    if let record = Record(line: bytes[end...]) {
      append(record)
    } else if number == 0, !bytes.isEmpty {
      // A journal always has its whole header, so this is another file.
      damagedLines = [1]
    }
  }

  // MARK: - Changes

  /// Appends an entry, or replaces the one with its identifier.
  mutating func append(_ record: Record) {
    if let place = places[record.id] {
      records[place] = record
    } else {
      places[record.id] = records.count
      records.append(record)
    }
  }

  /// Removes the oldest entries, so that at most `limit` stay, with at most `size` bytes.
  ///
  /// The last entry always stays.
  mutating func keepNewest(_ limit: Int, size: Int) {
    var room = size
    let count = records.reversed().prefix(max(limit, 1)).prefix { record in
      room -= record.line.count
      return room >= 0
    }.count
    keep(Array(records.suffix(max(count, 1))))
  }

  /// Changes or removes entries; the closure returns nil to remove one.
  mutating func update(_ change: (Record) -> Record?) {
    keep(records.compactMap(change))
  }

  private mutating func keep(_ records: [Record]) {
    self.records = records
    places = Dictionary(uniqueKeysWithValues: zip(records.map(\.id), records.indices))
  }

  /// Returns the header and all bytes of a new journal with these entries.
  ///
  /// The journal may grow to `sizeLimit` bytes.
  func rewritten(sizeLimit: Int) -> (header: JournalHeader, bytes: [UInt8]) {
    let lines = records.flatMap(\.line)
    let header = JournalHeader(contentSize: lines.count, sizeLimit: sizeLimit)
    return (header, header.line + lines)
  }
}

extension Defaults {
  /// A position in the history of a suite, up to which it was read.
  package struct HistoryPosition: Hashable, Sendable {
    /// The identifier of the journal, which differs after it was written anew.
    let journal: String
    /// The number of bytes before the position.
    let offset: Int
  }
}
