public import Defaults
import DefaultsSchema
import DequeModule
public import Terminal

/// Runs the editor on a screen.
///
/// The loop of ``run()`` gets an event from the screen, passes it to `update`, performs the effects
/// that `update` returns, and shows the frame that `view` draws from the state. Only this type reads
/// suites, the clock and the screen, all of which its initializer gets, so tests run whole sessions
/// without a terminal.
///
/// The loop must handle a signal or a key press within milliseconds, however large the suite and
/// however slow the disk is. So whatever reads or writes a file is performed by `work`, on one queue
/// in order, and its result arrives through an inbox, which wakes the screen. This is so for the
/// first suite too: the session begins with an empty document, and nothing is shown until its values
/// are there or an event comes. A queue in order is needed because a document that is read after a
/// write must have the written value.
///
/// The observation of a suite begins before its values are read, so that no change is missed. A
/// change can therefore arrive before the document that may or may not have it; the state holds it
/// until then.
///
/// Work of the state that takes longer than one event may, such as a search, is done in slices while
/// no event has arrived (`EditorState.hasWork`).
public final class EditorSession {
  /// The state of the editor.
  public private(set) var state: EditorState

  private let screen: any Screen
  private var source: Source
  private let work: (@escaping @Sendable () -> Void) -> Void
  private let now: () -> String
  private let inbox: Inbox
  private var suite: Defaults.Suite
  private var observation: (any Defaults.Observation)?
  private var diagnostics: (any Defaults.Observation)?
  /// Input that waits for the outcome of a write or an undo, or for the values of a suite, in order.
  private var backlog: Deque<Event> = []

  /// Creates a session that opens on a suite.
  ///
  /// - Parameters:
  ///   - screen: shows the frames and returns the events.
  ///   - source: the suites and their schemas.
  ///   - suite: the suite to show first.
  ///   - bindings: the key presses of all actions.
  ///   - theme: the styles of the screen.
  ///   - now: returns the current time as ISO 8601 text, without a fraction of a second.
  ///   - work: performs closures one after another, in order; usually on a thread of its own, so that
  ///     a slow disk does not block the loop.
  public init(
    screen: any Screen,
    source: Source,
    suite: Defaults.Suite,
    bindings: Keybindings = .standard,
    theme: Theme = .auto,
    now: @escaping () -> String,
    work: @escaping (@escaping @Sendable () -> Void) -> Void
  ) {
    self.screen = screen
    self.source = source
    self.suite = suite
    self.work = work
    self.now = now
    inbox = Inbox(wake: screen.waker)
    state = EditorState(
      document: Self.openingDocument(of: suite, source.catalog),
      suites: source.catalog.suites,
      size: screen.size,
      bindings: bindings,
      theme: theme
    )
    loadSuite()
  }

  /// Shows the editor until the user quits or the program must end.
  ///
  /// - Returns: why the program must end; nil when the user quit.
  public func run() -> Termination? {
    defer { observation?.invalidate() }
    let inbox = inbox
    let watch = source.watch { inbox.post(.catalog($0)) }
    defer { withExtendedLifetime(watch) {} }
    // The values may have been read already. If not, a frame without them would only flicker.
    drainInbox()
    if !state.isWaiting { screen.present(view(state)) }
    while !state.isFinished {
      var next = screen.nextEvent(waiting: !state.hasWork)
      var needsFrame = false
      if next == nil {
        needsFrame = state.pass != nil
        dispatch(.proceed)
      }
      // One frame for all events that have arrived.
      while let event = next {
        // After a hang-up, the screen returns only this event.
        if case .terminate(let reason) = event {
          dispatch(.event(event))
          return reason
        }
        receive(event)
        needsFrame = needsFrame || event != .wake || isLoading
        next = screen.nextEvent(waiting: false)
      }
      // While an outcome is awaited, a change of a value is drawn together with the outcome.
      if needsFrame || !state.isWaiting && !state.hasWork { screen.present(view(state)) }
    }
    return nil
  }

  // MARK: - Events

  /// Whether the values of the suite are still being read.
  private var isLoading: Bool { state.document.isLoading }

  /// Handles an event, or keeps it until the values that it depends on are known.
  ///
  /// `EditorState.shouldDefer` decides which event waits for the outcome of a write or an undo, or for
  /// the values of a suite. The input after a waiting event waits too, because its meaning depends
  /// on that event. All other events are handled at once, so a slow disk does not block moving, help
  /// or other keys.
  private func receive(_ event: Event) {
    let showedMessage = state.showsMessage
    var isHandledNow = false
    switch event {
    case .wake:
      break
    case .key(.interrupt), .resize, .resume, .terminate:
      isHandledNow = true
    case .key, .paste, .mouse:
      // Before `drainInbox`, which drops input that came before a message.
      backlog.append(event)
    }
    drainInbox()
    drainBacklog()
    if event == .key(.interrupt), !showedMessage, state.showsMessage { return }
    if isHandledNow { dispatch(.event(event)) }
  }

  private func drainBacklog() {
    while let event = backlog.first, !state.shouldDefer(event), !state.isFinished {
      backlog.removeFirst()
      dispatch(.event(event))
      drainInbox()
    }
  }

  /// Handles the messages of other threads; changes that follow each other in one step.
  ///
  /// A message may lead to work whose result is there at once, so this ends when none is left.
  ///
  /// The store's status is read here and not sent with a message: messages of several threads can
  /// arrive in another order than the status changed. It is read before the messages are handled,
  /// so that the outcome of a write finds the status after that write.
  private func drainInbox() {
    let showedMessage = state.showsMessage
    while case let messages = inbox.removeAll(), !messages.isEmpty {
      updateStatus()
      var changes: [Action.Change] = []
      for message in messages {
        if case .action(.changed(let change)) = message {
          changes.append(change)
          continue
        }
        dispatch(changes)
        changes = []
        switch message {
        case .action(let action): dispatch(action)
        case .loaded(let loaded): show(loaded)
        case .catalog(let catalog): replaceCatalog(catalog)
        case .storeStatus: break
        }
      }
      dispatch(changes)
    }
    // Keys that were pressed before a message was shown must not close it.
    if !showedMessage, state.showsMessage { backlog.removeAll(where: \.isInput) }
  }

