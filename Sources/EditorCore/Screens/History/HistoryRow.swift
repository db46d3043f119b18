import DefaultsCore
import DefaultsSchema

/// A recorded change of one or more keys, and the suite that it belongs to.
struct HistoryRow: Hashable, Sendable {
  var suiteName: String
  var layered: LayeredEntry

  var entry: Defaults.HistoryEntry { layered.entry }

  /// Returns the title of a key of the suite.
  func title(_ key: Defaults.KeyName, in state: EditorState) -> String {
    state.title(of: SuiteKey(suiteName: suiteName, key: key))
  }

  /// Returns the values before and after a change.
  func text(_ change: Defaults.HistoryEntry.Change, in state: EditorState) -> String {
    guard suiteName != state.document.suiteName else {
      let item = state.tableItem(change.key, change.old, change.new)
      return layered.text(change, in: item.entry)
    }
    // The schema of the other suite is not known here; what it calls secret has not been recorded.
    var entry = Entry(undeclaredKey: change.key, value: change.new ?? change.old)
    entry.isSecret =
      entry.isSecret || [change.old, change.new].contains { $0?.holdsSecret == true }
    return layered.text(change, in: entry)
  }
}

extension Defaults.HistoryEntry.Author {
  /// The program and its process, such as `notesd (4711)`.
  var brief: String { "\(program) (\(process))" }

  /// The user, the program and its process, such as `ada, notesd [4711]`.
  var text: String { "\(user), \(program) [\(process)]" }
}
