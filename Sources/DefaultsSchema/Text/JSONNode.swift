import Defaults

/// A JSON text as a tree that knows where each value stands.
///
/// Members keep their order, and a name may occur more than once: what that means is for the
/// reader of the tree to say.
struct JSONNode: Sendable {
  /// What a value is.
  enum Content: Sendable {
    case null
    case bool(Bool)
    /// A number as it was written.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// One member of an object.
  struct Member: Sendable {
    var name: String
    /// How many bytes come before the name.
    var nameOffset: Int
    var value: JSONNode
  }

  var content: Content
  /// How many bytes come before the value.
  var offset: Int

  /// What a value of this kind is called.
  var kindName: String {
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

extension JSONValue {
  /// Creates a value from a tree; of a name that occurs more than once the last member counts.
  init(_ node: JSONNode) {
    switch node.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let text): self = .number(text)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(JSONValue.init))
    case .object(let members):
      var last: [Defaults.KeyName: Int] = [:]
      for (index, member) in members.enumerated() {
        last[Defaults.KeyName(member.name)] = index
      }
      self = .object(
        members.enumerated().compactMap { index, member in
          last[Defaults.KeyName(member.name)] == index
            ? Member(member.name, JSONValue(member.value)) : nil
        }
      )
    }
  }
}
