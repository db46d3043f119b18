import DefaultsCore
import Glibc

/// The part of a schema document in which stands all that it says about some keys.
///
/// To make an entry takes some fifty times as long as to pass over its text, so a command that asks for one key
/// of thousands reads only that.
struct SchemaExcerpt {
  /// The members of the document, without the properties that were left out.
  let members: JSONMembers
  /// The number of bytes before the document's root.
  let offset: Int

  /// Takes what is said about keys from a document in the project's own format.
  ///
  /// It is nil if all of the document must be read: it has another format or a mistake, declares keys elsewhere
  /// than in `properties`, does not declare all of these, or these refer to others.
  init?(_ bytes: [UInt8], _ keys: Set<Defaults.KeyName>, _ options: SchemaReadingOptions) {
    let choice = Choice(of: keys)
    var scanner = JSONScanner(bytes, deepestNesting: SchemaLimits.nesting)
    scanner.keepsProperty = choice.keeps
    guard let node = try? scanner.scan(), scanner.repeated.isEmpty else { return nil }
    let root = LocatedJSON(node: node, pointer: "")
    guard let members = root.members, members["x-format"] != nil,
      Self.branches.isDisjoint(with: members.names), !node.refersToProperties,
      choice.missing.isEmpty, !choice.refersToKeys, choice.count <= options.maximumKeyCount
    else { return nil }
    self.members = members
    offset = root.offset
  }

  /// The keywords of a root that declare keys, or say when they have an effect.
  private static let branches: Set<String> = [
    "$ref", "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies",
  ]

  /// What is kept, and what was seen.
  private final class Choice {
    private let keys: Set<Defaults.KeyName>
    private(set) var missing: Set<Defaults.KeyName>
    private(set) var count = 0
    private(set) var refersToKeys = false

    init(of keys: Set<Defaults.KeyName>) {
      self.keys = keys
      missing = keys
    }

    /// Returns whether a property is kept: a key that is asked for, one that may be a secret, which all
    /// commands hide, and one that names or is named by another place.
    func keeps(_ name: String, _ text: ArraySlice<UInt8>) -> Bool {
      count += 1
      let key = Defaults.KeyName(name)
      guard keys.contains(key) else {
        return text.contains("$") || text.contains("x-sensitive") || text.contains("\\u")
      }
      missing.remove(key)
      // A translation, such as that of `%help%`, can have a link.
      let references: [StaticString] = ["x-dependsOn", "x-seeAlso", "x-replacedBy", "\"%", "\\u"]
      let hasLink = text.contains("`") && text.contains("#")
      if hasLink || references.contains(where: text.contains) { refersToKeys = true }
      return true
    }
  }
}

extension JSONNode {
  /// Whether a reference leads to a property, which may have been left out.
  fileprivate var refersToProperties: Bool {
    switch content {
    case .null, .bool, .number, .string: false
    case .array(let elements): elements.contains(where: \.refersToProperties)
    case .object(let members):
      members.contains { member in
        if member.name == "$ref", case .string(let target) = member.value.content,
          target.contains("/properties")
        {
          return true
        }
        return member.value.refersToProperties
      }
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func contains(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    return withUnsafeBytes { bytes in
      guard var place = bytes.baseAddress else { return false }
      let end = place + bytes.count
      while end - place >= count,
        let found = memchr(place, CInt(text.utf8Start.pointee), end - place - count + 1)
      {
        if memcmp(found, text.utf8Start, count) == 0 { return true }
        place = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}
