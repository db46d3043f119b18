import Defaults
import DefaultsSchema
public import Terminal

/// Everything the editor shows and remembers between two events.
public struct EditorState: Sendable {
  /// The screen's size in cells.
  public internal(set) var size: Size
  /// The suite that is shown.
  public internal(set) var document: Document
  /// Whether the program should end.
  public internal(set) var isFinished: Bool = false
  /// The suite as a newer schema describes it, which waits until nothing is being edited.
  var nextDocument: Document?

  /// The suites to choose from.
  var suites: [SuiteSummary]
  var selection: Selection?
  /// The index of the first list row on the screen.
  var top: Int = 0
  var foldedSections: Set<Int> = []
  var filter: Filter = Filter()
  var mode: Mode = .list
  /// The answer to the last key press, or news; a key press removes it.
  var notice: Notice?
  /// What happened in this session that must be read, oldest first.
  var messages: [Message] = []
  /// The messages that have not been shown yet, oldest first.
  var unreadMessages: [Message] = []
  /// The key that was changed last, if by a small step that another one may follow.
  var steppedKey: Defaults.KeyName?
  /// The suites with a change of this session that can be taken back.
  var suitesWithUndo: Set<String> = []
  var showsDetails: Bool = true
  /// Whether keys that no schema declares may be edited.
  var editsUndeclaredKeys: Bool = false
  /// Writes that were asked for and not answered yet, by key.
  var pendingWrites: [Defaults.KeyName: Int] = [:]
  /// Whether an undo or redo was asked for and not answered yet.
  var isRestoring: Bool = false

  /// Whether an answer is awaited that may change values.
  var isWaiting: Bool { !pendingWrites.isEmpty || isRestoring }

  /// Whether a message is shown.
  var isReading: Bool {
    if case .message = mode { true } else { false }
  }

  /// Creates the state in which the editor opens.
  public init(document: Document, suites: [SuiteSummary] = [], size: Size) {
    self.document = document
    self.suites = suites
    self.size = size
    noticeOpening()
    settle()
  }
}

/// What the list's cursor stands on.
enum Selection: Hashable, Sendable {
  /// A key.
  case key(Defaults.KeyName)
  /// The heading of a folded section, by its index.
  case section(Int)
}

/// One line of the list.
enum Row: Hashable, Sendable {
  /// The heading of a section, by its index.
  case heading(Int)
  /// A key, by its index in the document.
  case item(Int)
}

/// What the list is narrowed to.
struct Filter: Sendable {
  var query: Query = Query("")
  /// Whether only keys with a stored value are shown.
  var showsOnlySet: Bool = false
  /// Keys that matched when the filter was set: they stay, dimmed, when they match no longer.
  var kept: Set<Defaults.KeyName> = []

  var isActive: Bool { showsOnlySet || !query.isEmpty }
}

/// What key presses mean at the moment.
enum Mode: Sendable {
  case list
  /// The filter is being typed.
  case filter(LineBuffer)
  /// A value is being edited.
  case edit(OpenEdit)
  /// A value that is being edited was changed elsewhere, and a person must decide.
  case conflict(OpenEdit)
  case help(HelpList)
  /// A suite is being chosen; the index of the highlighted one.
  case suites(Int)
  /// An undo or redo would overwrite what someone else wrote.
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
  /// What was stored when editing began.
  let base: Defaults.StoredValue?
  /// Whether someone else changed the stored value since.
  var isChangedElsewhere: Bool = false
  /// Why the draft cannot be stored; nil while it can.
  var rejection: Defaults.Rejection?
}

/// An undo or redo that would overwrite what someone else wrote.
struct OverwritingRestore: Sendable {
  var direction: RestoreDirection
  /// The key that has another value by now.
  var key: Defaults.KeyName
  /// The value that would come back; nil for none.
  var value: Defaults.StoredValue?
}

/// A list of key bindings to look through.
struct HelpList: Sendable {
  var groups: [HelpGroup]
  /// How many lines are scrolled out at the top.
  var top: Int = 0
  /// The mode to return to.
  var previous: Previous

  indirect enum Previous: Sendable {
    case list
    case edit(OpenEdit)
  }
}

/// One line of news at the bottom of the screen.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case done, refused, failed
  }

  var kind: Kind
  var text: String
}
