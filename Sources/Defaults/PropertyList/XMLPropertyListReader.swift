import Foundation

/// Reads an XML property list whose root is a dictionary.
///
/// Containers are kept on a stack of its own, so that the nesting of a document cannot exhaust
/// the thread's.
struct XMLPropertyListReader {
  /// Where the entries of the root dictionary lie in the text.
  struct Layout: Sendable {
    /// Where one entry lies, in bytes.
    struct Entry: Sendable {
      /// Where the tag of its key begins.
      var start: Int
      /// Where its value begins.
      var valueStart: Int
      /// Where its value ends, the comment with an exact time included.
      var end: Int
    }

    /// Where the opening tag of the dictionary ends.
    var contentStart: Int
    /// Where its closing tag begins.
    var contentEnd: Int
    /// The entries in the order of the text.
    var entries: [Entry]
  }

  /// What a document holds.
  struct Document {
    /// Keys and values in the order of the text; a key may occur more than once.
    var entries: [(key: String, value: Defaults.StoredValue)]
    /// Where they lie; nil when text cannot be put between them: the root is one empty tag, or
    /// the document declares that it is ASCII.
    var layout: Layout?
  }

  private var scanner: XMLScanner
  private var document = Document(entries: [])

  /// A container that has begun and not yet ended.
  private struct Container {
    var tag: XMLTag
    var elements: [Defaults.StoredValue] = []
    var values: [String: Defaults.StoredValue] = [:]
    var key: (text: String, start: Int)?
  }

  private init(_ bytes: [UInt8]) {
    scanner = XMLScanner(bytes)
  }

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the text in UTF-8.
  ///   - isTranscoded: whether the text was in UTF-16 before.
  /// - Returns: the entries of its root and where they lie.
  /// - Throws: ``PropertyListError`` when it is no property list with a dictionary at its root.
  static func read(
    _ bytes: [UInt8],
    isTranscoded: Bool
  ) throws(PropertyListError) -> Document {
    var reader = XMLPropertyListReader(bytes)
    try reader.scanner.skipProlog(isTranscoded: isTranscoded)
    try reader.readDocument()
    if reader.scanner.isDeclaredASCII { reader.document.layout = nil }
    return reader.document
  }

  private mutating func readDocument() throws(PropertyListError) {
    var root = try scanner.readTag()
    var wrapper: XMLTag?
    if root.element == .plist, root.form == .opening {
      wrapper = root
      try scanner.skipMiscellany()
      root = try scanner.readTag()
    }
    guard root.element == .dict, root.form != .closing else {
      throw scanner.cursor.failure("the root is no dictionary", at: root.start)
    }
    if root.form == .opening { try readContainers(root) }
    try scanner.skipMiscellany()
    if let wrapper {
      try scanner.readClosing(wrapper)
      try scanner.skipMiscellany()
    }
    guard scanner.cursor.current == nil else {
      throw scanner.cursor.failure("something follows the end of the property list")
    }
  }

  /// Reads the root dictionary and everything in it.
  private mutating func readContainers(_ root: XMLTag) throws(PropertyListError) {
    document.layout = Layout(
      contentStart: scanner.cursor.position,
      contentEnd: 0,
      entries: []
    )
    var stack = [Container(tag: root)]
    while !stack.isEmpty {
      try scanner.skipMiscellany()
      let tag = try scanner.readTag()
      if tag.form == .closing {
        try close(tag, in: &stack)
      } else if tag.element == .key {
        try readKey(tag, in: &stack[stack.count - 1])
      } else if tag.form == .opening, tag.element == .dict || tag.element == .array {
        guard stack.count < PropertyListLimits.nesting else {
          throw scanner.cursor.failure(
            "more than \(PropertyListLimits.nesting) containers lie inside one another",
            at: tag.start
          )
        }
        stack.append(Container(tag: tag))
      } else {
        let value = try readScalar(tag)
        try attach(value, from: tag.start, to: &stack)
      }
    }
  }

  private mutating func close(
    _ tag: XMLTag,
    in stack: inout [Container]
  ) throws(PropertyListError) {
    guard let container = stack.popLast() else { return }
    guard container.tag.element == tag.element else {
      throw scanner.cursor.failure("expected </\(container.tag.element.name)>", at: tag.start)
    }
    if let key = container.key {
      throw scanner.cursor.failure("a key has no value", at: key.start)
    }
    guard !stack.isEmpty else {
      document.layout?.contentEnd = tag.start
      return
    }
    let value: Defaults.StoredValue =
      tag.element == .dict ? .dictionary(container.values) : .array(container.elements)
    try attach(value, from: container.tag.start, to: &stack)
  }

