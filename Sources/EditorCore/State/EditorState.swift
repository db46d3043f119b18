import DefaultsCore
public import Terminal

/// The state of the editor between two events, which `update` changes and `view` draws.
///
/// **Values.** `document` holds the values of the shown suite. They change only with `Action.changes`,
/// that is, after the suite has reported the change. Values that were requested but not reported yet are
/// in `requests`.
///
/// **Screens.** The top screen gets the input (``EditorState/screens``). What exists only in one screen,
/// such as the open edit, is in the value of that screen, so it cannot outlive the screen by mistake.
public struct EditorState: Sendable {
  /// The suite that is shown.
  var suite: SuiteView
  /// The suites to choose from.
  var catalog: SuiteList
  /// The facts that are the same for all suites and screens.
  var session: SessionFacts
  /// The notice, the failures and the messages for the user.
  var feedback: Feedback = Feedback()
  /// The input of closed edits that is not on the disk.
  var unfinished: UnfinishedInput = UnfinishedInput()
  /// The requests that have no outcome yet.
  var requests: PendingRequests = PendingRequests()
  /// The screen's size in cells.
  public internal(set) var size: Size
  /// The suites that were shown before, the last one last.
  var earlierSuites: [String] = []
  /// Whether the session must end.
  public internal(set) var isFinished: Bool = false
  /// Whether the session must end when all requests have their outcome.
  var isLeaving: Bool = false
  /// The key to select when the values of its suite have arrived; nil for none.
  var wantedKey: SuiteKey?
  /// The hint that was clicked last; nil for none.
  var clickedHint: Hint?
  /// The list of keys, which is below every other screen.
  var list: ListScreen = ListScreen()
  /// The screens over the list, the top one last.
  var screens: [any Screen] = []
  /// The suites of this session's changes, in their order, for undo and redo.
  var changeOrder: ChangeOrder = ChangeOrder()
  /// Whether edits are collected instead of being saved at once.
  var isStaging: Bool = false
  /// The collected edits of all suites.
  var staged: StagedEdits = StagedEdits()
  /// The question of the open control that was asked last; nil if it has none.
  var askedQuestion: ControlQuestion?
  /// The layout after the last action, for a status of one row, which would be computed some twenty
  /// times for each key press otherwise.
  var lastLayout: Layout
  /// Whether the details are shown where the screen has room for them.
  var showsDetails: Bool = true

  /// The values of the shown suite.
  public var document: Document { suite.document }

  /// The key presses of all actions.
  var bindings: Keybindings { session.settings.bindings }

  /// The styles of the screen.
  public var theme: Theme {
    session.background.map(session.settings.theme.adapted) ?? session.settings.theme
  }

  /// Whether a value that is a colour is shown as a patch of that colour.
  var showsSwatches: Bool { session.colorCount >= 256 && theme.usesColor }

  /// Whether the outcome of a request, or the values of the suite, have not arrived yet.
  var isWaiting: Bool {
    !requests.writes.isEmpty || requests.undosAndPlans > 0 || document.isLoading
  }

  /// Whether the session must not end yet, because the outcome of a request has to be shown.
  package var mustStay: Bool { isWaiting || requests.others > 0 }

  /// Whether a message is shown.
  var showsMessage: Bool { screen(MessageScreen.self) != nil }

  /// Creates the state in which the editor opens on a document, without facts of a session.
  public init(document: Document, size: Size) {
    self.init(document: document, suites: [], size: size, session: SessionFacts())
  }

  /// Creates the state in which the editor opens.
  init(document: Document, suites: [SuiteSummary], size: Size, session: SessionFacts) {
    self.session = session
    showsDetails = session.settings.panes.contains(.details)
    suite = SuiteView(document)
    catalog = SuiteList(suites: suites)
    self.size = size
    lastLayout = Layout(.init(size: size, showsDetails: showsDetails, showsSuites: false))
    sort()
    showRemark()
    ensureSelection()
  }
}
