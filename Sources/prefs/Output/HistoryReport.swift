import DefaultsCore
import DefaultsSchema
import FoundationEssentials

/// What the history has of a suite, as text or JSON, without the values of secrets.
struct HistoryReport {
  /// The wanted entries with their dates, the latest first.
  private(set) var rows: [(date: Date, lines: [OutputLine], records: [Record])] = []

  /// Creates the report of a suite from all its entries, the oldest first.
  ///
  /// `layer` is the layer of the suite's file. With `isNamed`, the text names the suite. `wanted`
  /// returns an entry with the changes that are printed, or nil to leave it out.
  init(
    of suite: Defaults.Suite,
    _ entries: [Defaults.HistoryEntry],
    _ schema: Schema?,
    in layer: Defaults.Layer,
    isNamed: Bool,
    _ wanted: (Defaults.HistoryEntry) -> Defaults.HistoryEntry?
  ) {
    let undone = Defaults.HistoryTimeline(entries).undone
    let filter = KeyFilter(schema: schema)
    rows = entries.reversed().compactMap { entry in
      guard let shown = wanted(entry) else { return nil }
      let isUndone = undone.contains(entry.id)
      var heading = Self.heading(shown, isUndone: isUndone)
      if isNamed { heading += "  \(suite.name)" }
      if layer != .user { heading += " (\(layer))" }
      let lines =
        [OutputLine(heading, .heading)]
        + shown.changes.map { OutputLine("  \(Self.line($0, layer, filter))") }
      return (entry.date, lines, Self.records(shown, suite.name, layer, filter, isUndone: isUndone))
    }
  }

  private static func heading(_ entry: Defaults.HistoryEntry, isUndone: Bool) -> String {
    let author = entry.author
    let note = isUndone ? "  (undone)" : entry.cause.note
    return "\(LocalClock.system.text(entry.date))  \(author.user)  \(author.program) "
      + "[\(author.process)]\(note)"
  }

  private static func line(
    _ change: Defaults.HistoryEntry.Change,
    _ layer: Defaults.Layer,
    _ filter: KeyFilter
  ) -> String {
    switch omission(change, filter) {
    case .secret: return "\(change.key): changed (secret)"
    case .large: return "\(change.key): changed (too large to remember)"
    case nil: break
    }
    let kind = filter.schema?.entry(forKey: change.key.string)?.kind
    if layer == .managed, change.new == nil { return "\(change.key): unlocked" }
    let values = ValueReport.change(change.old, change.new, kind)
    return "\(change.key): \(layer == .managed ? "locked: " : "")\(values)"
  }

  /// Returns why the values of a change are not printed; nil if they are.
  ///
  /// A program may have recorded what a schema calls secret now.
  private static func omission(
    _ change: Defaults.HistoryEntry.Change,
    _ filter: KeyFilter
  ) -> Defaults.HistoryEntry.Omission? {
    change.omission ?? (filter.hides(change.key, change.old, change.new) ? .secret : nil)
  }

  /// Returns a record for each change of an entry.
  private static func records(
    _ entry: Defaults.HistoryEntry,
    _ suite: String,
    _ layer: Defaults.Layer,
    _ filter: KeyFilter,
    isUndone: Bool
  ) -> [Record] {
    entry.changes.map { change in
      var record = Record([
        .suite: .string(suite), .key: .string(change.key.string), .layer: .string("\(layer)"),
        .cause: .string(entry.cause.name), .entry: .string(entry.id), .undone: .bool(isUndone),
      ])
      record.setChange(entry.author, at: entry.date)
      if let omission = omission(change, filter) {
        record[.omitted] = .string(omission.rawValue)
      } else {
        record.setValues(change.old, change.new, isHidden: false)
      }
      return record
    }
  }
}

extension Defaults.Cause {
  /// The cause in parentheses, where it is none that the values show by themselves.
  fileprivate var note: String {
    switch self {
    case .edit, .reset: ""
    case .undo, .redo, .import, .migration: "  (\(name))"
    }
  }
}
