import Defaults
import DefaultsSchema
@testable import EditorCore
import Foundation
import Synchronization
import Terminal
import Testing

/// A suite with a secret of every kind, and the sessions that must not show any of them.
///
/// Every secret value contains ``SecretsFixture/text`` or ``SecretsFixture/number``, also where only
/// its start fits on the screen.
struct SecretsFixture {
  /// A key with a secret: what is stored, and another secret value for it, as JSON.
  struct Secret: Hashable, CustomTestStringConvertible, Sendable {
    let key: Defaults.KeyName
    let value: String
    let other: String
    /// Keys that open the place of the secret in the value, or nothing.
    var inside: String = ""

    var testDescription: String { key.string }
  }

  static let text = "Qzx"
  static let number = "8675"

  /// Returns whether a text contains a part of a secret.
  static func isTold(in text: String) -> Bool {
    text.contains(Self.text) || text.contains(number)
  }

  static let declared: [Secret] = [
    Secret(key: "token", value: "\"QzxQzx\"", other: "\"QzxOther\""),
    Secret(key: "pin", value: "86758675", other: "86750000"),
    Secret(key: "long", value: "\"QzxQzx\"", other: "\"QzxOther\""),
    Secret(key: "words", value: "[\"QzxQzx\"]", other: "[\"QzxQzx\", \"QzxOther\"]"),
    Secret(
      key: "account",
      value: "{\"user\": \"ada\", \"pin\": 86758675}",
      other: "{\"user\": \"eve\", \"pin\": 86750000}",
      inside: "j"
    ),
    Secret(
      key: "accounts",
      value: "[{\"host\": \"a\", \"word\": \"QzxQzx\"}, {\"host\": \"b\", \"word\": \"QzxOther\"}]",
      other: "[{\"host\": \"a\", \"word\": \"QzxOther\"}, {\"word\": \"QzxQzx\"}]",
      inside: "l"
    ),
    Secret(
      key: "mixed",
      value: "[{\"host\": \"a\", \"word\": \"QzxQzx\"}, \"QzxQzx\", 86758675]",
      other: "[\"QzxOther\", {\"host\": \"b\", \"word\": 86758675}]",
      inside: "j"
    ),
    Secret(
      key: "vaults",
      value: "{\"home\": {\"word\": \"QzxQzx\"}, \"odd\": \"QzxQzx\"}",
      other: "{\"home\": {\"word\": 86758675}, \"odd\": [86758675]}",
      inside: "<Enter>"
    ),
    Secret(key: "either", value: "\"QzxQzx\"", other: "{\"word\": 86758675}", inside: "<Enter>"),
    Secret(key: "whole", value: "\"QzxQzx\"", other: "[86758675]"),
    Secret(
      key: "deep",
      value: "[[{\"word\": \"QzxQzx\"}, \"QzxQzx\"]]",
      other: "[[{\"word\": 86758675}], [{\"word\": \"QzxQzx\"}]]",
      inside: "<Enter>"
    ),
    Secret(key: "fallback", value: "{\"word\": \"QzxOther\"}", other: "{\"word\": \"QzxQzx\"}"),
    Secret(
      key: "record",
      value: "{\"user\": {\"word\": \"QzxQzx\"}}",
      other: "{\"user\": \"QzxQzx\"}"
    ),
  ]

  static let undeclared: [Secret] = [
    Secret(key: "api_token", value: "\"QzxQzx\"", other: "\"QzxOther\""),
    Secret(
      key: "server",
      value: "\"https://ada:QzxQzx@example.org\"",
      other: "\"https://ada:QzxOther@example.org\""
    ),
    // Whether the key is a secret depends on its value.
    Secret(key: "place", value: "\"plain\"", other: "\"https://ada:QzxOther@example.org\""),
    Secret(key: "mirror", value: "\"https://ada:QzxQzx@example.org\"", other: "\"plain\""),
    Secret(
      key: "nested",
      value: "{\"password\": \"QzxQzx\", \"user\": \"ada\"}",
      other: "{\"password\": \"QzxOther\"}"
    ),
    Secret(
      key: "json",
      value: "\"{\\\"password\\\": \\\"QzxQzx\\\"}\"",
      other: "\"{\\\"password\\\": \\\"QzxOther\\\"}\""
    ),
    // The secret is in another layer than the user's.
    Secret(key: "layered", value: "\"plain\"", other: "\"other\""),
  ]

  static let all: [Secret] = declared + undeclared

  private static let member = """
    {"type": "object", "properties": {
      "host": {"type": "string", "title": "Host"},
      "word": {"type": "string", "title": "Word", "enum": ["one", "two"], "x-sensitive": true}}}
    """

