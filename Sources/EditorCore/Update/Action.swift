public import Defaults
public import Terminal

/// An input of the function `update`.
public enum Action: Sendable {
  /// The terminal sent an event.
  case event(Event)
  /// A line was typed in the editor on plain lines.
  case plain(PlainStep)
  /// A stored value changed; this is the only way a stored value enters the state.
  case changed(Change)
  /// Stored values changed, in this order; has the same result as one `changed` after another.
  case changes([Change])
  /// No event is pending, and the state has work to continue (`EditorState.hasWork`).
  case proceed
  /// A requested write has been performed or rejected.
  case written(WriteRequest, WriteOutcome)
  /// A requested undo or redo has been performed or refused.
  case restored(RestoreRequest, RestoreOutcome)
  /// A suite was opened, first without its values, then with them.
  case opened(Document)
  /// What earlier sessions remembered of a suite has been read; the place is in the document.
  case remembered(suiteName: String, SuiteMemory)
  /// The list of suites has changed. If the schema of the shown suite has changed too, the document
  /// is the suite with its new schema; nil if it has not.
  case described(Document?, suites: [SuiteSummary])
  /// A suite has been read for the search in all suites.
  case searched(Document)
  /// The numbers of a suite have been read.
  case examined(SuiteOverview)
  /// The conditions of the app, which disable or hide keys of a suite, have been evaluated.
  case availability(suiteName: String, KeyAvailability)
  /// The status of the shown suite's store has changed.
  case storeStatus(StoreStatus)
  /// Edits of these keys are on disk now, after an earlier commit of them failed.
  case committed([Defaults.KeyName])
  /// A value of the shown suite that waited for the store was refused by it, with the reason as
  /// sentences.
  case notStored(Defaults.KeyName, text: String)
  /// Something happened that the user must read: a title, and sentences.
  case message(title: String, text: String)
  /// The recorded changes of a key have been read.
  case history(suiteName: String, key: Defaults.KeyName, KeyHistory)
  /// The recorded changes of a suite have been read.
  case suiteHistory(suiteName: String, KeyHistory)
  /// A requested plan has been made, or could not be made.
  case planned(PlanRequest, PlanOutcome)
  /// A plan has been applied or refused.
  case applied(ApplyRequest, ApplyOutcome)
  /// Values have been exported, or could not be.
  case exported(ExportRequest, ExportOutcome)
  /// The authors of changes that were made elsewhere have been found.
  case authors(suiteName: String, [Defaults.KeyName: ChangeAuthor])
  /// The history of a suite has been read.
  case lastChanges(suiteName: String, LastChanges)
  /// A copied text is in the file of this path.
  case copiedToFile(String)
  /// Another program has edited a text, or could not.
  case textEdited(ExternalText, ExternalText.Outcome)
  /// The clock was read: the current time as ISO 8601 text.
  case clock(String)
  /// A question of a control has been answered.
  case answered(ControlAnswer)
  /// Something failed: a sentence for the status line, and whether it can quote a value.
  case diagnosed(String, quotesValue: Bool = false)
  /// The time of the messages that were added last, as ISO 8601 text.
  case messagesStamped(String)
  /// The settings of the editor itself have been read, and the screen has this many colours with them.
  case settings(EditorSettings, colorCount: Int)
  /// The frame of the present state is on the screen.
  case presented

  /// A change of the value of one key in any layer.
  public struct Change: Hashable, Sendable {
    /// The suite in which it happened.
    public var suiteName: String
    /// The key whose value changed.
    public var key: Defaults.KeyName
    /// The values in the layers after the change.
    public var layers: KeyLayers
    /// Whether another process made the change.
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
  /// The change is on disk: the values before and after it; nil where the key was unset.
  ///
  /// `isJoined` says whether the history has joined it with the change before, so that one undo
  /// reverts both; `isChecked` whether the check of the new value came to its end.
  case saved(
    old: Defaults.StoredValue?,
    new: Defaults.StoredValue?,
    isJoined: Bool = false,
    isChecked: Bool = true
  )
  /// The same value was stored already, so nothing was changed.
  case unchanged
  /// The value was refused: the reason as a phrase without a full stop.
  case rejected(String)
  /// The change is in memory but not on disk; the suite retries the commit.
  case pending
  /// The value may be stored; nothing was stored, because the edit is only staged.
  ///
  /// `isChecked` says whether the check of the value came to its end.
  case staged(isChecked: Bool = true)
  /// Nothing was written, because the store has another value than the base of the request.
  case outdated(NewerValue)
}

/// A value of another program that a change would overwrite.
public struct NewerValue: Hashable, Sendable {
  /// The key.
  public var key: Defaults.KeyName
  /// The value that would be stored; nil to remove the newer one.
  public var wanted: Defaults.StoredValue?
  /// The newer value; nil if the key is unset.
  public var now: Defaults.StoredValue?
  /// The program that stored it; nil if that is not known.
  public var author: String?
  /// Whether the values must be hidden; the shown suite need not be that of the key.
  public var isSecret: Bool = false
}

/// A write that `update` requests.
public struct WriteRequest: Hashable, Sendable {
  /// The reasons for a write.
  public enum Purpose: Hashable, Sendable {
    /// A value was edited; `extendsLast` merges it with the last entry of the history, so that one
    /// undo reverts a series of steps.
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
  /// Whether the value is only checked, because the edit is staged.
  public var isStaged: Bool = false
  /// The file to write to.
  public var scope: WriteScope = .user
  /// What the store must have; nil if any value may be replaced.
  public var base: WriteBase?

