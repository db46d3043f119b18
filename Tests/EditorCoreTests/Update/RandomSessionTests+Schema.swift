import Defaults
import DefaultsSchema

@testable import EditorCore

extension RandomSessionTests {
  /// The schema of the fixture and keys of the other kinds, one of them secret.
  static func schema(_ fixture: NotesFixture) -> Schema {
    let text: ValueKind = .string(TextLimits())
    let union: ValueKind = .alternatives([
      Alternative(.choice([Choice(.string("auto"), title: "Automatic")])), Alternative(.bool),
      Alternative(text), Alternative(.list(of: .path)),
    ])
    let kinds: [(String, ValueKind)] = [
      ("data", .data), ("path", .path), ("color", .color), ("union", union), ("secret", text),
      ("secrets", .dictionary(of: union)), ("choice", .choice([Choice(.integer(1), title: "1")])),
    ]
    return Schema(suite: fixture.suite, title: "Notes") {
      for section in fixture.schema.sections { section }
      Section("Kinds") {
        for (name, kind) in kinds {
          Entry(untypedKey: "kinds.\(name)", title: name, kind: kind).randomized(name)
        }
      }
    }
  }
}

extension Entry {
  /// The entry as an optional one, and as a secret if its name says so.
  fileprivate func randomized(_ name: String) -> Entry {
    var entry = self
    entry.isOptional = true
    entry.isSecret = name.hasPrefix("secret")
    return entry
  }
}