  private static let document = """
    {"x-format": 1, "x-suite": "org.example.notes", "title": "Notes", "properties": {
      "token": {"type": "string", "title": "Token", "x-sensitive": true},
      "pin": {"type": "integer", "title": "Pin", "maximum": 9999, "x-sensitive": true},
      "long": {"type": "string", "title": "Long", "maxLength": 3, "x-sensitive": true},
      "words": {"type": "array", "title": "Words", "items": {"type": "string", "enum": ["a"]},
        "x-sensitive": true},
      "account": {"type": "object", "title": "Account", "properties": {
        "user": {"type": "string"},
        "pin": {"type": "integer", "maximum": 9999, "x-sensitive": true}}},
      "accounts": {"type": "array", "title": "Accounts", "items": \(member)},
      "mixed": {"type": "array", "title": "Mixed", "items": \(member)},
      "vaults": {"type": "object", "title": "Vaults", "additionalProperties": \(member)},
      "either": {"title": "Either", "anyOf": [\(member), {"type": "boolean"}]},
      "whole": \(member),
      "deep": {"type": "array", "title": "Deep", "items": {"type": "array", "items": \(member)}},
      "fallback": {"type": "object", "title": "Fallback", "default": {"word": "QzxQzx"},
        "properties": {"word": {"type": "string", "default": "QzxQzx", "x-sensitive": true}}},
      "record": {"type": "object", "title": "Record", "properties": {"user": \(member)}},
      "plain": {"type": "string", "title": "Plain", "default": "x"}
    }}
    """

  let notes = NotesFixture()
  let vault = Defaults.Suite(name: "org.example.vault", store: Vault())
  let schema: Schema

  /// Stores secrets; the default of `fallback` and a value of the system's layer are there always.
  init(storing secrets: [Secret] = Self.all) throws {
    // Before the suite reads its layers.
    try notes.layers.write(
      ["layered": .string("https://ada:QzxQzx@example.org")],
      file: "system/org.example.notes.plist"
    )
    let suite = notes.suite
    let reading = SchemaDocument(text: Self.document).read(SchemaReadingOptions { _ in suite })
    guard let schema = reading.schema, reading.problems.isEmpty else {
      throw Scenario.Unusable(problems: reading.problems)
    }
    self.schema = schema
    for secret in secrets {
      suite.setStoredValue(try Self.value(secret.value), forKey: secret.key.string)
    }
    try suite.flush()
  }

  static func value(_ json: String) throws -> Defaults.StoredValue {
    try Defaults.StoredValue(JSONValue(parsing: json))
  }

  /// Returns whether the value as a whole is secret, and not only a member of it.
  func isWhole(_ secret: Secret) -> Bool {
    schema.entry(forKey: secret.key.string).map(\.isSecret) ?? true
  }

  /// The suites: one with a schema and all secrets, one for secrets, and one without any secret.
  func source(firstKey: Defaults.KeyName?) -> EditorSession.Source {
    let other = Defaults.Suite(inMemory: "org.example.other")
    other.setStoredValue(.string("x"), forKey: "plain")
    let suites = [schema.suite.name: schema.suite, vault.name: vault, other.name: other]
    var source = EditorSession.Source(
      catalog: SuiteCatalog(
        suites: suites.keys.sorted().map { SuiteSummary(name: $0) },
        registry: SchemaRegistry([schema])
      )
    ) { suites[$0] }
    source.firstKey = firstKey
    return source
  }

  /// A session of the suite whose events come from `next`, which gets everything that was told since.
  func run(
    _ suite: Defaults.Suite,
    firstKey: Defaults.KeyName?,
    size: Size,
    next: @escaping ([String], EditorState) throws -> Event?
  ) throws {
    let screen = RecordingScreen(size: size)
    let wakes = notes.wakes
    screen.waker = { wakes.signal() }
    let told = Mutex<[String]>([])
    let timers = notes.timers
    let session = EditorSession(
      screen: screen,
      source: source(firstKey: firstKey),
      suite: suite,
      now: { "2026-03-14T09:26:53Z" },
      editText: { text in
        told.withLock { $0.append(text.content) }
        return .failed("The program cannot be started.")
      },
      work: { $0() },
      lookUp: { $0() },
      later: { _, closure in timers.add(closure) },
      log: SessionLog(
        append: { line throws(Reason) in told.withLock { $0.append(line) } },
        uptime: { .zero }
      )
    )
    var failure: (any Error)?
    var copiedCount = 0
    screen.whenEmpty = {
      var texts = told.withLock { told in
        defer { told = [] }
        return told
      }
      texts += screen.copiedTexts[copiedCount...]
      copiedCount = screen.copiedTexts.count
      texts.append(screen.frame.text)
      texts += session.state.feedback.log.entries.map(\.message.text)
      do {
        return try next(texts, session.state)
      } catch {
        failure = error
        return nil
      }
    }
    _ = session.run()
    if let failure { throw failure }
  }
}

/// A store in memory that says its values are secrets.
final class Vault: Defaults.Store {
  private let memory = Defaults.InMemoryStore([
    "declared": .string("QzxQzx"), "other": .string("QzxOther"),
  ])
  let location = "vault"
  let capabilities = Defaults.StoreCapabilities(isWatchable: false, holdsSecrets: true)

  func load(
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> Defaults.StoreSnapshot? {
    try memory.load(unlike: known)
  }

  func commit(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    expecting expected: [Defaults.KeyName: Defaults.StoredValue?]
  ) throws(Defaults.StoreError) -> Defaults.StoreCommit {
    try memory.commit(edits, expecting: expected)
  }

  func watch(
    _ report: @escaping @Sendable (Defaults.StoreEvent) -> Void
  ) -> (any Defaults.StoreWatch)? {
    nil
  }
}
