import DefaultsCore
import DefaultsSchema

/// A problem that `prefs doctor` has found.
struct SuiteProblem {
  /// What is wrong, for programs.
  enum Kind: String {
    /// Content that cannot be parsed.
    case damaged
    /// Something that cannot be read or examined.
    case unreadable
    /// Permissions that let others do what they must not, or keep the owner from reading.
    case mode
    /// A file of another user.
    case owner
    /// A file that a crashed process has left behind.
    case temporary
    /// Unreadable content that was set aside.
    case setAside = "set-aside"
    /// A symbolic link to something that does not exist.
    case link
    /// A file of an administrator that cannot be used.
    case managed
    /// A value that the schema refuses, or a remark about its key.
    case value
  }

  /// A repair that loses nothing.
  enum Repair {
    /// Setting the permission bits of a file.
    case mode(UInt32)
    /// Removing a file that no process is writing.
    case remove
    /// Keeping a file that cannot be parsed under another name, and starting a new one.
    case setAside

    /// What `--fix` does, as a sentence.
    var hint: String {
      switch self {
      case .mode, .remove: "--fix repairs it."
      case .setAside:
        "Repair it with an editor; or --fix keeps it under another name and starts a new file."
      }
    }
  }

  /// What is wrong.
  var kind: Kind
  /// The path of the file.
  var path: String
  /// The name of the suite; nil for a directory.
  var suite: String?
  /// The key with the value, and the layer of the file.
  var value: (key: Defaults.KeyName, layer: Defaults.Layer)?
  /// What is wrong, as a phrase that follows the path.
  var problem: String
  /// What to do, as a sentence; empty for nothing.
  var advice = ""
  /// The repair; nil when only a person can decide.
  var repair: Repair?
  /// Whether the repair was made.
  var isFixed = false
  /// Whether nothing is wrong: a remark about a key.
  var isNote = false

  /// The problem on one line.
  var line: OutputLine {
    let end = isFixed ? "Fixed." : repair?.hint ?? advice
    return OutputLine(parts: [
      .init(text: path, role: .title), .init(text: ": "),
      .init(text: "\(problem).", role: isFixed ? .plain : .bad),
      .init(text: end.isEmpty ? "" : " \(end)", role: isFixed ? .good : .plain),
    ])
  }

  /// The problem as a record.
  var record: Record {
    let severity: SchemaFlaw.Severity = isNote ? .note : .error
    return Record([
      .kind: .string(kind.rawValue), .severity: .string(severity.rawValue), .path: .string(path),
      .suite: suite.map { .string($0) }, .key: value.map { .string($0.key.string) },
      .layer: value.map { .string("\($0.layer)") },
      .message: .string(problem), .advice: .string(advice), .fixable: .bool(repair != nil),
      .fixed: .bool(isFixed),
    ])
  }
}
