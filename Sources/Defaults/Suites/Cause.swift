extension Defaults {
  /// Why values are written; the history keeps it.
  public enum Cause: Hashable, Sendable {
    /// Somebody set or removed values.
    case edit
    /// Somebody reset keys to their defaults.
    case reset
    /// Somebody took an entry of the history back.
    case undo(of: HistoryEntry.ID)
    /// Somebody made the changes of an entry again that had been taken back.
    case redo(of: HistoryEntry.ID)
    /// Values came from a file, another suite or a saved state.
    case `import`
    /// An app moved values from a former key, or converted them from a former form.
    case migration
    /// Values came from another machine.
    case sync
  }
}
