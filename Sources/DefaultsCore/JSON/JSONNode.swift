/// A JSON text as a tree that knows where each value stands.
///
/// Members keep their order. A name may occur more than once; the users of the tree decide what
/// that means.
package struct JSONNode: Sendable {
  /// The content of a value.
  package enum Content: Sendable {
    case null
    case bool(Bool)
    /// A number in the notation of JSON.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])

    /// Creates a number from digits of another language, in the notation of JSON; nil for other text.
    package init?(digits: String) {
      if let whole = Int128(digits) {
        self = .number("\(whole)")
      } else if let number = Double(digits), number.isFinite {
        self = .number("\(number)")
      } else {
        return nil
      }
    }
  }

  /// One member of an object.
  package struct Member: Sendable {
    package var name: String
    /// The number of bytes before the name.
    package var nameOffset: Int
    package var value: JSONNode

    /// Creates a member.
    package init(name: String, nameOffset: Int, value: JSONNode) {
      self.name = name
      self.nameOffset = nameOffset
      self.value = value
    }
  }

  package var content: Content
  /// The number of bytes before the value.
  package var offset: Int
  /// The number of bytes before what follows the value; ``offset`` in a tree of another format.
  package var end: Int

  /// Creates a value.
  package init(content: Content, offset: Int, end: Int? = nil) {
    self.content = content
    self.offset = offset
    self.end = end ?? offset
  }

  /// The number of values in the value, with itself.
  package var size: Int {
    switch content {
    case .null, .bool, .number, .string: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.size }
    case .object(let members): members.reduce(1) { $0 + $1.value.size }
    }
  }

  /// The name of the value's type in messages.
  package var kindName: String {
    switch content {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension JSONNode {
  /// Creates a tree by parsing JSON text (RFC 8259) in UTF-8.
  ///
  /// It fails at the first place that is not JSON, or that repeats the name of a member.
  package init(parsing bytes: [UInt8], deepestNesting: Int) throws(JSONParseError) {
    var scanner = JSONScanner(bytes, deepestNesting: deepestNesting)
    self = try scanner.scan()
    if let member = scanner.repeated.first {
      let reason = "the name \"\(member.name)\" occurs here a second time"
      throw JSONParseError(reason: .malformed(reason), offset: member.nameOffset)
    }
  }
}

extension Defaults.JSONValue {
  /// Creates a value from a tree; of members with the same name the last one counts.
  package init(_ node: JSONNode) {
    switch node.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let text): self = .number(text)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(Self.init))
    case .object(let members):
      var last: [Defaults.KeyName: Int] = [:]
      for (index, member) in members.enumerated() {
        last[Defaults.KeyName(member.name)] = index
      }
      self = .object(
        members.enumerated().compactMap { index, member in
          last[Defaults.KeyName(member.name)] == index
            ? Member(member.name, Self(member.value)) : nil
        }
      )
    }
  }
}
