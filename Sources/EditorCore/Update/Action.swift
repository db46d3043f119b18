public import Defaults
public import Terminal

/// An input of the function `update`.
public enum Action: Sendable {
  /// The terminal sent an event.
  case event(Event)
  /// A stored value changed; this is the only way a stored value enters the state.
  case changed(Change)
  /// Stored values changed, in this order; the same as a change after the other, but in one pass.
  case changes([Change])
  /// There is no event to handle, and the state has work that was begun.
  case proceed
  /// A requested write has been performed or rejected.
  case written(WriteRequest, WriteOutcome)
  /// A requested undo or redo has been performed or refused.
  case restored(RestoreRequest, RestoreOutcome)
  /// Another suite was opened.
  case opened(Document)
  /// Input of earlier sessions was kept for these keys of a suite.
  case parkedInput(suiteName: String, [Defaults.KeyName: Defaults.StoredValue])
  /// The list of suites has changed; a document, if given, replaces the shown one, whose schema has
  /// changed.
  case described(Document?, suites: [SuiteSummary])
  /// The store of the shown suite can be read or written again, or no longer.
  case storeStatus(StoreStatus)
  /// Edits of these keys that could not be committed before are on disk now.
  case committed([Defaults.KeyName])
  /// Something happened that a person must read; a title and sentences.
  case message(title: String, text: String)
  /// The clock was read; the current time as ISO 8601 text.
  case clock(String)
  /// An error occurred that the user should see.
  case diagnosed(String)

  /// A change of the value of one key in any layer.
  public struct Change: Hashable, Sendable {
    /// The suite in which it happened.
    public var suiteName: String
    /// The key whose value changed.
    public var key: Defaults.KeyName
    /// The values in the layers after the change.
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

/// The outcome of a write.
public enum WriteOutcome: Hashable, Sendable {
  /// The change is on disk: what was stored before, and what is stored now; nil for nothing.
  case saved(old: Defaults.StoredValue?, new: Defaults.StoredValue?)
  /// The value was stored already, so nothing was changed.
  case unchanged
  /// The value may not be stored; the reason as a phrase.
  case rejected(String)
  /// The change is not on disk; the commit is tried again.
  case pending
}

/// A write that the state requests.
public struct WriteRequest: Hashable, Sendable {
  /// The reasons for a write.
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
  /// The value to store; nil removes the stored value.
  public var value: Defaults.StoredValue?
  /// The reason for the write.
  public var purpose: Purpose
}

/// The direction of a step through the history.
public enum RestoreDirection: Hashable, Sendable {
  case undo, redo
}

/// An undo or redo that the state requests.
public struct RestoreRequest: Hashable, Sendable {
  /// The suite whose last change is meant.
  public var suiteName: String
  /// The direction of a step through the history.
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
  /// The store or the history could not be read or written; the reason in words.
  case failed(String)
}

/// An operation that `update` requests from the session.
public enum Effect: Hashable, Sendable {
  /// Store a value and report the outcome.
  case write(WriteRequest)
  /// Undo or redo a change and report the outcome.
  case restore(RestoreRequest)
  /// Show the suite of this name.
  case open(suiteName: String)
  /// Keep the input of keys on disk, or forget it; by key, nil to forget it.
  case saveParkedInput(suiteName: String, [Defaults.KeyName: Defaults.StoredValue?])
  /// Read the clock and report the current time.
  case readClock
  /// Read the stored values again and paint the whole screen.
  case reload
  /// Stop the program as the shell's job control expects.
  case suspend
}
