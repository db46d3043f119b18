import DefaultsCore
import DefaultsSchema
import FoundationEssentials

/// A suite with what an undo or redo would change in it next.
struct NextRestore {
  /// The suite.
  let suite: Defaults.Suite
  /// Its schema; nil if there is none.
  let schema: Schema?
  /// The entry of the history with which the change was made, taken back or made again last.
  let act: Defaults.HistoryEntry

  /// Creates it from the history of a suite; nil if there is nothing to undo or redo.
  init?(
    _ direction: Defaults.RestoreDirection,
    _ suite: Defaults.Suite,
    _ schema: Schema?
  ) throws(Defaults.StoreError) {
    let entries = try suite.reportedHistory()
    let timeline = Defaults.HistoryTimeline(entries)
    let next = direction == .undo ? timeline.undoable.last : timeline.redoable.last
    let act = entries.last { entry in
      switch entry.cause {
      case .undo(let id): direction == .redo && id == next?.id
      case .redo(let id): direction == .undo && id == next?.id
      case .edit, .reset, .import, .migration: entry.id == next?.id
      }
    }
    guard let act else { return nil }
    (self.suite, self.schema, self.act) = (suite, schema, act)
  }
}

extension [NextRestore] {
  /// The longest pause between two changes of one act, in seconds.
  private static var longestPause: Double { 2 }

  /// The suites that were changed last, by one run of a program: a command that changed many suites has
  /// changed them one after the other, and is taken back as a whole.
  var ofNewestAct: [NextRestore] {
    guard let newest = self.max(by: { $0.act.date < $1.act.date })?.act else { return [] }
    var start = newest.date
    let names = self.sorted { $0.act.date > $1.act.date }.filter { next in
      guard next.act.author == newest.author,
        start.timeIntervalSince(next.act.date) <= Self.longestPause
      else { return false }
      start = next.act.date
      return true
    }.map(\.suite.name)
    return filter { names.contains($0.suite.name) }
  }
}
