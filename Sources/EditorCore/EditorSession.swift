public import DefaultsCore
public import DefaultsSchema
import DequeModule
public import Terminal

/// Runs the editor on a screen.
///
/// ``run()`` is the event loop. Each turn gets an event from the screen, passes it to `update`,
/// performs the effects that `update` returns, and presents the frame that `view` computes from the
/// state. Only this type reads suites, the clock and the screen, and its initializer is given all
/// three, so tests run whole sessions without a terminal.
///
/// **Threads.** The loop must handle a signal or a key press within milliseconds, however large the
/// suite is and however slow the disk. So everything that reads or writes a file runs in a closure
/// passed to `work`, which executes the closures one at a time, in order. A closure posts its result
/// to the ``Inbox``, which wakes the screen. The order matters: a document that is read after a write
/// must contain the written value. The first suite is loaded this way too: the session begins with an
/// empty document, and presents no frame until the values have been read or an event arrives.
///
/// **Changes.** The observation of a suite begins before its values are read, so no change is missed.
/// A change can therefore arrive before the document, which may or may not contain it already. The
/// state keeps such changes and applies them to the document when it arrives.
///
/// **Input.** Input that depends on the outcome of a write waits in `backlog`
/// (`EditorState.shouldDefer`). All other events are handled at once.
///
/// **Long work.** Work of the state that takes longer than one event may take, such as a search, is
/// divided into slices, which run while no event is pending (`EditorState.hasWork`).
public final class EditorSession {
  /// The state of the editor.
  public private(set) var state: EditorState

  let screen: any TerminalScreen
  var source: Source
  /// Executes closures that may block, one at a time and in order.
  let work: (@escaping @Sendable () -> Void) -> Void
  /// Waits a moment until the closures that were given to ``work`` have been executed.
  let finishWork: () -> Void
  /// Returns the current time as ISO 8601 text.
  let now: () -> String
  /// Lets another program edit a text and returns the outcome; the terminal is lent meanwhile.
  let editText: (ExternalText) -> ExternalText.Outcome
  /// Executes a closure that may block for minutes, not on the work queue.
  let lookUp: @Sendable (@escaping @Sendable () -> Void) -> Void
  /// Executes a closure after a number of seconds.
  let later: (Double, @escaping @Sendable () -> Void) -> Void
  /// Writes a text to a file that only the user can read, and returns its path.
  let writeCopy: @Sendable (String) throws(Reason) -> String
  /// The questions of controls about paths.
  let pathQuestions: FileQuestions
  /// The number of the last timer that hides a secret; only that one counts.
  var secretTimer: Int = 0
  /// The results that closures of `work` and observers post.
  let inbox: Inbox
  /// Whether what is kept for the next session could be saved the last time.
  package let keepingFailure: KeepingFailure = KeepingFailure()
  /// What the writes of this session have left in the stores; for closures of `work`.
  let writeResults: WriteResults = WriteResults()
  /// The log of what happens; nil for none.
  let log: SessionLog?
  /// The suite that is shown, or that is being loaded.
  var suite: Defaults.Suite
  /// The suites that were shown before or written to.
  var openedSuites: [ScopedSuite: Defaults.Suite] = [:]
  /// The observation of the suite's values; nil while they are being loaded for the first time.
  var observation: (any Defaults.Observation)?
  /// The observation of the suite's diagnostics; nil as for `observation`.
  var diagnostics: (any Defaults.Observation)?
  /// The conditions of the suite's schema; nil if it has none, or while the values are being loaded.
  var conditions: ConditionWatch?
  /// The settings that the command line or the app has chosen.
  var overrides: SettingsOverrides
  /// How far the session is with the settings of the editor.
  var progress: SettingsProgress = SettingsProgress()
  /// The suites whose numbers are wanted.
  var examinations: SuiteExaminations = SuiteExaminations()
  /// What was read of the histories, by the name of the suite.
  var knownHistories: [String: KnownHistory] = [:]
  /// The keys whose authors are wanted.
  var authorSearch: AuthorSearch = AuthorSearch()
  /// The keys whose locks were changed, by authors who are wanted.
  var lockAuthorSearch: AuthorSearch = AuthorSearch()
  /// The suites that were read for the last search, which are read again when their schema changes.
  var searchedSuites: Set<String> = []
  /// Input that waits for the outcome of a write or an undo, or for the values of a suite, oldest
  /// first.
  private var backlog: Deque<Event> = []

