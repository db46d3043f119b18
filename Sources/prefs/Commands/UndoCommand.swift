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

  @OptionGroup var shared: SharedOptions

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
    shared.apply()
    let suite = try openReadableSuite(suite)
    let schema = try KnownSchemas(suiteName: suite.name).schema(for: suite)
    let history = Defaults.HistoryOptions(program: "prefs undo")
    suite.keepHistory(history.hidingSecrets(of: schema))
    let entry: Defaults.HistoryEntry
    do {
      entry = try suite.undo(force: force)
    } catch let error as Defaults.UndoError {
      throw Failure(error.status, "\(error)")
    } catch let error as Defaults.WriteError {
      throw Failure(.locked, "\(error)")
    }
    for change in entry.changes {
      let old = change.old.map { $0.json.text() } ?? "unset"
      Output.writeStored("\(change.key): \(change.new.map { $0.json.text() } ?? "unset") → \(old)")
    }
  }
}

extension Defaults.UndoError {
  fileprivate var status: Status {
    switch self {
    case .nothingToUndo: .notSet
    case .valuesOmitted, .changedSince: .conflict
    }
  }
}
