import Defaults
public import DefaultsSchema
public import Terminal

/// The state of the editor between two events, which `update` changes and `view` draws.
///
/// **Values.** `document` holds the values of the shown suite. They change only with `Action.changed`,
/// that is, after the suite has reported the change. Values that were requested but not reported yet are
/// in `pendingWrites`.
///
/// **List.** Which lines the list has follows from `document`, `filter` and the folded sections. It is
/// not computed from them each time, because a suite may have 100,000 keys: `listing` holds the result,
/// and every function that changes one of the three must update `listing` and then call
/// ``ensureSelection(near:)``. A search for a new filter runs in slices (``FilterPass``) over the
/// texts in `texts`.
///
/// **Screens.** The top screen gets the input (``EditorState/screens``). What exists only in one screen,
/// such as the open edit, is in the value of that screen, so it cannot outlive the screen by mistake.
///
/// **Parked input.** An edit closes without a question and without losing input. `parkedEdits` holds the input by
/// suite and key; the next opening of the key continues it. Each change of `parkedEdits` goes through
/// ``setParked(_:_:)``, which also records the key in `unsavedParking`. At the end of each call of
/// `update`, ``saveParkedEdits()`` returns the effects that write those keys to the
/// ``ParkedInputFile``. Parked input of earlier sessions is read when a suite is opened and is added
/// with ``mergeParkedInput(_:)``; it does not replace input of this session. Secrets are never parked.
public struct EditorState: Sendable {
  /// The screen's size in cells.
  public internal(set) var size: Size
  /// The suite that is shown.
  public internal(set) var document: Document
  /// The settings of the editor itself.
  var settings: EditorSettings
  /// The name of the suite with the settings of the editor; nil if it cannot be opened.
  let settingsName: String?
  /// The suite that was shown before the settings of the editor; nil for none.
  var suiteBeforeSettings: String?
  /// The background of the terminal; nil if the terminal has not said it.
  var background: Background?
  /// The number of colours that the screen can show.
  var colorCount: Int
  /// The clock in which the times of changes and messages are shown.
  let clock: LocalClock
  /// Whether the user was told how text is selected while the mouse is used.
  var hasExplainedDrag: Bool = false
  /// Whether the terminal has a clipboard for copied texts.
  let hasClipboard: Bool
  /// The text above everything else that says whose values are edited; empty for the user's own.
  let banner: String
  /// Whether the tool without options reads and writes the suites that are shown: no banner names
  /// another user or file.
  let showsOwnSuites: Bool
  /// Whether the session must end.
  public internal(set) var isFinished: Bool = false
  /// Whether the session must end when all requests have their outcome.
  var isLeaving: Bool = false
  /// The document with a newer schema, which replaces `document` when no key is being edited; nil for
  /// none.
  var nextDocument: Document?

