package import DefaultsCore

extension FileFormat {
  /// JSON files of other programs, in which an edit changes the value and leaves all other text as it is.
  ///
  /// The members of the object in the file are the keys. Comments, the order, indentation and line ends
  /// stay; a file that cannot be parsed is never changed.
  package static func json(_ dialect: JSONScanner.Dialect) -> FileFormat {
    JSONDocument.format(dialect)
  }
}

/// A JSON file with an object at its root, whose members are the values of a suite.
///
/// Of members with the same name the last counts, as in JavaScript.
package struct JSONDocument: TextDocument {
  /// How deep values may be nested, the root included.
  static let deepestNesting = 128

  /// What JSON can hold: no dates and no data.
  private static let capabilities = Defaults.StoreCapabilities(
    kinds: [.bool, .integer, .real, .string, .array, .dictionary, .null],
    nesting: deepestNesting,
    holdsJSON: true
  )

  private let dialect: JSONScanner.Dialect
  package let source: [UInt8]
  /// The object at the root; nil for a file without one, in which only blanks and comments can be.
  private let root: JSONNode?
  package let stored: [Defaults.KeyName: Defaults.StoredValue]
  package var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  package private(set) var inverse: TextInverse?

  /// The format of files in a dialect.
  fileprivate static func format(_ dialect: JSONScanner.Dialect) -> FileFormat {
    FileFormat(empty: JSONDocument(empty: dialect), capabilities: capabilities) {
      bytes,
      location throws(Defaults.StoreError) in
      try JSONDocument(parsing: bytes, dialect, for: location)
    }
  }

  /// Creates the content of a file that does not exist.
  private init(empty dialect: JSONScanner.Dialect) {
    self.dialect = dialect
    source = []
    root = nil
    stored = [:]
  }

  /// Creates a document by parsing a file; fails at the first place that is not in the dialect.
  package init(parsing bytes: [UInt8], _ dialect: JSONScanner.Dialect) throws(JSONParseError) {
    if let offset = bytes.firstInvalidUTF8 {
      throw JSONParseError(reason: .malformed("the text is not UTF-8"), offset: offset)
    }
    self.dialect = dialect
    source = bytes
    var scanner = JSONScanner(bytes, deepestNesting: Self.deepestNesting, dialect: dialect)
    do throws(JSONParseError) {
      root = try scanner.scan()
    } catch {
      // Programs that write comments take a file without a value for one without settings.
      guard error.reason == .empty, dialect == .comments else { throw error }
      root = nil
    }
    guard let root else {
      stored = [:]
      return
    }
    guard case .object(let members) = root.content else {
      let reason = "settings are the members of an object, and this is \(root.kindName)"
      throw JSONParseError(reason: .malformed(reason), offset: root.offset)
    }
    stored = members.lastValues.mapValues(\.storedValue)
  }

  /// Creates a document by parsing a file with a path.
  ///
  /// The error has the line and column of what is not JSON in the dialect.
  private init(
    parsing bytes: [UInt8],
    _ dialect: JSONScanner.Dialect,
    for location: String
  ) throws(Defaults.StoreError) {
    do throws(JSONParseError) {
      try self.init(parsing: bytes, dialect)
    } catch {
      let isComment = bytes[min(error.offset, bytes.count)...].first == UInt8(ascii: "/")
      let advice = dialect == .strict && isComment ? ", but jsonc:PATH opens a file with them" : ""
      let reason = error.reason.phrase + advice
      throw .malformed(reason, after: error.offset, of: bytes, at: location)
    }
  }
}

// MARK: - Values

extension JSONDocument {
  package func rewritten(
    for location: String
  ) throws(Defaults.StoreError) -> (bytes: [UInt8], JSONDocument) {
    let (bytes, inverse) = text()
    var document = try JSONDocument(parsing: bytes, dialect, for: location)
    document.inverse = inverse
    return (bytes, document)
  }

  /// The text with the edits applied, and what brings the old one back.
  private func text() -> (text: [UInt8], inverse: TextInverse?) {
    var edit = JSONTextEdit(source, indentation: dialect == .comments ? "    " : "  ")
    if let root {
      edit.setMembers(of: root, edits)
      return edit.result
    }
    let values = edits.compactMapValues { $0 }
    guard !values.isEmpty else { return (source, nil) }
    let layout = edit.layout(ofLineAt: 0, isMultiline: true)
    let object = Defaults.StoredValue.dictionary(values).json.text(layout)
    let gap = source.isEmpty || source.last == 0x0A ? "" : edit.lineBreak
    return (source + Array((gap + object + edit.lineBreak).utf8), nil)
  }
}

extension [JSONNode.Member] {
  /// The values by name; of members with the same name the last.
  var lastValues: [Defaults.KeyName: JSONNode] {
    Dictionary(map { (Defaults.KeyName($0.name), $0.value) }) { $1 }
  }
}

extension JSONNode {
  /// The value as programs in JavaScript read it: 1.0 is 1, and a number of more than 64 bits is a real one.
  var storedValue: Defaults.StoredValue {
    switch content {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .string(let text): .string(text)
    case .number(let text):
      switch Int128(text) {
      case .some(let whole) where Defaults.StoreCapabilities.ordinaryIntegers.contains(whole):
        .integer(whole)
      default: Defaults.StoredValue.real(Double(text) ?? .nan).withOneKindOfNumbers
      }
    case .array(let elements): .array(elements.map(\.storedValue))
    case .object(let members): .dictionary(members.lastValues.mapValues(\.storedValue))
    }
  }
}
