/// The entries of an XML document: its text, and the range of each entry in it.
struct XMLEntries: PropertyListEntries {
  let bytes: [UInt8]
  let index: KeyIndex
  /// Whether XML 1.0 allows all text of the document.
  let isAllowed: Bool

  private let ranges: [XMLPropertyListReader.EntryRange]
  /// The position after the root's opening tag, in bytes.
  private let contentStart: Int

  /// Creates the entries by parsing the rest of a document.
  init(
    _ bytes: [UInt8],
    from contentStart: Int,
    by reader: XMLPropertyListReader
  ) throws(PropertyListError) {
    var reader = reader
    var ranges: [XMLPropertyListReader.EntryRange] = []
    var notes = KeyIndex.Notes()
    while let (key, range) = try reader.nextEntryRange() {
      ranges.append(range)
      notes.append(key)
    }
    var scanner = XMLScanner(bytes)
    self.init(
      bytes,
      index: KeyIndex(notes) { Self.key(at: ranges[$0], by: &scanner) },
      isAllowed: reader.isAllowed,
      ranges: ranges,
      contentStart: contentStart
    )
  }

  private init(
    _ bytes: [UInt8],
    index: KeyIndex,
    isAllowed: Bool,
    ranges: [XMLPropertyListReader.EntryRange],
    contentStart: Int
  ) {
    self.bytes = bytes
    self.index = index
    self.isAllowed = isAllowed
    self.ranges = ranges
    self.contentStart = contentStart
  }

  private static func key(
    at range: XMLPropertyListReader.EntryRange,
    by scanner: inout XMLScanner
  ) -> Defaults.KeyName {
    scanner.cursor.position = Int(range.start)
    let text = try? scanner.readText(of: scanner.readTag())
    return Defaults.KeyName(text.map(scanner.string) ?? "")
  }

  var count: Int { ranges.count }

  func key(at number: Int) -> Defaults.KeyName {
    var scanner = XMLScanner(bytes)
    return Self.key(at: ranges[number], by: &scanner)
  }

  func value(at number: Int) -> Defaults.StoredValue? {
    var scanner = XMLScanner(bytes)
    scanner.cursor.position = Int(ranges[number].valueStart)
    var reader = XMLValueReader(scanner: scanner)
    return try? reader.read(reader.scanner.readTag())
  }

  func values() -> [Defaults.KeyName: Defaults.StoredValue] {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    values.reserveCapacity(count)
    var reader = try? XMLPropertyListReader(bytes)
    while let (key, value) = try? reader?.nextEntry() { values[key] = value }
    return values
  }

  func hasSameBytes(entry number: Int, as other: Int, of others: XMLEntries) -> Bool {
    bytes[range(of: number)].isSame(as: others.bytes[others.range(of: other)])
  }

  private func range(of number: Int) -> Range<Int> {
    Int(ranges[number].start)..<Int(ranges[number].end)
  }
}

// MARK: - Changes

extension XMLEntries {
  func changed(by changes: [EntryEdit]) throws(PropertyListError) -> XMLEntries {
    var splice = Splice(self, changeCount: changes.count)
    for change in changes {
      switch change.kind {
      case .insertion(let key, let value): splice.insert(key, value, before: change.place)
      case .replacement(let value): splice.replaceValue(of: change.place, by: value)
      case .removal: splice.remove(change.place)
      }
    }
    splice.copy(upTo: bytes.count, entriesBefore: count)
    let hasSameKeys = changes.allSatisfy(\.keepsKeys)
    let output = splice.writer.output
    let ranges = splice.ranges
    try PropertyListLimits.checkSize(output)
    var scanner = XMLScanner(output)
    return XMLEntries(
      output,
      index: hasSameKeys
        ? index : Self.index(of: ranges.count) { Self.key(at: ranges[$0], by: &scanner) },
      isAllowed: isAllowed,
      ranges: ranges,
      contentStart: contentStart
    )
  }