  /// The suites to choose from.
  var suites: [SuiteSummary]
  /// The numbers of the suites that are not shown.
  var overviews: SuiteOverviews = SuiteOverviews()
  /// The scroll position of the pane of suites.
  var suitesScroll: Scroll = Scroll()
  /// Whether no value may be changed.
  let isReadOnly: Bool
  /// The key to select when the values of its suite have arrived; nil for none.
  var wantedKey: SuiteKey?
  /// The hint that was clicked last; nil for none.
  var clickedHint: Hint?
  /// The row of the cursor; nil if the list is empty.
  var selection: Selection?
  /// The number of the first visible line of the list, 0-based.
  var top: Int = 0
  /// The lines of the list.
  var listing: Listing = Listing()
  /// The order of the list that the user has chosen for this suite; nil for that of the settings.
  var chosenOrder: ListOrder?
  /// The numbers by which the list is sorted; nil for the order of the sections.
  var ordering: Ordering?
  /// Whether the history is being read for the order or the filter.
  var isReadingChanges: Bool = false
  /// The places in the suites of this session, as they were saved last, by suite.
  var places: [String: RememberedPlace] = [:]
  /// The places that jumps have left, the last one last.
  var visited: [VisitedPlace] = []
  /// The condition for keys to be in the list; change it only with ``setFilter(_:)``.
  var filter: Filter = Filter()
  /// The row of the cursor and the first visible line when the prompt of the filter was opened.
  var placeBeforeFilter: (selection: Selection?, top: Int) = (nil, 0)
  /// The search that is not complete yet; nil if none is running.
  var pass: FilterPass?
  /// What would match instead of a filter that matches nothing; nil if it matches, or for no filter.
  var repairs: FilterRepairs?
  /// The search in the other suites with a filter that matches nothing here; nil for none.
  var otherMatches: SuiteSearch?
  /// The text of the filter that was kept last; empty for none.
  var keptFilter: String = ""
  /// The earlier filters, the oldest first.
  var earlierFilters: [String] = []
  /// The last filter with words, which may have been cleared.
  var lastQuery: Query = Query("")
  /// The keys that are marked in the list.
  var marked: MarkedKeys = MarkedKeys()
  /// The texts that a filter searches; they are prepared when a filter first needs them.
  var texts: TextIndex = TextIndex()
  /// The keys that have changed while their suite was shown, of the suites shown before.
  var recentKeys: [String: Set<Defaults.KeyName>] = [:]
  /// Changes that were reported before the values of the suite arrived.
  var deferredChanges: [Action.Change] = []
  /// The list of keys, which is below every other screen.
  var list: ListScreen = ListScreen()
  /// The screens over the list, the top one last.
  var screens: [any Screen] = []
  /// The result of the last key press, or a report of something that happened; the next key press
  /// removes it.
  ///
  /// Failures are not set here, but with ``fail(_:)``.
  var notice: Notice?
  /// The failures that the user has not read yet, oldest first; the first one is on the status line.
  var unreadFailures: [UnreadFailure] = []
  /// The messages and failures of this session.
  var log: MessageLog = MessageLog()
  /// The messages that have not been shown yet, oldest first.
  var unreadMessages: [Message] = []
  /// The key whose last change was a step; the next step extends the same entry of the history.
  var steppedKey: Defaults.KeyName?
  /// Whether a question has opened by itself, and has not been on the screen yet.
  ///
  /// Input from before was meant for something else, so it is not an answer.
  var isQuestionUnseen: Bool = false
  /// The suites of this session's changes, in their order, for undo and redo.
  var changeOrder: ChangeOrder = ChangeOrder()
  /// Who has made the last change of a key elsewhere, as far as it is known.
  var authors: [Defaults.KeyName: ChangeAuthor] = [:]
  /// The last notice about changes that were made elsewhere; nil if there was none.
  var announcement: Announcement?
  /// The file to which edits are written.
  var scope: WriteScope = .user
  /// The files to which edits can be written.
  let scopes: [WriteScope]
  /// Whether edits are collected instead of being saved at once.
  var isStaging: Bool = false
  /// The collected edits of all suites.
  var staged: StagedEdits = StagedEdits()
  /// The question of the open control that was asked last; nil if it has none.
  var askedQuestion: ControlQuestion?
  /// The secret key whose value is shown for a short time; nil for none.
  var shownSecret: Defaults.KeyName?
  /// Whether the details are shown where the screen has room for them.
  var showsDetails: Bool = true
  /// Whether keys that no schema declares may be edited.
  var editsUndeclaredKeys: Bool = false
  /// The input of edits that were closed without saving.
  private(set) var parkedEdits: [SuiteKey: ParkedEdit] = [:]
  /// The keys whose parked input differs from that on disk.
  private var unsavedParking: Set<SuiteKey> = []
  /// The closed edits whose value is being written; they are parked if the write is rejected.
  var savingEdits: [SuiteKey: OpenEdit] = [:]
  /// The closed edits whose value waits in memory for the store, which can still refuse it.
  var uncommittedEdits: [SuiteKey: OpenEdit] = [:]
  /// The writes that were requested and have no outcome yet.
  var pendingWrites: [SuiteKey: PendingWrite] = [:]
  /// The number of undos, redos and plans that were requested to be stored and have no outcome yet.
  var pendingRestores: Int = 0

  /// The key presses of all actions.
  var bindings: Keybindings { settings.bindings }

  /// The styles of the screen.
  public var theme: Theme {
    background.map(settings.theme.adapted) ?? settings.theme
  }

  /// Whether the screen can show colours as they are.
  var showsSwatches: Bool { colorCount >= 256 && theme.usesColor }