  private mutating func readKey(
    _ tag: XMLTag,
    in container: inout Container
  ) throws(PropertyListError) {
    guard container.tag.element == .dict else {
      throw scanner.cursor.failure("a key stands in an array", at: tag.start)
    }
    guard container.key == nil else {
      throw scanner.cursor.failure("expected a value, found another key", at: tag.start)
    }
    container.key = (try scanner.readText(of: tag), tag.start)
  }

  /// Puts a value that has just been read into the innermost container.
  private mutating func attach(
    _ value: Defaults.StoredValue,
    from start: Int,
    to stack: inout [Container]
  ) throws(PropertyListError) {
    let top = stack.count - 1
    guard stack[top].tag.element == .dict else {
      stack[top].elements.append(value)
      return
    }
    guard let key = stack[top].key else {
      throw scanner.cursor.failure("a value has no key", at: start)
    }
    stack[top].key = nil
    guard top == 0 else {
      stack[top].values[key.text] = value
      return
    }
    document.entries.append((key.text, value))
    document.layout?.entries.append(
      Layout.Entry(start: key.start, valueStart: start, end: scanner.cursor.position)
    )
  }

  private mutating func readScalar(_ tag: XMLTag) throws(PropertyListError) -> Defaults.StoredValue
  {
    switch tag.element {
    case .dict:
      return .dictionary([:])
    case .array:
      return .array([])
    case .string:
      return .string(try scanner.readText(of: tag))
    case .true, .false:
      if tag.form == .opening { try scanner.skipMiscellany() }
      try scanner.readClosing(tag)
      return .bool(tag.element == .true)
    case .integer:
      let text = try scanner.readText(of: tag)
      return .integer(
        try parsed(text, tag, "a whole number a property list can hold", PropertyListNumber.integer)
      )
    case .real:
      let text = try scanner.readText(of: tag)
      return .real(try parsed(text, tag, "a number", PropertyListNumber.real))
    case .date:
      let text = try scanner.readText(of: tag)
      let seconds = try parsed(text, tag, "a date", { PropertyListDate.seconds($0.utf8) })
      let exact = readExactTime(within: seconds) ?? seconds
      return .date(Date(timeIntervalSinceReferenceDate: exact))
    case .data:
      let text = try scanner.readText(of: tag)
      return .data(try parsed(text, tag, "base64", { Base64.decoded($0.utf8) }))
    case .plist, .key:
      throw scanner.cursor.failure("<\(tag.element.name)> cannot stand here", at: tag.start)
    }
  }

  /// Makes a value of an element's text without the blanks around it.
  private func parsed<Value>(
    _ text: String,
    _ tag: XMLTag,
    _ kind: String,
    _ parse: (Substring) -> Value?
  ) throws(PropertyListError) -> Value {
    var trimmed = text[...]
    while trimmed.utf8.first?.isWhitespace == true { trimmed = Substring(trimmed.utf8.dropFirst()) }
    while trimmed.utf8.last?.isWhitespace == true { trimmed = Substring(trimmed.utf8.dropLast()) }
    guard let value = parse(trimmed) else {
      throw scanner.cursor.failure("<\(tag.element.name)> does not hold \(kind)", at: tag.start)
    }
    return value
  }

  /// Reads the comment with the exact time when it follows at once and agrees with the date.
  ///
  /// A date that was changed by hand wins over a comment that was left behind.
  private mutating func readExactTime(within second: Double) -> Double? {
    let start = scanner.cursor.position
    guard scanner.cursor.skip(XMLPropertyListWriter.exactTimeMark) else { return nil }
    let digits = scanner.cursor.position
    while scanner.cursor.position - digits < 64, let byte = scanner.cursor.current,
      byte != UInt8(ascii: ">")
    {
      scanner.cursor.position += 1
    }
    let end = scanner.cursor.position
    let isComment =
      end - digits > 2 && scanner.cursor.bytes[(end - 2)..<end].elementsEqual("--".utf8)
    if scanner.cursor.skip(">"), isComment {
      let text = String(decoding: scanner.cursor.bytes[digits..<(end - 2)], as: UTF8.self)
      if let exact = PropertyListNumber.real(text[...]), exact.rounded(.down) == second {
        return exact
      }
    }
    scanner.cursor.position = start
    return nil
  }
}