  private func updateStatus() {
    // A suite that is being opened has no status yet, and asking for it would wait for its values.
    guard !isLoading else { return }
    let status = StoreStatus(of: suite)
    if status != state.document.status { dispatch(.storeStatus(status)) }
  }

  private func dispatch(_ changes: [Action.Change]) {
    if !changes.isEmpty { dispatch(.changes(changes)) }
  }

  private func dispatch(_ action: Action) {
    for effect in update(&state, action) { perform(effect) }
  }

  // MARK: - Effects

  private func perform(_ effect: Effect) {
    switch effect {
    case .write(let request): write(request)
    case .restore(let request): restore(request)
    case .open(let name): open(name)
    case .saveParkedInput(let name, let inputs): saveParkedInput(inputs, ofSuite: name)
    case .reload: reload()
    case .readClock: dispatch(.clock(now()))
    case .suspend: screen.suspend()
    }
  }

  private func write(_ request: WriteRequest) {
    let suite = suite
    let inbox = inbox
    // A key without a schema has no type: its value may replace one of another type.
    let item = state.document.item(request.key)
    let entry =
      source.catalog.registry.schema(for: suite)?.entry(forKey: request.key.string)
      ?? (item?.isDeclared == true ? item?.entry : nil)
    work {
      inbox.post(.action(.written(request, Self.outcome(of: request, entry, suite))))
    }
  }

  private func restore(_ request: RestoreRequest) {
    let (suite, inbox) = (suite, inbox)
    work { inbox.post(.action(.restored(request, Self.outcome(of: request, suite)))) }
  }

  private func open(_ name: String) {
    guard let next = source.suite(name) else {
      return dispatch(.diagnosed("The suite \(name) cannot be opened."))
    }
    suite = next
    observation?.invalidate()
    diagnostics?.invalidate()
    dispatch(.opened(Self.openingDocument(of: suite, source.catalog)))
    loadSuite()
  }

  /// Keeps the input of closed edits on disk.
  private func saveParkedInput(
    _ inputs: [Defaults.KeyName: Defaults.StoredValue?],
    ofSuite name: String
  ) {
    // The input may be that of the suite before the one that is shown now.
    let suite = name == suite.name ? suite : source.suite(name)
    guard let suite, let file = ParkedInputFile(of: suite, historyOptions(of: suite)) else {
      return
    }
    let inbox = inbox
    work {
      do throws(Defaults.StoreError) {
        try file.save(inputs)
      } catch {
        inbox.post(
          .action(.diagnosed("The input could not be saved for the next session: \(error)"))
        )
      }
    }
  }

  private func reload() {
    screen.invalidate()
    let (suite, inbox) = (suite, inbox)
    work {
      suite.reload()
      inbox.post(.storeStatus)
    }
  }

  // MARK: - Suites

  /// Has the suite observed and its values read, which may take long.
  private func loadSuite() {
    let (suite, catalog, inbox) = (suite, source.catalog, inbox)
    let history = historyOptions(of: suite)
    work {
      if let history { suite.keepHistory(history) }
      let observation = suite.observeStoredValues { change in
        let change = Action.Change(
          suiteName: suite.name,
          key: change.key,
          layers: KeyLayers(of: change.key, in: suite),
          isElsewhere: change.origin == .elsewhere
        )
        inbox.post(.action(.changed(change)))
      }
      let diagnostics = suite.observeDiagnostics { inbox.post(Inbox.Message($0)) }
      let loaded = LoadedSuite(
        suite: suite,
        document: Self.document(of: suite, catalog),
        observation: observation,
        diagnostics: diagnostics
      )
      inbox.post(.loaded(loaded))
      inbox.post(.action(Self.parkedInput(of: suite, history)))
    }
  }

  private func show(_ loaded: LoadedSuite) {
    // Another suite was chosen meanwhile.
    guard loaded.suite == suite else { return }
    observation = loaded.observation
    diagnostics = loaded.diagnostics
    dispatch(.opened(loaded.document))
  }

  /// The history that the suite is to keep, without the values that its schema marks as secret; nil
  /// to leave the suite's history as it is.
  ///
  /// Without a history on disk, one in memory is kept for undo.
  private func historyOptions(of suite: Defaults.Suite) -> Defaults.HistoryOptions? {
    var history = source.history ?? Defaults.HistoryOptions()
    if source.history == nil {
      guard !suite.keepsHistory else { return nil }
      history.isOnDisk = false
    }
    return history.hidingSecrets(of: source.catalog.registry.schema(for: suite))
  }

  /// Replaces the catalog, and the document of the shown suite if its schema is another one now.
  private func replaceCatalog(_ catalog: SuiteCatalog) {
    let (old, new) = (source.catalog, catalog)
    source.catalog = catalog
    let isSame =
      old.registry.schema(for: suite) == new.registry.schema(for: suite)
      && old.remarks[suite.name] == new.remarks[suite.name]
    guard !isSame else { return dispatch(.described(nil, suites: catalog.suites)) }
    let (suite, inbox, history) = (suite, inbox, historyOptions(of: suite))
    work {
      if let history { suite.keepHistory(history) }
      let document = Self.document(of: suite, catalog)
      inbox.post(.action(.described(document, suites: catalog.suites)))
    }
  }
}