  /// Whether the outcome of a request, or the values of the suite, have not arrived yet.
  var isWaiting: Bool { !pendingWrites.isEmpty || pendingRestores > 0 || document.isLoading }

  /// Whether a message is shown.
  var showsMessage: Bool { screen(MessageScreen.self) != nil }

  /// The text above everything else: whose values are edited, if these are not the user's own.
  var bannerText: String {
    guard scope != .user else { return banner }
    let text = " EDITS ARE FOR \(scope.words.uppercased())"
    return banner.isEmpty ? text : "\(text) \u{B7}\(banner)"
  }

  /// Creates the state in which the editor opens.
  public init(
    document: Document,
    suites: [SuiteSummary] = [],
    size: Size,
    settings: EditorSettings = EditorSettings(),
    settingsName: String? = nil,
    banner: String = "",
    scopes: [WriteScope] = [.user],
    isReadOnly: Bool = false,
    clock: LocalClock = .utc,
    colorCount: Int = 0,
    hasClipboard: Bool = true
  ) {
    self.hasClipboard = hasClipboard
    self.colorCount = colorCount
    self.clock = clock
    self.settings = settings
    self.settingsName = settingsName
    showsDetails = settings.panes.contains(.details)
    self.isReadOnly = isReadOnly
    showsOwnSuites = banner.isEmpty
    self.banner = Self.banner(banner, isReadOnly: isReadOnly)
    self.scopes = scopes
    self.document = document
    self.suites = suites
    self.size = size
    sort()
    showRemark()
    ensureSelection()
  }

  /// Returns the text of the banner, with the fact that nothing can be changed.
  private static func banner(_ text: String, isReadOnly: Bool) -> String {
    guard isReadOnly else { return text }
    return text.isEmpty ? " READ-ONLY" : " READ-ONLY \u{B7}\(text)"
  }
}

// MARK: - Parked input

extension EditorState {
  /// Parks the input of a key, or discards it if `edit` is nil.
  mutating func setParked(_ edit: ParkedEdit?, _ key: SuiteKey) {
    guard edit != nil || parkedEdits[key] != nil else { return }
    parkedEdits[key] = edit
    unsavedParking.insert(key)
  }

  /// Adds input that was read from disk, for keys without input of this session, which is newer.
  mutating func mergeParkedInput(_ inputs: [Defaults.KeyName: Defaults.StoredValue]) {
    for (key, input) in inputs where parkedEdits[suiteKey(key)] == nil {
      parkedEdits[suiteKey(key)] = .kept(KeptInput(stored: input))
    }
  }

  /// Returns the effects that save parked input that has changed, one for each suite.
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

/// The pending writes of one key.
struct PendingWrite: Hashable, Sendable {
  /// The number of writes without an outcome.
  var count: Int
  /// The last request.
  var last: WriteRequest

  /// The value of the last request; nil to remove the stored one.
  var value: Defaults.StoredValue? { last.value }
}

/// The row of the cursor, identified by its content, so that it stays valid when rows are inserted.
enum Selection: Hashable, Sendable {
  /// A key.
  case key(Defaults.KeyName)
  /// The heading of a folded section, by its index.
  case section(Int)
}

/// The condition for keys to be in the list.
///
/// A key that has been in the list since the filter was set stays in it, dimmed, when it no longer
/// matches, so that editing a value does not remove its row.
struct Filter: Sendable {
  /// The words that a key must match.
  var query: Query = Query("")
  /// Whether only keys with a stored value are shown.
  var showsOnlySet: Bool = false
  /// Whether only keys with a bookmark are shown.
  var showsOnlyBookmarks: Bool = false
  /// Undeclared keys that were in the list when they were removed; they are listed again when they
  /// have a value again.
  var removedKeys: Set<Defaults.KeyName> = []

  /// Whether the filter can exclude keys.
  var isActive: Bool { showsOnlySet || showsOnlyBookmarks || !query.isEmpty }

  /// Returns whether a key matches another filter if and only if it matches this one.
  func hasConditions(of other: Filter) -> Bool {
    query.terms == other.query.terms && showsOnlySet == other.showsOnlySet
      && showsOnlyBookmarks == other.showsOnlyBookmarks
  }
}
