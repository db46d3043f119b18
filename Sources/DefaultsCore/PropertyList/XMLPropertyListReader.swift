/// A reader of an XML property list whose root is a dictionary, entry by entry.
struct XMLPropertyListReader {
  /// The place of an entry of the root dictionary, as positions in bytes.
  struct EntryRange: Sendable {
    /// The start of its key's tag.
    var start: UInt32
    /// The start of its value.
    var valueStart: UInt32
    /// The end of its value, including a comment with an exact time.
    var end: UInt32
  }

  /// The position after the root's opening tag; nil when the text cannot be edited in place.
  ///
  /// It is nil if the root is the empty tag `<dict/>`.
  let contentStart: Int?

  /// Whether XML 1.0 allows all text that was read.
  var isAllowed: Bool { values.scanner.isAllowed }

  private struct Key {
    var text: XMLText
    var start: Int
  }

  private let wrapper: XMLTag?
  private var values: XMLValueReader
  private var isAtEnd: Bool

  /// Creates a reader of text in UTF-8, and reads everything before the first entry.
  ///
  /// It fails when the root is not a dictionary.
  init(_ bytes: [UInt8]) throws(PropertyListError) {
    var scanner = XMLScanner(bytes)
    try scanner.skipProlog()
    var root = try scanner.readTag()
    var wrapper: XMLTag?
    if root.element == .plist, root.form == .opening {
      wrapper = root
      try scanner.skipMiscellany()
      root = try scanner.readTag()
    }
    guard root.element == .dict, root.form != .closing else {
      throw scanner.cursor.failure("the root is not a dictionary", at: root.start)
    }
    let isInside = root.form == .opening
    contentStart = isInside ? scanner.cursor.position : nil
    isAtEnd = !isInside
    values = XMLValueReader(scanner: scanner)
    self.wrapper = wrapper
    if isAtEnd { try readEnd() }
  }

  /// Reads the next entry without creating its value; a key may occur more than once.
  ///
  /// Returns nil after the last entry, once the rest of the document has been checked.
  mutating func nextEntryRange() throws(PropertyListError) -> (Defaults.KeyName, EntryRange)? {
    values.makesValues = false
    guard let (key, tag) = try nextKey() else { return nil }
    _ = try values.read(tag)
    let range = EntryRange(
      start: UInt32(key.start),
      valueStart: UInt32(tag.start),
      end: UInt32(values.scanner.cursor.position)
    )
    return (Defaults.KeyName(values.scanner.string(key.text)), range)
  }

  /// Reads the next entry; a key may occur more than once.
  ///
  /// Returns nil after the last entry, once the rest of the document has been checked.
  mutating func nextEntry() throws(PropertyListError) -> (Defaults.KeyName, Defaults.StoredValue)? {
    values.makesValues = true
    guard let (key, tag) = try nextKey(), let value = try values.read(tag) else { return nil }
    return (Defaults.KeyName(values.scanner.string(key.text)), value)
  }

  /// Reads the next key, and the first tag of its value.
  private mutating func nextKey() throws(PropertyListError) -> (key: Key, value: XMLTag)? {
    guard !isAtEnd else { return nil }
    try values.scanner.skipMiscellany()
    let tag = try values.scanner.readTag()
    if tag.form == .closing {
      try values.scanner.check(tag, closes: .dict)
      isAtEnd = true
      try readEnd()
      return nil
    }
    guard tag.element == .key else {
      throw values.scanner.cursor.failure("a value has no key", at: tag.start)
    }
    let key = Key(text: try values.scanner.readText(of: tag), start: tag.start)
    try values.scanner.skipMiscellany()
    let value = try values.scanner.readTag()
    guard value.form != .closing else {
      try values.scanner.check(value, closes: .dict)
      throw values.scanner.cursor.failure("a key has no value", at: key.start)
    }
    return (key, value)
  }

  /// Reads everything after the root dictionary.
  private mutating func readEnd() throws(PropertyListError) {
    try values.scanner.skipMiscellany()
    if let wrapper {
      try values.scanner.readClosing(wrapper)
      try values.scanner.skipMiscellany()
    }
    guard values.scanner.cursor.current == nil else {
      throw values.scanner.cursor.failure("something follows the end of the property list")
    }
  }
}