  /// The suite with the file.
  var suite: ScopedSuite { ScopedSuite(name: suiteName, scope: scope) }
}

/// The direction of a step through the history.
public enum RestoreDirection: Hashable, Sendable {
  case undo, redo
}

/// An undo or redo that `update` requests.
public struct RestoreRequest: Hashable, Sendable {
  /// The suite whose history is used.
  public var suiteName: String
  /// Whether to undo or to redo.
  public var direction: RestoreDirection
  /// The newer values of other programs that the user allowed to overwrite, by key; nil for none
  /// stored.
  public var overwrites: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  /// The file in which the change was made.
  public var scope: WriteScope = .user

  /// The suite with the file.
  var suite: ScopedSuite { ScopedSuite(name: suiteName, scope: scope) }
}

/// The outcome of an undo or redo.
public enum RestoreOutcome: Hashable, Sendable {
  /// The changes of the entry were undone or redone; `canUndo` is false if none is left to undo, and the
  /// values of the secret keys must be hidden.
  case restored(Defaults.HistoryEntry, canUndo: Bool, secretKeys: Set<Defaults.KeyName> = [])
  /// Nothing was changed, because these keys have been changed since.
  case changedSince([NewerValue])
  /// There is nothing to undo or redo.
  case nothing
  /// Nothing was changed: the reason as a sentence.
  case refused(String)
  /// The store or the history could not be read or written: the reason as a sentence.
  case failed(String)
}

/// An operation that `update` requests from the session.
///
/// Effects are values, so tests compare what a key press requests. The session performs them in the
/// order in which `update` returned them.
public enum Effect: Hashable, Sendable {
  /// Store a value and report the outcome.
  case write(WriteRequest)
  /// Undo or redo a change and report the outcome.
  case restore(RestoreRequest)
  /// Show the suite of this name.
  case open(suiteName: String)
  /// Read suites for the search in all of them, one suite at a time, and report each.
  case readSuites(suiteNames: [String])
  /// Read the numbers of suites, one suite at a time, and report each.
  case examine(suiteNames: [String])
  /// Save on disk a part of what is remembered of a suite.
  case remember(suiteName: String, SuiteMemory.Change)
  /// Save the input of closed edits on disk, by key, if their writes, which have no outcome yet, do
  /// not store it.
  case parkIfRefused(suiteName: String, [Defaults.KeyName: Defaults.StoredValue])
  /// Make a plan and report it.
  case plan(PlanRequest)
  /// Apply a plan and report the outcome.
  case apply(ApplyRequest)
  /// Read the recorded changes of a suite and report them.
  case readSuiteHistory(suiteName: String)
  /// Find in the history who has changed keys elsewhere, and report it.
  case findAuthors(suiteName: String, keys: [Defaults.KeyName])
  /// Export values and report the outcome.
  case export(ExportRequest)
  /// Read the recorded changes of a key and report them.
  case readHistory(suiteName: String, key: Defaults.KeyName)
  /// Read the history of a suite and report the last change of each key.
  case readChanges(suiteName: String)
  /// Copy a text to the clipboard of the terminal.
  case copy(String)
  /// Write a text to a file that only the user can read, and report its path.
  case copyToFile(String)
  /// Answer the question of a control.
  case ask(ControlQuestion)
  /// Read the clock and report the current time.
  case readClock
  /// Let another program on the terminal edit a text, and report the outcome.
  case editText(ExternalText)
  /// Read the clock and report the current time for the messages without one.
  case stampMessages
  /// Turn the mouse on or off, and store that in the settings of the editor if wanted.
  case useMouse(Bool, isStored: Bool)
  /// Read the stored values again and redraw every cell of the screen.
  case reload
  /// Restore the terminal and stop the process with `SIGTSTP`, for the shell's job control.
  case suspend

  /// Whether the effect changes a stored value, which a read-only session must not.
  var changesValues: Bool {
    switch self {
    case .write, .restore, .apply: true
    case .useMouse(_, let isStored): isStored
    case .open, .examine, .readSuites, .remember, .parkIfRefused, .plan, .export, .readHistory,
      .readSuiteHistory, .readChanges, .findAuthors, .copy, .copyToFile,
      .ask,
      .readClock, .editText, .stampMessages, .reload, .suspend:
      false
    }
  }
}
