extension Defaults {
  /// The order of undo and redo, computed from the entries of a history.
  ///
  /// All programs that share a history must agree on what is undone, also after a restart, so there
  /// is no state beside the entries: an undo appends an entry with the cause `undo(of:)`, a redo
  /// one with `redo(of:)`. The entries are processed in order, the oldest first. An undo moves the
  /// entry that it names from ``undoable`` to the end of ``redoable``, and a redo moves it back.
  /// The identifier decides, not the position, because the programs may undo only their own
  /// changes. An undo whose entry is in neither list, for example because the journal has removed
  /// it, leaves both lists as they are.
  ///
  /// Any other entry is appended to ``undoable``. It removes from ``redoable`` the entries of the
  /// same process, as in any editor, and the entries with one of its keys, whose redo would
  /// overwrite the newer value. Undone entries of other processes with other keys can still be
  /// redone.
  public struct HistoryTimeline: Sendable {
    /// The entries that can be undone, the next one last.
    public private(set) var undoable: [HistoryEntry] = []
    /// The entries that can be redone, the next one last.
    public private(set) var redoable: [HistoryEntry] = []
    /// The identifiers of the entries that are undone and not redone since.
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
          let taken = undoable.remove(at: index)
          redoable.append(taken)
          // A forced undo has overwritten what was changed since, so that cannot be taken back any more.
          let keys = Set(taken.changes.map(\.key))
          let later = undoable[index...].filter { !keys.isSuperset(of: $0.changes.map(\.key)) }
          undoable.replaceSubrange(index..., with: later)
        case .redo(let id):
          undone.remove(id)
          guard let index = redoable.lastIndex(where: { $0.id == id }) else { continue }
          undoable.append(redoable.remove(at: index))
        case .edit, .reset, .import, .migration:
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
