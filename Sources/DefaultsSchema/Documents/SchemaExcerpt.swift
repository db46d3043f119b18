import DefaultsCore
import Glibc

/// The part of a schema document that describes some of its keys.
///
/// Making an entry takes some fifty times as long as scanning its text, so a command that asks for one key of
/// thousands reads only that key.
struct SchemaExcerpt {
  /// The members of the document, without the properties that were left out.
  let members: JSONMembers
  /// The number of bytes before the document's root.
  let offset: Int

  /// Takes the description of the keys from a document in the project's own format.
  ///
  /// It is nil if the whole document must be read: it has another format or a mistake, declares keys elsewhere
  /// than in `properties`, lacks one of these keys, or something in it may refer to a property.
  init?(_ bytes: [UInt8], _ keys: Set<Defaults.KeyName>, _ options: SchemaReadingOptions) {
    let choice = Choice(of: keys)
    var scanner = JSONScanner(bytes, deepestNesting: SchemaLimits.nesting)
    scanner.keepsProperty = choice.keeps
    guard let node = try? scanner.scan(), scanner.repeated.isEmpty else { return nil }
    let root = LocatedJSON(node: node, pointer: "")
    guard let members = root.members, members["x-format"] != nil,
      Self.branches.isDisjoint(with: members.names), !node.refersOutsideOfDefinitions,
      choice.missing.isEmpty, !choice.refersToKeys, choice.count <= options.maximumKeyCount
    else { return nil }
    self.members = members
    offset = root.offset
  }

  /// The keywords of a root that declare keys, or say when they have an effect.
  private static let branches = Set(JSONMembers.referenceNames).union([
    "allOf", "anyOf", "oneOf", "if", "dependentSchemas", "dependencies",
  ])

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

    /// Returns whether a property is kept: one that is asked for, or one whose text may say that it is a
    /// secret, which every command hides.
    ///
    /// A property with a reference is kept, because its definition may say so.
    func keeps(_ name: String, _ text: ArraySlice<UInt8>) -> Bool {
      count += 1
      let key = Defaults.KeyName(name)
      guard keys.contains(key) else {
        return text.contains("$") || text.contains("x-sensitive") || text.contains("\\u")
      }
      missing.remove(key)
      // A definition or a translation, such as that of `%help%`, can name other keys as well.
      let references: [StaticString] = [
        "x-dependsOn", "x-seeAlso", "x-replacedBy", "\"$", "\"%", "\\u",
      ]
      let hasLink = text.contains("`") && text.contains("#")
      if hasLink || references.contains(where: text.contains) { refersToKeys = true }
      return true
    }
  }
}

extension JSONNode {
  /// Whether a reference may lead to a property or the root, of which parts have been left out.
  fileprivate var refersOutsideOfDefinitions: Bool {
    switch content {
    case .null, .bool, .number, .string: false
    case .array(let elements): elements.contains(where: \.refersOutsideOfDefinitions)
    case .object(let members):
      members.contains {
        JSONMembers.referenceNames.contains($0.name) && !$0.value.namesDefinition
          || $0.value.refersOutsideOfDefinitions
      }
    }
  }

  /// Whether the value is a reference to a definition of the document.
  private var namesDefinition: Bool {
    guard case .string(let target) = content else { return false }
    return target.hasPrefix("#/$defs/") || target.hasPrefix("#/definitions/")
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