  /// Creates a session that opens on a suite.
  ///
  /// - Parameters:
  ///   - screen: shows the frames and returns the events.
  ///   - source: the suites and their schemas.
  ///   - suite: the suite to show first.
  ///   - overrides: the settings that the command line or the app has chosen; their key bindings must be
  ///     ones that can be used.
  ///   - now: returns the current time as ISO 8601 text, without a fraction of a second.
  ///   - clock: the clock in which the times of changes and messages are shown.
  ///   - editText: lets another program, which uses the terminal, edit a text.
  ///   - writeCopy: writes a text to a file that only the user can read, and returns its path; for
  ///   terminals without a clipboard.
  ///   - work: executes closures one at a time, in order; usually on another thread, so that a slow
  ///     disk does not block the loop.
  ///   - finishWork: waits until these closures have been executed, but not long, because it blocks the loop.
  ///   - lookUp: executes a closure that examines a path or searches a history; on a thread of its own,
  ///     because a directory on a network can block for minutes.
  ///   - later: executes a closure after a number of seconds, on any thread; without it, a secret that
  ///     is shown is hidden at once.
  ///   - afterPause: executes a closure 50 milliseconds later, on any thread: the shortest time between
  ///     two frames that only show changes of other programs.
  ///   - log: the log of what happens; nil for none.
  public init(
    screen: any TerminalScreen,
    source: Source,
    suite: Defaults.Suite,
    overrides: SettingsOverrides = SettingsOverrides(),
    now: @escaping () -> String,
    clock: LocalClock = .utc,
    editText: @escaping (ExternalText) -> ExternalText.Outcome = { _ in
      .failed("No other program can be started here.")
    },
    writeCopy: @escaping @Sendable (String) throws(Reason) -> String = {
      _ throws(Reason) in throw Reason("No file can be written here.")
    },
    work: @escaping (@escaping @Sendable () -> Void) -> Void,
    finishWork: @escaping () -> Void = {},
    lookUp: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    later: @escaping (Double, @escaping @Sendable () -> Void) -> Void = { $1() },
    afterPause: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() },
    log: SessionLog? = nil
  ) {
    let work = log?.timing(work) ?? work
    self.screen = screen
    self.source = source
    self.suite = suite
    self.log = log
    self.work = work
    self.finishWork = finishWork
    self.now = now
    self.editText = editText
    self.writeCopy = writeCopy
    inbox = Inbox(wake: screen.waker, afterPause: afterPause)
    self.lookUp = lookUp
    self.later = later
    self.overrides = overrides
    pathQuestions = FileQuestions(execute: lookUp)
    state = EditorState(
      document: Self.openingDocument(of: suite, source.catalog),
      suites: source.catalog.suites,
      size: screen.size,
      session: SessionFacts(
        settings: EditorSettings(overrides),
        settingsName: source.opensSettings ? source.settings?.suite.name : nil,
        colorCount: screen.colorCount,
        clock: clock,
        hasClipboard: screen.hasClipboard,
        owner: source.banner,
        keepsInput: source.history?.isOnDisk ?? false,
        isReadOnly: source.isReadOnly,
        canLock: source.changeLocks != nil,
        canActForOthers: source.accountSuites != nil,
        scopes: source.scopes,
        sharedFiles: source.sharedFiles
      )
    )
    progress.latest = state.session.settings
    addSettings()
    state.wantedKey = source.firstKey.map(state.suiteKey)
    if source.beginsWithSuites { state.chooseSuite() }
    state.feedback.notice = nil
    loadSettings()
    loadSuite()
    loadStagedEdits(of: source.catalog.suites)
  }

  /// Shows the editor until the user quits or the program must end.
  ///
  /// - Returns: why the program must end; nil when the user quit.
  public func run() -> Termination? {
    defer { observation?.invalidate() }
    let watch = watchCatalog()
    defer { withExtendedLifetime(watch) {} }
    // If the values have not been read yet, present nothing: an empty frame that is replaced within
    // milliseconds flickers.
    drainInbox()
    if !state.isWaiting { present() }
    while !state.isFinished {
      var next = screen.nextEvent(waiting: !state.hasWork)
      var needsFrame = false
      var wakeCount = 0
      if next == nil {
        needsFrame = state.isSearching
        dispatch(.proceed)
      }
      // Handle all pending events before the next frame, so that a paste or a held key does not
      // draw a frame for each event. Other threads can wake the session all the time, so the second
      // wake-up is the last event.
      while let event = next {
        // After a hang-up, `nextEvent` returns this event again and again, so return now.
        if case .terminate(let reason) = event {
          dispatch(.event(event))
          return reason
        }
        receive(event)
        needsFrame = needsFrame || event != .wake || isLoading
        if event == .wake { wakeCount += 1 }
        next = wakeCount < 2 ? screen.nextEvent(waiting: false) : nil
      }
      // A wake-up alone needs a frame only when nothing is outstanding. Otherwise the change of a
      // value would be drawn first, and the notice about the write one frame later.
      if needsFrame || state.feedback.isScreenUnseen || !state.isWaiting && !state.hasWork {
        present()
      }
    }
    return nil
  }

  /// Presents the frame of the state, and a failure of the log before.
  private func present() {
    if let failure = log?.takeFailure() { dispatch(.diagnosed(failure.text)) }
    if state.screen(EditScreen.self)?.edit.canFollow == true {
      dispatch(.presentsNewerValue)
    }
    presentFrame()
    if !state.feedback.unreadFailures.isEmpty || state.feedback.isScreenUnseen {
      dispatch(.presented)
    }
  }

  // MARK: - Events

  /// Whether the values of the suite have not been read yet.
  private var isLoading: Bool { state.document.isLoading }

  /// Handles an event, or appends it to the backlog until the values that it depends on have arrived.
  ///
  /// `EditorState.shouldDefer` decides which event waits. Input after a waiting event waits too,
  /// because the waiting event can change what that input means. If nothing waits, input is handled
  /// in this call, so a slow disk does not delay moving the cursor or opening the help. Ctrl-C,
  /// signals and changes of the size are never deferred.
  func receive(_ event: Event) {
    let showedMessage = state.showsMessage
    var isHandledNow = false
    switch event {
    case .wake:
      break
    case .key(.interrupt), .resize, .resume, .background, .terminate:
      isHandledNow = true
    case .key, .paste, .mouse, .rightClick, .drag:
      // Must precede `drainInbox`: if a message appears there, input from before it is discarded.
      backlog.append(event)
    }
    drainInbox()
    drainBacklog()
    if !backlog.isEmpty { log?.write("input that waits: \(backlog.count)") }
    // This Ctrl-C was pressed before the message appeared, so it must not close the message.
    if event == .key(.interrupt), !showedMessage, state.showsMessage { return }
    if isHandledNow { dispatch(.event(event)) }
  }

  /// Handles the input in the backlog, up to the first event that must wait.
  private func drainBacklog() {
    while let first = backlog.first, case let event = state.event(meantBy: first),
      !state.shouldDefer(event), !state.isFinished
    {
      backlog.removeFirst()
      dispatch(.event(event))
      drainInbox()
    }
  }

  /// Handles the messages of other threads; consecutive changes are passed to `update` in one call.
  ///
  /// Handling a message can start work that posts its result at once (tests execute `work`
  /// synchronously), so the loop runs until the inbox is empty. Code of the app can post news faster
  /// than they are handled, and handling them starts work that reports again. So the loop also ends when
  /// it has found news twice: what is posted later wakes the session again, after it has drawn a frame
  /// and handled input.
  ///
  /// The store's status is read here instead of being sent in a message, because messages of several
  /// threads can arrive in a different order than the status changed. It is read before the messages
  /// are handled, so that the status after a write is known when its outcome is handled.
  private func drainInbox() {
    let showedMessage = state.showsMessage
    var newsCount = 0
    while newsCount < 2, case let messages = inbox.removeAll(), !messages.isEmpty {
      if messages.contains(where: \.isNews) { newsCount += 1 }
      updateStatus()
      var changes: [Action.Change] = []
      for message in messages {
        switch message {
        case .change(let change):
          changes.append(change)
        case .report(_, let report):
          dispatch(changes)
          changes = []
          report(self)
        }
      }
      dispatch(changes)
    }
    // Keys that were pressed before a message appeared must not close it.
    if !showedMessage, state.showsMessage { backlog.removeAll(where: \.isInput) }
  }

  /// Passes the status of the store to the state if it has changed.
  private func updateStatus() {
    // `storeStatus` blocks until the suite has been loaded.
    guard !isLoading else { return }
    let status = StoreStatus(of: suite)
    if status != state.document.status { dispatch(.storeStatus(status)) }
  }

  /// Passes the last change of each key to the state, in their order.
  func dispatch(_ changes: [Action.Change]) {
    guard !changes.isEmpty else { return }
    dispatch(.changes(changes.lastOfEachKey))
    evaluateConditions()
  }

  /// Passes an action to the state and performs the effects.
  func dispatch(_ action: Action) {
    note(action)
    let effects = SafeText.$form.withValue(screen.textForm) { update(&state, action) }
    for effect in effects { logged(effect.name) { effect.perform(self) } }
  }

  /// Executes a closure on the work queue, and passes the action that it returns to the state.
  ///
  /// A write to another file than the user's is reported to the shown suite like a change of
  /// another program. The action must come after this report: a change without a pending write is
  /// taken for someone else's.
  ///
  /// With `holdsEnd`, a session that the user leaves ends only after the action.
  func report(
    writingTo scope: WriteScope = .user,
    holdsEnd: Bool = false,
    _ job: @escaping @Sendable () -> Action
  ) {
    let (inbox, suite) = (inbox, suite)
    if holdsEnd { state.requests.others += 1 }
    work {
      let action = job()
      let post = { @Sendable in
        inbox.post { session in
          if holdsEnd { session.state.requests.others -= 1 }
          session.dispatch(action)
        }
      }
      guard scope != .user else { return post() }
      suite.reload()
      suite.afterReports(post)
    }
  }
}
