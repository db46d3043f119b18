import Defaults
import DefaultsSchema
public import Terminal

/// The state of the editor between two events.
///
/// What is shown follows from `document`, `filter` and the folded sections, but is not computed from
/// them: `listing` holds it, and every function that changes one of the three changes `listing` too.
/// A search for a new filter goes on in slices (``FilterPass``); `texts` is what it searches in.
public struct EditorState: Sendable {
  /// The screen's size in cells.
  public internal(set) var size: Size
  /// The suite that is shown.
  public internal(set) var document: Document
  /// Whether the program should end.
  public internal(set) var isFinished: Bool = false
  /// The document with a newer schema, which is shown when no value is being edited any more.
  var nextDocument: Document?

  /// The suites to choose from.
  var suites: [SuiteSummary]
  var selection: Selection?
  /// The index of the first list row on the screen.
  var top: Int = 0
  /// The lines of the list.
  var listing: Listing = Listing()
  var filter: Filter = Filter()
  /// The search that has not come to the last key yet; nil while there is none.
  var pass: FilterPass?
  /// The texts of the keys, as far as a filter has needed them.
  var texts: TextIndex = TextIndex()
  /// Changes of a suite whose values are still being read.
  var heldChanges: [Action.Change] = []
  var mode: Mode = .list
  /// The answer to the last key press, or news; a key press removes it.
  var notice: Notice?
  /// What happened in this session that must be read, oldest first.
  var messages: [Message] = []
  /// The messages that have not been shown yet, oldest first.
  var unreadMessages: [Message] = []
  /// The key that was changed last, if it was by a step; the next step extends the same change.
  var steppedKey: Defaults.KeyName?
  /// The suites with a change that can be undone.
  var suitesWithUndo: Set<String> = []
  var showsDetails: Bool = true
  /// Whether keys that no schema declares may be edited.
  var editsUndeclaredKeys: Bool = false
  /// How many requested writes have no outcome yet, by key.
  var pendingWrites: [Defaults.KeyName: Int] = [:]
  /// Whether a requested undo or redo has no outcome yet.
  var isRestoring: Bool = false

  /// Whether key presses wait, because an outcome is due that may change values.
  var isWaiting: Bool { !pendingWrites.isEmpty || isRestoring || document.isOpening }

  /// Whether a message is shown.
  var isReading: Bool {
    if case .message = mode { true } else { false }
  }

  /// Creates the state in which the editor opens.
  public init(document: Document, suites: [SuiteSummary] = [], size: Size) {
    self.document = document
    self.suites = suites
    self.size = size
    showAll()
    noticeOpening()
    settle()
  }
}

/// The row of the list's cursor.
enum Selection: Hashable, Sendable {
  /// A key.
  case key(Defaults.KeyName)
  /// The heading of a folded section, by its index.
  case section(Int)
}

/// What the list is narrowed to.
///
/// A key that has matched since the filter was set stays in the list, dimmed, when it matches no
/// longer.
struct Filter: Sendable {
  var query: Query = Query("")
  /// Whether only keys with a stored value are shown.
  var showsOnlySet: Bool = false
  /// Undeclared keys that were in the list when they were removed; they come back to it.
  var removedKeys: Set<Defaults.KeyName> = []

  var isActive: Bool { showsOnlySet || !query.isEmpty }
}

/// The mode, which determines what a key press does.
enum Mode: Sendable {
  case list
  /// The filter is being typed.
  case filter(LineBuffer)
  /// A value is being edited.
  case edit(OpenEdit)
  /// The edited value was changed by another program, and the user must choose one.
  case conflict(OpenEdit)
  case help(HelpList)
  /// A suite is being chosen; the index of the highlighted one.
  case suites(Int)
  /// An undo or redo would overwrite a value of another program.
  case confirm(OverwritingRestore)
  /// A text is shown until it is closed.
  case message(OpenMessage)
}

/// Something that happened and must be read.
struct Message: Hashable, Sendable {
  var title: String
  var text: String
}

/// A text that is shown until it is closed.
struct OpenMessage: Sendable {
  var title: String
  var text: String
  /// How many lines are scrolled out at the top.
  var top: Int = 0
}

/// A value that is being edited.
struct OpenEdit: Sendable {
  let key: Defaults.KeyName
  var draft: Draft
  /// The stored value when editing began.
  let base: Defaults.StoredValue?
  /// Whether another program changed the stored value since.
  var isChangedElsewhere: Bool = false
  /// Why the draft cannot be stored; nil while it can.
  var rejection: Defaults.Rejection?
}

/// An undo or redo that would overwrite a value of another program.
struct OverwritingRestore: Sendable {
  var direction: RestoreDirection
  /// The key with another value.
  var key: Defaults.KeyName
  /// The value that the undo or redo would store; nil for none.
  var value: Defaults.StoredValue?
}

/// The list of key bindings in the help.
struct HelpList: Sendable {
  var groups: [HelpGroup]
  /// The index of the first line on the screen.
  var top: Int = 0
  /// The mode to return to.
  var previous: Previous

  indirect enum Previous: Sendable {
    case list
    case edit(OpenEdit)
  }
}

/// A message at the bottom of the screen.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case done, refused, failed
  }

  var kind: Kind
  var text: String
}
