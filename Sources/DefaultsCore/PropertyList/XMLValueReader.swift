import FoundationEssentials

/// A reader of the values of an XML property list.
///
/// Open containers are kept in an array and not by recursion, so that a deeply nested document
/// cannot overflow the stack.
struct XMLValueReader {
  /// The scanner of the text.
  var scanner: XMLScanner
  /// Whether values are created; if not, the text is only checked.
  var makesValues = true

  /// A container that is open.
  private struct Container {
    var tag: XMLTag
    var elements: [Defaults.StoredValue] = []
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    var key: (text: XMLText, start: Int)?
  }

  /// Reads a value whose first tag has been read; nil for some values when values are not created.
  mutating func read(_ first: XMLTag) throws(PropertyListError) -> Defaults.StoredValue? {
    guard first.beginsContainer else { return try readScalar(first) }
    var stack = [Container(tag: first)]
    while true {
      try scanner.skipMiscellany()
      let tag = try scanner.readTag()
      if tag.form == .closing {
        let container = stack.removeLast()
        let value = try close(container, tag)
        guard !stack.isEmpty else { return value }
        try attach(value, from: container.tag.start, to: &stack[stack.count - 1])
      } else if tag.element == .key {
        try readKey(tag, in: &stack[stack.count - 1])
      } else if tag.beginsContainer {
        // The root dictionary is not on the stack, but it counts.
        guard stack.count + 1 < PropertyListLimits.nesting else {
          throw scanner.cursor.failure(PropertyListLimits.nestingReason, at: tag.start)
        }
        stack.append(Container(tag: tag))
      } else {
        let value = try readScalar(tag)
        try attach(value, from: tag.start, to: &stack[stack.count - 1])
      }
    }
  }

  private func close(
    _ container: Container,
    _ tag: XMLTag
  ) throws(PropertyListError) -> Defaults.StoredValue? {
    try scanner.check(tag, closes: container.tag.element)
    if let key = container.key {
      throw scanner.cursor.failure("a key has no value", at: key.start)
    }
    guard makesValues else { return nil }
    return tag.element == .dict ? .dictionary(container.values) : .array(container.elements)
  }

  private mutating func readKey(
    _ tag: XMLTag,
    in container: inout Container
  ) throws(PropertyListError) {
    guard container.tag.element == .dict else {
      throw scanner.cursor.failure("a key is inside an array", at: tag.start)
    }
    guard container.key == nil else {
      throw scanner.cursor.failure("expected a value, found another key", at: tag.start)
    }
    container.key = (try scanner.readText(of: tag), tag.start)
  }

  /// Adds a value to the innermost container.
  private func attach(
    _ value: Defaults.StoredValue?,
    from start: Int,
    to container: inout Container
  ) throws(PropertyListError) {
    if container.tag.element == .dict {
      guard let key = container.key else {
        throw scanner.cursor.failure("a value has no key", at: start)
      }
      container.key = nil
      if let value { container.values[Defaults.KeyName(scanner.string(key.text))] = value }
    } else if let value {
      container.elements.append(value)
    }
  }

  private mutating func readScalar(
    _ tag: XMLTag
  ) throws(PropertyListError) -> Defaults.StoredValue? {
    switch tag.element {
    case .dict:
      return .dictionary([:])
    case .array:
      return .array([])
    case .string:
      let text = try scanner.readText(of: tag)
      return makesValues ? .string(scanner.string(text)) : nil
    case .true, .false:
      if tag.form == .opening { try scanner.skipMiscellany() }
      try scanner.readClosing(tag)
      return .bool(tag.element == .true)
    case .integer:
      return .integer(
        try content(of: tag, "a whole number a property list can hold", PropertyListNumber.integer)
      )
    case .real:
      return .real(try content(of: tag, "a number", PropertyListNumber.real))
    case .date:
      let seconds = try content(of: tag, "a date") { PropertyListDate.seconds($0) }
      let exact = readExactTime(within: seconds) ?? seconds
      return .date(Date(timeIntervalSinceReferenceDate: exact))
    case .data:
      return .data(try content(of: tag, "base64", Base64.decoded))
    case .key:
      throw scanner.cursor.failure("expected a value, found another key", at: tag.start)
    case .plist:
      throw scanner.cursor.failure("<\(tag.element.name)> is not allowed here", at: tag.start)
    }
  }

  /// Parses the text of an element, without white space around it.
  private mutating func content<Value>(
    of tag: XMLTag,
    _ kind: String,
    _ parse: (ArraySlice<UInt8>) -> Value?
  ) throws(PropertyListError) -> Value {
    var text: ArraySlice<UInt8>
    switch try scanner.readText(of: tag) {
    case .plain(let range): text = scanner.cursor.bytes[range]
    case .other(let string): text = Array(string.utf8)[...]
    }
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    guard let value = parse(text) else {
      throw scanner.cursor.failure("<\(tag.element.name)> does not hold \(kind)", at: tag.start)
    }
    return value
  }

  /// Reads the comment with an exact time, if it follows directly and agrees with the date.
  ///
  /// If only the date was edited by hand, the comment is wrong and is ignored.
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
    if scanner.cursor.skip(UInt8(ascii: ">")), isComment,
      let exact = PropertyListNumber.real(scanner.cursor.bytes[digits..<(end - 2)]),
      exact.rounded(.down) == second
    {
      return exact
    }
    scanner.cursor.position = start
    return nil
  }
}
