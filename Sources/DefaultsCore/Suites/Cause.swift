extension Defaults {
  /// The cause of a write, which the history records.
  public enum Cause: Hashable, Sendable {
    /// Values were set or removed.
    case edit
    /// Keys were reset to their defaults.
    case reset
    /// An entry of the history was undone.
    case undo(of: HistoryEntry.ID)
    /// An entry of the history was redone after an undo.
    case redo(of: HistoryEntry.ID)
    /// Values were imported from a file, another suite or a saved state.
    case `import`
    /// Values were moved from an old key, or converted from an old format.
    case migration
  }
}
