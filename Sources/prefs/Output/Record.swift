import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

/// What a command reports of one thing as JSON: a change, a finding, a suite or a key.
///
/// Every output that is a list is an array of records, so a member has one name and one meaning in all of
/// them. The page prefs-json(5) and the JSON Schema are made from ``Field``.
struct Record {
  /// A member of a record.
  enum Field: String, CaseIterable {
    case user, suite, key, name, kind, severity, layer, path, variable, line, column, pointer
    case title, help, type, old, new, oldInUse, newInUse, value, `default`, omitted, inUse
    case result, reason, refusal, message, advice, fixable, fixed
    case time, actor, program, process, cause, entry, undone
    case choices, members, forms, required, secret, tags, effect, deprecated, replacement, lockedBy
    case suites, revision, keys, state, shadowedBy
    case scope, host, groups, online, behind, refused, refusals
  }

  /// The result of a suite that could not be read or changed, or of a command that has failed.
  static let failed = "failed"

  private var members: [Field: JSONValue] = [:]

  /// Creates a record; members without a value are left out.
  init(_ members: KeyValuePairs<Field, JSONValue?>) {
    for (field, value) in members { self.members[field] = value }
  }

  /// Returns the records of a JSON array, without members that are not in ``Field``; none if it is no array.
  static func records(inJSON text: String) throws(Defaults.Rejection) -> [Record] {
    guard case .array(let records) = try JSONValue(parsing: text) else { return [] }
    return records.map { json in
      var record = Record([:])
      guard case .object(let members) = json else { return record }
      for member in members {
        if let field = Field(rawValue: member.name) { record[field] = member.value }
      }
      return record
    }
  }

  /// A member; nil for none.
  subscript(field: Field) -> JSONValue? {
    get { members[field] }
    set { members[field] = newValue }
  }

  /// Adds both values of a change, null for none, or that they are a secret.
  mutating func setValues(
    _ old: Defaults.StoredValue?,
    _ new: Defaults.StoredValue?,
    isHidden: Bool
  ) {
    guard !isHidden else { return self[.omitted] = .string("secret") }
    self[.old] = old?.taggedJSON ?? .null
    self[.new] = new?.taggedJSON ?? .null
  }

  /// Adds where a value is from: a file, or an environment variable without its dollar sign.
  mutating func setLocation(_ location: String?) {
    guard let location else { return }
    if location.hasPrefix("$") {
      self[.variable] = .string(String(location.dropFirst()))
    } else {
      self[.path] = .string(location)
    }
  }

  /// Adds when something was changed and by whom.
  mutating func setChange(_ author: Defaults.HistoryEntry.Author?, at time: Date?) {
    self[.time] = time.map { .string(DateText.iso8601($0)) }
    self[.actor] = author.map { .string($0.user) }
    self[.program] = author.map { .string($0.program) }
    self[.process] = author.map { .number(String($0.process)) }
  }

  /// The record as an object, its members in the order of ``Field``.
  var json: JSONValue {
    .object(
      Field.allCases.compactMap { field in members[field].map { .init(field.rawValue, $0) } }
    )
  }
}

extension JSONValue {
  /// Returns a record with one more member, before the others.
  func with(_ field: Record.Field, _ value: JSONValue) -> JSONValue {
    guard case .object(let members) = self else { return self }
    return .object([.init(field.rawValue, value)] + members)
  }
}

extension Output {
  /// Writes records to standard output as a JSON array.
  static func writeRecords(_ records: [Record]) throws(Failure) {
    try writeJSON(.array(records.map(\.json)))
  }
}

// MARK: - The description of the members

extension Record.Field {
  /// What a member can have as its value.
  private enum Form {
    case text, number, flag, value, texts, values, records
    case words([String])
  }

