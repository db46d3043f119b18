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
  ///   - now: returns the current time as ISO 8601 text, without a fraction of a second.
  ///   - work: performs closures one after another, in order; usually on a thread of its own, so that
  ///     a slow disk does not block the loop.
  public init(
    screen: any Screen,
    source: Source,
    suite: Defaults.Suite,
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
      size: screen.size
    )
    read()
  }

  /// Shows the editor until the user quits or the program must end.
  ///
  /// - Returns: why the program must end; nil when the user quit.
  public func run() -> Termination? {
    defer { observation?.invalidate() }
    let inbox = inbox
    let watch = source.watch { inbox.put(.catalog($0)) }
    defer { withExtendedLifetime(watch) {} }
    // The values may have been read already. If not, a frame without them would only flicker.
    receive()
    if !state.isWaiting { screen.present(view(state)) }
    while !state.isFinished {
      var next = screen.nextEvent(waiting: !state.hasWork)
      var isFrameDue = false
      if next == nil {
        isFrameDue = state.pass != nil
        dispatch(.proceed)
      }
      // One frame for all events that have arrived.
      while let event = next {
        // After a hang-up, the screen returns only this event.
        if case .terminate(let reason) = event { return reason }
        take(event)
        isFrameDue = isFrameDue || event != .wake || isOpening
        next = screen.nextEvent(waiting: false)
      }
      // While an outcome is awaited, a change of a value is drawn together with the outcome.
      if isFrameDue || !state.isWaiting && !state.hasWork { screen.present(view(state)) }
    }
    return nil
  }

  // MARK: - Events

  /// Whether the values of the suite are still being read.
  private var isOpening: Bool { state.document.isOpening }

  /// Handles an event, or keeps it until the values that it depends on are known.
  ///
  /// `EditorState.mustWait` decides which event waits for the outcome of a write or an undo, or for
  /// the values of a suite. The input after a waiting event waits too, because its meaning depends
  /// on that event. All other events are handled at once, so a slow disk does not block moving, help
  /// or other keys.
  private func take(_ event: Event) {
    let wasReading = state.isReading
    var isHandledNow = false
    switch event {
    case .wake:
      break
    case .resume where isOpening:
      // It has the values read again, which must not wait for those that are being read now.
      backlog.append(event)
    case .key(.control("c")), .resize, .resume, .terminate:
      isHandledNow = true
    case .key, .paste, .mouse:
      // Before `receive`, which drops input that came before a message.
      backlog.append(event)
    }
    receive()
    handleBacklog()
    if event == .key(.control("c")), !wasReading, state.isReading { return }
    if isHandledNow { dispatch(.event(event)) }
  }

  private func handleBacklog() {
    while let event = backlog.first, !state.mustWait(event), !state.isFinished {
      backlog.removeFirst()
      dispatch(.event(event))
      receive()
    }
  }

  /// Handles the messages of other threads; changes that follow each other in one step.
  ///
  /// A message may lead to work whose result is there at once, so this ends when none is left.
  ///
  /// The store's status is read here and not sent with a message: messages of several threads can
  /// arrive in another order than the status changed. It is read before the messages are handled,
  /// so that the outcome of a write finds the status after that write.
  private func receive() {
    let wasReading = state.isReading
    while case let messages = inbox.take(), !messages.isEmpty {
      readStatus()
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
        case .opened(let opening): show(opening)
        case .catalog(let catalog): replaceCatalog(catalog)
        case .storeStatus: break
        }
      }
      dispatch(changes)
    }
    // Keys that were pressed before a message was shown must not close it.
    if !wasReading, state.isReading { backlog.removeAll(where: \.isInput) }
  }

  private func readStatus() {
    // A suite that is being opened has no status yet, and asking for it would wait for its values.
    guard !isOpening else { return }
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
      inbox.put(.action(.written(request, Self.outcome(of: request, entry, suite))))
    }
  }

  private static func outcome(
    of request: WriteRequest,
    _ entry: Entry?,
    _ suite: Defaults.Suite
  ) -> WriteOutcome {
    let changes: [Defaults.StoredChange]
    do throws(Defaults.WriteError) {
      if let entry {
        changes = try entry.write(request.value, to: suite, options: request.options)
      } else {
        changes = try suite.write([request.key: request.value], options: request.options)
      }
    } catch {
      return .rejected(error.reason)
    }
    var failure: Defaults.StoreError?
    do throws(Defaults.StoreError) {
      try suite.flush()
    } catch {
      failure = error
    }
    // An error of the flush can be that of another key's edit, and a retry may have succeeded since.
    if suite.storeStatus.uncommittedKeys.contains(request.key) { return .pending }
    guard let change = changes.last else { return .unchanged }
    if let failure, suite.storedValue(forKey: request.key.string) != change.new {
      return .rejected(failure.briefReason)
    }
    return .saved(old: change.old, new: change.new)
  }

  private func restore(_ request: RestoreRequest) {
    let (suite, inbox) = (suite, inbox)
    work { inbox.put(.action(.restored(request, Self.outcome(of: request, suite)))) }
  }

  private static func outcome(of request: RestoreRequest, _ suite: Defaults.Suite) -> RestoreOutcome
  {
    do {
      let entry =
        switch request.direction {
        case .undo: try suite.undo(.thisProcess, force: request.force)
        case .redo: try suite.redo(.thisProcess, force: request.force)
        }
      return .restored(entry, canUndo: try suite.undoAvailability(.thisProcess).canUndo)
    } catch let error as Defaults.UndoError {
      switch error {
      case .changedSince(let key, let value): return .changedSince(key, restoring: value)
      case .nothingToUndo, .nothingToRedo: return .nothing
      case .valuesOmitted: return .refused("\(error)")
      }
    } catch let error as Defaults.WriteError {
      return .refused("\(error)")
    } catch {
      return .failed("\(error)")
    }
  }

  private func open(_ name: String) {
    guard let next = source.suite(name) else {
      return dispatch(.diagnosed("The suite \(name) cannot be opened."))
    }
    suite = next
    observation?.invalidate()
    diagnostics?.invalidate()
    dispatch(.opened(Self.openingDocument(of: suite, source.catalog)))
    read()
  }

  private func reload() {
    screen.invalidate()
    suite.reload()
    receive()
    readStatus()
  }

  // MARK: - Suites

  /// Has the suite observed and its values read, which may take long.
  private func read() {
    let (suite, catalog, inbox) = (suite, source.catalog, inbox)
    let history = historyOptions
    work {
      if let history { suite.keepHistory(history) }
      let observation = suite.observeStoredValues { change in
        let change = Action.Change(
          suiteName: suite.name,
          key: change.key,
          layers: KeyLayers(of: change.key, in: suite),
          isElsewhere: change.origin == .elsewhere
        )
        inbox.put(.action(.changed(change)))
      }
      let diagnostics = suite.observeDiagnostics { inbox.put(Self.message(about: $0)) }
      let document = Self.document(of: suite, catalog)
      inbox.put(
        .opened(
          Opening(
            suite: suite,
            document: document,
            observation: observation,
            diagnostics: diagnostics
          )
        )
      )
    }
  }

  /// Returns what the session needs to know of a diagnostic.
  private static func message(about diagnostic: Defaults.Diagnostic) -> Inbox.Message {
    switch diagnostic.kind {
    case .loadFailed, .loaded, .commitFailed, .contentSetAside:
      .storeStatus
    case .committed(let keys):
      .action(.committed(keys))
    case .rejectedByStore:
      .action(.message(title: "Not stored", text: "\(diagnostic)"))
    case .historyFailed, .historySetAside, .historyRenumbered:
      .action(.message(title: "No history", text: "\(diagnostic)"))
    case .unreadableValue, .refusedWrite, .refusedDefault, .redeclaredKey, .notMoved,
      .disconnected, .connected, .ignoredSetting, .layerIgnored, .unusableLocks,
      .indistinguishableNames:
      .action(.diagnosed("\(diagnostic)"))
    }
  }

  private func show(_ opening: Opening) {
    // Another suite was chosen meanwhile.
    guard opening.suite == suite else { return }
    observation = opening.observation
    diagnostics = opening.diagnostics
    dispatch(.opened(opening.document))
  }

  /// The history that the suite is to keep, without the values that its schema marks as secret; nil
  /// to leave the suite's history as it is.
  ///
  /// Without a history on disk, one in memory is kept for undo.
  private var historyOptions: Defaults.HistoryOptions? {
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
    let (suite, inbox, history) = (suite, inbox, historyOptions)
    work {
      if let history { suite.keepHistory(history) }
      let document = Self.document(of: suite, catalog)
      inbox.put(.action(.described(document, suites: catalog.suites)))
    }
  }

  private static func openingDocument(
    of suite: Defaults.Suite,
    _ catalog: SuiteCatalog
  ) -> Document {
    Document.opening(
      suiteName: suite.name,
      title: catalog.registry.schema(for: suite)?.title ?? suite.name
    )
  }

  private static func document(
    of suite: Defaults.Suite,
    _ catalog: SuiteCatalog
  ) -> Document {
    let contents = SuiteContents(of: suite)
    var document =
      catalog.registry.schema(for: suite).map { Document(schema: $0, contents) }
      ?? Document(suiteName: suite.name, contents)
    document.status = StoreStatus(of: suite)
    document.remark = catalog.remarks[suite.name]
    document.isPolling = suite.isPolling
    return document
  }
}
