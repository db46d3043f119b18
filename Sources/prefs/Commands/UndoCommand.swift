import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct UndoCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last change that prefs or the editor made in a suite.",
    discussion: """
      Called again it takes back the change before. prefs history lists them.

      Ends with status 1 when there is nothing to undo, and with 5 when a key was changed again by \
      a program that keeps no history, or when its values are secret and not remembered.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Flag(
    help: """
      Overwrite what was stored since by a program that keeps no history, and pass over changes \
      whose values are not remembered.
      """
  )
  var force: Bool = false

  @Flag(help: "Print a JSON object with the change that was made: keys, old and new values.")
  var json: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  func run() throws {
    try options.apply()
    let (suite, schema) = try options.openRememberingSuite(suite, program: "prefs undo")
    let filter = KeyFilter(schema: schema)
    suite.refuseSecrets(in: options.scope, filter)
    let entry = try restoring { try suite.undo(force: force) }
    try RestoredChange.report(
      entry.changes.map { RestoredChange(key: $0.key, old: $0.new, new: $0.old) },
      of: suite,
      hiding: filter,
      asJSON: json
    )
  }
}

/// Takes a change back or makes it again, and turns what keeps it from happening into a message
/// with an exit status.
func restoring(_ restore: () throws -> Defaults.HistoryEntry) throws -> Defaults.HistoryEntry {
  do {
    return try restore()
  } catch let error as Defaults.UndoError {
    throw Failure(error.status, "\(error)")
  }
}

extension Defaults.UndoError {
  fileprivate var status: Status {
    switch self {
    case .nothingToUndo, .nothingToRedo: .notSet
    case .valuesOmitted, .changedSince: .conflict
    }
  }
}

/// What an undo or redo has done to a key.
struct RestoredChange {
  /// The name of the key.
  var key: Defaults.KeyName
  /// The value that was replaced; nil for none.
  var old: Defaults.StoredValue?
  /// The value that is stored now; nil for none.
  var new: Defaults.StoredValue?

  /// Prints what was undone or redone.
  ///
  /// - Throws: ``Failure`` when it cannot be printed, which says that the values are changed all the
  ///   same: a script that tries again would take back one more change.
  static func report(
    _ changes: [RestoredChange],
    of suite: Defaults.Suite,
    hiding filter: KeyFilter,
    asJSON: Bool
  ) throws(Failure) {
    do throws(Failure) {
      if asJSON {
        let json = JSONValue.object([
          .init("suite", .string(suite.name)),
          .init("changes", .array(changes.map { $0.json(filter) })),
        ])
        try Output.writeJSON(json.text(indented: true))
      } else {
        try Output.writeLines(changes.map { $0.line(filter) })
      }
    } catch {
      throw Failure(
        error.status,
        "The values were changed. \(verbatim: error.message) Do not repeat the command: it would change "
          + "one step more."
      )
    }
  }

  private func line(_ filter: KeyFilter) -> String {
    let isHidden = filter.hides(key, old, new)
    guard isHidden else {
      return
        "\(key): \(ValueReport.change(old, new, filter.schema?.entry(forKey: key.string)?.kind))"
    }
    let texts = [old, new].map { ValueReport.text($0, isHidden) }
    return "\(key): \(texts.joined(separator: " → "))"
  }

  private func json(_ filter: KeyFilter) -> JSONValue {
    let isHidden = filter.hides(key, old, new)
    return .object(
      [.init("key", .string(key.string))] + ValueReport.members(old, new, isHidden)
    )
  }
}
