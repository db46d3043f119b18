public import Defaults
public import Terminal

/// Something the editor's state reacts to.
public enum Action: Sendable {
  /// Something came in from the terminal.
  case event(Event)
  /// A stored value changed; this is the only way a stored value enters the state.
  case changed(Change)
  /// A write that was asked for has been done or refused.
  case written(WriteRequest, WriteOutcome)
  /// An undo or redo that was asked for has been done or refused.
  case restored(RestoreRequest, RestoreOutcome)
  /// Another suite is to be shown.
  case opened(Document)
  /// Other suites are there to choose from, and the suite that is shown, if one is given, is
  /// described by another schema.
  case described(Document?, suites: [SuiteSummary])
  /// The values were read again, together with why they could not be, if they could not.
  case reloaded(problem: String?)
  /// The clock was read; the current time as ISO 8601 text.
  case clock(String)
  /// Something went wrong that a person should know.
  case diagnosed(String)

  /// A change of what one key has in any layer.
  public struct Change: Hashable, Sendable {
    /// The suite in which it happened.
    public var suiteName: String
    /// The key whose value changed.
    public var key: Defaults.KeyName
    /// What the layers hold now.
    public var layers: KeyLayers
    /// Whether another process made it.
    public var isElsewhere: Bool

    /// Creates a change.
    public init(
      suiteName: String,
      key: Defaults.KeyName,
      layers: KeyLayers,
      isElsewhere: Bool
    ) {
      self.suiteName = suiteName
      self.key = key
      self.layers = layers
      self.isElsewhere = isElsewhere
    }
  }
}

/// What became of a write.
public enum WriteOutcome: Hashable, Sendable {
  /// The value is on disk.
  case saved
  /// The value may not be stored; the reason as a phrase.
  case rejected(String)
  /// The value is kept and tried again, but is not on disk; the reason in words.
  case failed(String)
}

/// A write the state asks for.
public struct WriteRequest: Hashable, Sendable {
  /// Why it is asked for.
  public enum Purpose: Hashable, Sendable {
    /// A value was edited; a small step that follows another counts as one change with it.
    case edit(extendsLast: Bool)
    /// The key is to be unset.
    case reset
  }

  /// The suite to write to.
  public var suiteName: String
  /// The key to write.
  public var key: Defaults.KeyName
  /// What to store; nil removes the stored value.
  public var value: Defaults.StoredValue?
  /// Why it is asked for.
  public var purpose: Purpose
  /// What was stored when it was asked for.
  var before: Defaults.StoredValue?
}

/// Whether a change is taken back or made again.
public enum RestoreDirection: Hashable, Sendable {
  case undo, redo
}

/// An undo or redo the state asks for.
public struct RestoreRequest: Hashable, Sendable {
  /// The suite whose last change is meant.
  public var suiteName: String
  /// Whether a change is taken back or made again.
  public var direction: RestoreDirection
  /// Whether a value may be overwritten that someone else wrote since.
  public var force: Bool
}

/// The outcome of an undo or redo.
public enum RestoreOutcome: Hashable, Sendable {
  /// The changes of an entry were taken back or made again; whether there is another to undo.
  case restored(Defaults.HistoryEntry, canUndo: Bool)
  /// A key has another value by now, so nothing was changed; with the value that would come back.
  case changedSince(Defaults.KeyName, restoring: Defaults.StoredValue?)
  /// There is nothing to undo or redo.
  case nothing
  /// Nothing was changed, for a reason in words.
  case refused(String)
  /// The values are kept and tried again, but are not on disk; the reason in words.
  case failed(String)
}

/// Something the state wants done outside of it.
public enum Effect: Hashable, Sendable {
  /// Store a value and report the outcome.
  case write(WriteRequest)
  /// Undo or redo a change and report the outcome.
  case restore(RestoreRequest)
  /// Show the suite of this name.
  case open(suiteName: String)
  /// Read the clock and report the current time.
  case readClock
  /// Read the stored values again and paint the whole screen.
  case reload
  /// Stop the program as the shell's job control expects.
  case suspend
}