  /// The meaning and the form of a member.
  private var description: (text: String, form: Form) {
    switch self {
    case .user: ("The user whose settings these are, with --all-users.", .text)
    case .suite: ("The name of the suite.", .text)
    case .key: ("The name of the key.", .text)
    case .name: ("The name of a member of a table, or of a snapshot.", .text)
    case .kind: ("The kind of problem that doctor has found.", .text)
    case .severity: ("How bad a finding is.", .words(["note", "warning", "error"]))
    case .layer: ("The layer: user, managed for locks, system and so on.", .text)
    case .path: ("The file.", .text)
    case .variable: ("The environment variable that the value is from.", .text)
    case .line: ("The line in the file, from 1.", .number)
    case .column: ("The column in the line, from 1.", .number)
    case .pointer: ("The place in a JSON document, as a JSON pointer.", .text)
    case .title: ("The title for people.", .text)
    case .help: ("The description for people.", .text)
    case .type: ("The type with its limits, in words.", .text)
    case .old: ("The value before a change or now, null for none.", .value)
    case .new: ("The value after a change, or the one that is compared, null for none.", .value)
    case .oldInUse: ("The value in use before a change, of whatever layer.", .value)
    case .newInUse: ("The value in use after a change.", .value)
    case .value: ("The value; it is the one in use unless a layer is named.", .value)
    case .default: ("The default value.", .value)
    case .omitted: ("Why values are left out.", .words(["secret", "large"]))
    case .inUse: ("Whether the value of this layer is the one in use.", .flag)
    case .result:
      (
        "What becomes of the key; failed for a suite, or a command, that has failed.",
        .words(Plan.Result.allCases.map(\.rawValue) + [Record.failed])
      )
    case .reason: ("Why the key is locked.", .text)
    case .refusal: ("Why the change is refused.", .text)
    case .message: ("What was found, or why the suite or command has failed.", .text)
    case .advice: ("What can be done about it.", .text)
    case .fixable: ("Whether doctor --fix can repair it.", .flag)
    case .fixed: ("Whether it was repaired.", .flag)
    case .time: ("When it was changed, in UTC.", .text)
    case .actor: ("The user who changed it.", .text)
    case .program: ("The program that changed it.", .text)
    case .process: ("The process that changed it.", .number)
    case .cause: ("What kind of change it was.", .text)
    case .entry: ("The changes of one act have the same entry.", .text)
    case .undone: ("Whether the change was taken back.", .flag)
    case .choices: ("The values to choose from.", .values)
    case .members: ("The members of a table.", .records)
    case .forms: ("The forms that the value can have.", .records)
    case .required: ("Whether a member cannot be left out.", .flag)
    case .secret: ("Whether a member is a secret.", .flag)
    case .tags: ("The tags of the key.", .texts)
    case .effect: ("When a change takes effect.", .text)
    case .deprecated: ("Why the key is no longer used.", .text)
    case .replacement: ("The key that is used instead.", .text)
    case .lockedBy: ("The file with the lock.", .text)
    case .suites: ("The suites of a snapshot.", .texts)
    case .revision:
      ("The revision of the schema, or that of etcd that has arrived or has the change.", .number)
    case .keys: ("The number of keys of the schema, or in the scope.", .number)
    case .state: ("Whether the schema is used.", .words(["used", "shadowed", "unusable"]))
    case .shadowedBy: ("The file with the schema that is used instead.", .text)
    case .scope:
      ("The scope in a fleet: all/system, group/NAME/managed and so on, or schema.", .text)
    case .host: ("The name of a machine of a fleet, or of the one where it was changed.", .text)
    case .groups: ("The groups of the machine.", .texts)
    case .online: ("Whether the agent of the machine is connected.", .flag)
    case .behind: ("How many changed keys have not arrived on the machine.", .number)
    case .refused: ("How many values the machine refuses.", .number)
    case .refusals: ("The first of the refused values.", .records)
    }
  }

  /// What the member means, as a sentence.
  var text: String { description.text }

  /// The JSON Schema of the member.
  var schema: JSONValue {
    let form: [JSONValue.Member] =
      switch description.form {
      case .text: [.init("type", .string("string"))]
      case .number: [.init("type", .string("integer"))]
      case .flag: [.init("type", .string("boolean"))]
      case .value:
        [
          .init(
            "anyOf",
            .array([Record.reference(to: "value"), .object([.init("type", .string("null"))])])
          )
        ]
      case .texts:
        [
          .init("type", .string("array")),
          .init("items", .object([.init("type", .string("string"))])),
        ]
      case .values:
        [.init("type", .string("array")), .init("items", Record.reference(to: "value"))]
      case .records: [.init("$ref", .string("#/$defs/records"))]
      case .words(let words): [.init("enum", .array(words.map { .string($0) }))]
      }
    return .object([.init("description", .string(text))] + form)
  }
}