  /// A writer of a document's text in which some entries are changed.
  ///
  /// People edit preference files by hand, with comments and a layout of their own, and keep them
  /// under version control. So an edit may change its own lines only: the old text is copied in
  /// pieces, and only changed entries are written anew.
  ///
  /// The changes come in the order of the entries. At any time `writer.output` is the new text for
  /// the first `position` bytes of the old one, and `ranges` has the new ranges of all entries in
  /// it. A copied piece moves its entries by one and the same distance, so their ranges are
  /// shifted, and nothing is parsed again.
  ///
  /// A removal also removes the white space before the entry, or empty lines would pile up. It
  /// keeps a comment there, which may be about other entries too. An insertion goes directly after
  /// the entry before it, so that a comment above the next entry stays there.
  private struct Splice {
    private let old: XMLEntries
    /// The new text.
    private(set) var writer: XMLPropertyListWriter
    /// The ranges of the entries in the new text.
    private(set) var ranges: [XMLPropertyListReader.EntryRange] = []
    /// The number of bytes of the old text that were copied or skipped.
    private var position = 0
    /// The number of old entries that were copied or skipped.
    private var next = 0

    init(_ old: XMLEntries, changeCount: Int) {
      self.old = old
      // Enough for short values; for longer ones the array grows.
      writer = XMLPropertyListWriter(capacity: old.bytes.count + changeCount * 256)
      ranges.reserveCapacity(old.count + changeCount)
    }

    /// Copies the old text up to a position, and shifts the ranges of the entries in it.
    mutating func copy(upTo end: Int, entriesBefore number: Int) {
      let shift = UInt32(truncatingIfNeeded: writer.output.count - position)
      for range in old.ranges[next..<number] {
        // The shift may be negative, so the addition wraps around.
        ranges.append(
          XMLPropertyListReader.EntryRange(
            start: range.start &+ shift,
            valueStart: range.valueStart &+ shift,
            end: range.end &+ shift
          )
        )
      }
      writer.append(bytes: old.bytes[position..<end])
      position = end
      next = number
    }

    mutating func replaceValue(of number: Int, by value: Defaults.StoredValue) {
      let range = old.ranges[number]
      copy(upTo: Int(range.valueStart), entriesBefore: number)
      let valueStart = writer.output.count
      writer.append(value, indentation: 1)
      add(start: valueStart - Int(range.valueStart - range.start), valueStart: valueStart)
      position = Int(range.end)
      next = number + 1
    }

    /// Skips an entry and the white space before it; other text there is copied.
    mutating func remove(_ number: Int) {
      let range = old.ranges[number]
      let gap = endOfEntry(before: number)..<Int(range.start)
      let isBlank = old.bytes[gap].allSatisfy(\.isWhitespace)
      copy(upTo: isBlank ? gap.lowerBound : gap.upperBound, entriesBefore: number)
      position = Int(range.end)
      next = number + 1
    }

    /// Puts a new entry right behind the one before another entry.
    mutating func insert(_ key: Defaults.KeyName, _ value: Defaults.StoredValue, before number: Int)
    {
      copy(upTo: endOfEntry(before: number), entriesBefore: number)
      writer.append("\n\t")
      let start = writer.output.count
      writer.append(key: key)
      writer.append("\n\t")
      let valueStart = writer.output.count
      writer.append(value, indentation: 1)
      add(start: start, valueStart: valueStart)
    }

    private func endOfEntry(before number: Int) -> Int {
      number == 0 ? old.contentStart : Int(old.ranges[number - 1].end)
    }

    private mutating func add(start: Int, valueStart: Int) {
      ranges.append(
        XMLPropertyListReader.EntryRange(
          // Truncated beyond 4 GB, which `changed(by:)` reports as an error at the end.
          start: UInt32(truncatingIfNeeded: start),
          valueStart: UInt32(truncatingIfNeeded: valueStart),
          end: UInt32(truncatingIfNeeded: writer.output.count)
        )
      )
    }
  }
}
