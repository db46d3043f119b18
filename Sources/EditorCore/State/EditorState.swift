import Defaults
import DefaultsSchema
public import Terminal

/// The state of the editor between two events.
public struct EditorState: Sendable {
  /// The screen's size in cells.
  public internal(set) var size: Size
  /// The suite that is shown.
  public internal(set) var document: Document
  /// Whether the program should end.
  public internal(set) var isFinished: Bool = false
  /// The suite with a newer schema; it replaces `document` when no key is being edited.
  var nextDocument: Document?

  /// The suites to choose from.
  var suites: [SuiteSummary]
  var selection: Selection?
  /// The index of the first list row on the screen.
  var top: Int = 0
  var foldedSections: Set<Int> = []
  var filter: Filter = Filter()
  var mode: Mode = .list
  var notice: Notice?
  /// The key that was changed last, if by a small step that another one may follow.
  var steppedKey: Defaults.KeyName?
  /// The suites with a change of this session that can be taken back.
  var suitesWithUndo: Set<String> = []
  var showsDetails: Bool = true
  /// Whether keys that no schema declares may be edited.
  var editsUndeclaredKeys: Bool = false
  /// The edits that were closed with input that is not stored.
  var parkedEdits: [SuiteKey: OpenEdit] = [:]
  /// The edits whose value is being written; they are parked if the write is rejected.
  var savingEdits: [SuiteKey: OpenEdit] = [:]
  /// The requested writes without an outcome so far.
  var pendingWrites: [SuiteKey: PendingWrite] = [:]
  /// The number of requested undos and redos without an outcome so far.
  var pendingRestores: Int = 0

  /// Whether the outcome of a request is still to come.
  var isWaiting: Bool { !pendingWrites.isEmpty || pendingRestores > 0 }

  /// Creates the state in which the editor opens.
  public init(document: Document, suites: [SuiteSummary] = [], size: Size) {
    self.document = document
    self.suites = suites
    self.size = size
    noticeOpening()
    settle()
  }
}

/// The requested writes of one key that have no outcome so far.
struct PendingWrite: Hashable, Sendable {
  /// The number of requests.
  var count: Int
  /// The value of the last request; nil to remove the stored one.
  var value: Defaults.StoredValue?
}

/// The element of the list with the cursor.
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

/// The condition for keys to be in the list.
struct Filter: Sendable {
  var query: Query = Query("")
  /// Whether only keys with a stored value are shown.
  var showsOnlySet: Bool = false
  /// Keys that matched when the filter was set: they stay, dimmed, when they match no longer.
  var kept: Set<Defaults.KeyName> = []

  var isActive: Bool { showsOnlySet || !query.isEmpty }
}

/// The part of the editor that gets the key presses.
enum Mode: Sendable {
  /// The list of keys.
  case list
  /// The text of the filter.
  case filter(LineBuffer)
  /// The control of a key.
  case edit(OpenEdit)
  /// The question which value to keep, after the edited key was changed elsewhere.
  case conflict(OpenEdit)
  /// The help screen.
  case help(HelpList)
  /// The list of suites, with the index of the highlighted one.
  case suites(Int)
  /// The question whether an undo or redo may overwrite a newer value.
  case confirm(OverwritingRestore)
}

/// An undo or redo that would overwrite a newer value.
struct OverwritingRestore: Sendable {
  var direction: RestoreDirection
  /// The key with the newer value.
  var key: Defaults.KeyName
  /// The value that would be stored again; nil for none.
  var value: Defaults.StoredValue?
}

/// The help screen: a scrollable list of key bindings.
struct HelpList: Sendable {
  var groups: [HelpGroup]
  /// The number of lines above the first visible one.
  var top: Int = 0
  /// The mode to return to.
  var previous: Previous

  indirect enum Previous: Sendable {
    case list
    case edit(OpenEdit)
  }
}

/// A message on the last line but one.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case done, refused, failed
  }

  var kind: Kind
  var text: String
}
