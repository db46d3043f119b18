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
  /// The styles in which the state is drawn.
  public let theme: Theme
  /// Whether the program should end.
  public internal(set) var isFinished: Bool = false
  /// The suite with a newer schema; it replaces `document` when no key is being edited.
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
  var deferredChanges: [Action.Change] = []
  var mode: Mode = .list
  /// The key presses of all actions.
  let bindings: Keybindings
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
  /// The input of edits that were closed without saving it.
  private(set) var parkedEdits: [SuiteKey: ParkedEdit] = [:]
  /// The keys in `parkedEdits` with another input, or none, since it was kept on disk.
  private var unsavedParking: Set<SuiteKey> = []
  /// The edits whose value is being written; they are parked if the write is rejected.
  var savingEdits: [SuiteKey: OpenEdit] = [:]
  /// The requested writes without an outcome so far.
  var pendingWrites: [SuiteKey: PendingWrite] = [:]
  /// The number of requested undos and redos without an outcome so far.
  var pendingRestores: Int = 0

  /// Whether the outcome of a request is still to come, or the values of the suite.
  var isWaiting: Bool { !pendingWrites.isEmpty || pendingRestores > 0 || document.isLoading }

  /// Whether a message is shown.
  var showsMessage: Bool {
    if case .message = modeBelowHelp { true } else { false }
  }

  /// The mode, or while the help is shown, the mode to which it returns.
  var modeBelowHelp: Mode {
    get {
      if case .help(let list) = mode { list.previous } else { mode }
    }
    set {
      if case .help(var list) = mode {
        list.previous = newValue
        mode = .help(list)
      } else {
        mode = newValue
      }
    }
  }

  /// Creates the state in which the editor opens.
  public init(
    document: Document,
    suites: [SuiteSummary] = [],
    size: Size,
    bindings: Keybindings = .standard,
    theme: Theme = .auto
  ) {
    self.bindings = bindings
    self.document = document
    self.suites = suites
    self.size = size
    self.theme = theme
    showAll()
    showRemark()
    ensureSelection()
  }
}

// MARK: - Parked input

extension EditorState {
  /// Parks the input of a key, or forgets it.
  mutating func setParked(_ edit: ParkedEdit?, _ key: SuiteKey) {
    guard edit != nil || parkedEdits[key] != nil else { return }
    parkedEdits[key] = edit
    unsavedParking.insert(key)
  }

  /// Adds input that was kept on disk; the input of this session is newer.
  mutating func mergeParkedInput(_ inputs: [Defaults.KeyName: Defaults.StoredValue]) {
    for (key, input) in inputs where parkedEdits[suiteKey(key)] == nil {
      parkedEdits[suiteKey(key)] = .kept(input)
    }
  }

  /// Returns the effects that keep the changed input on disk.
  mutating func saveParkedEdits() -> [Effect] {
    guard !unsavedParking.isEmpty else { return [] }
    let suites = Dictionary(grouping: unsavedParking, by: \.suiteName)
    unsavedParking = []
    return suites.map { suiteName, keys in
      let inputs = keys.map { ($0.key, parkedEdits[$0]?.input) }
      return .saveParkedInput(suiteName: suiteName, Dictionary(inputs) { $1 })
    }
  }
}

/// The requested writes of one key that have no outcome so far.
struct PendingWrite: Hashable, Sendable {
  /// The number of requests.
  var count: Int
  /// The value of the last request; nil to remove the stored one.
  var value: Defaults.StoredValue?
}

/// The row of the list's cursor.
enum Selection: Hashable, Sendable {
  /// A key.
  case key(Defaults.KeyName)
  /// The heading of a folded section, by its index.
  case section(Int)
}

/// The condition for keys to be in the list.
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
  indirect case help(HelpList)
  /// The list of suites, with the index of the highlighted one.
  case suites(Int)
  /// The question whether an undo or redo may overwrite a newer value.
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
  var previous: Mode
}

/// A message on the last line but one.
struct Notice: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case done, refused, failed
  }

  var kind: Kind
  var text: String
}
