extension Defaults {
  /// Which entries of a history are in force, and which one comes next for undo and redo.
  ///
  /// A history is a list that only grows: taking a change back adds an entry, and so does making it
  /// again. So what is undone follows from the entries alone, for every program that reads them and
  /// after every restart. An ordinary change ends the possibility to redo what its own program has
  /// undone before, and what was undone of its keys.
  public struct HistoryTimeline: Sendable {
    /// The entries that can be taken back, the next one last.
    public private(set) var undoable: [HistoryEntry] = []
    /// The entries that can be made again, the next one last.
    public private(set) var redoable: [HistoryEntry] = []
    /// The entries that are taken back now.
    public private(set) var undone: Set<HistoryEntry.ID> = []

    /// Creates the timeline of a history.
    ///
    /// - Parameter entries: the entries, the oldest first.
    public init(_ entries: [HistoryEntry]) {
      for entry in entries {
        switch entry.cause {
        case .undo(let id):
          undone.insert(id)
          guard let index = undoable.lastIndex(where: { $0.id == id }) else { continue }
          redoable.append(undoable.remove(at: index))
        case .redo(let id):
          undone.remove(id)
          guard let index = redoable.lastIndex(where: { $0.id == id }) else { continue }
          undoable.append(redoable.remove(at: index))
        case .edit, .reset, .import, .migration, .sync:
          undoable.append(entry)
          let keys = Set(entry.changes.map(\.key))
          redoable.removeAll {
            $0.author.process == entry.author.process
              || !keys.isDisjoint(with: $0.changes.map(\.key))
          }
        }
      }
    }
  }
}
