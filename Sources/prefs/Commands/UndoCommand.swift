import ArgumentParser
import Defaults
import DefaultsSchema

struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back the last change that prefs or the editor made in a suite.",
    discussion: """
      Called again it takes back the change before. prefs history lists them.

      Ends with status 1 when there is nothing to undo, and with 5 when a key was changed again by \
      a program that keeps no history, or when its values are secret and not remembered.
      """
  )

  @OptionGroup var shared: SuiteOptions

  @Flag(
    help: """
      Overwrite what was stored since by a program that keeps no history, and pass over changes \
      whose values are not remembered.
      """
  )
  var force: Bool = false

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  func run() throws {
    try shared.apply()
    let suite = try shared.openRememberingSuite(suite, program: "prefs undo")
    let entry = try restoring { try suite.undo(force: force) }
    try report(entry.changes.map { restored($0.key, from: $0.new, to: $0.old) })
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

/// Prints what was undone or redone.
///
/// - Throws: ``Failure`` when it cannot be printed, which says that the values are changed all the
///   same: a script that tries again would take back one more change.
func report(_ lines: [String]) throws(Failure) {
  do throws(Failure) {
    try Output.writeLines(lines)
  } catch {
    throw Failure(error.status, "The values were changed. \(verbatim: error.message)")
  }
}

/// Returns a line with what an undo or redo has replaced under a key, and what is stored now.
func restored(
  _ key: Defaults.KeyName,
  from old: Defaults.StoredValue?,
  to new: Defaults.StoredValue?
) -> String {
  "\(key): \(old?.json.text() ?? "unset") → \(new?.json.text() ?? "unset")"
}
