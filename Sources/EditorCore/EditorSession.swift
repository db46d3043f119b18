public import Defaults
public import DefaultsSchema
import DequeModule
import Synchronization
public import Terminal

/// Runs the editor on a screen.
///
/// The loop of ``run()`` gets an event from the screen, passes it to `update`, performs the effects
/// that `update` returns, and shows the frame that `view` draws from the state. Writes run on
/// another thread; their outcomes and the changes of stored values arrive through an inbox, which
/// wakes the screen. Only this type reads suites, the clock and the screen, all of which its
/// initializer gets, so tests run whole sessions without a terminal.
public final class EditorSession {
  /// The suites that can be shown, and their schemas.
  public struct Source {
    /// Which suites there are, and what their keys mean.
    public var catalog: SuiteCatalog
    /// Returns the suite of a name, or nil when there is none.
    public var suite: (String) -> Defaults.Suite?
    /// How the history is kept; nil to keep it only in memory, until the program ends.
    public var history: Defaults.HistoryOptions?
    /// Calls a closure, on any thread, each time the catalog changes, until the returned object is
    /// released.
    public var watch: (@escaping @Sendable (SuiteCatalog) -> Void) -> AnyObject? = { _ in nil }

    /// Creates a source.
    public init(catalog: SuiteCatalog, suite: @escaping (String) -> Defaults.Suite?) {
      self.catalog = catalog
      self.suite = suite
    }

    /// Creates the source of the suites that schemas describe, and of no others.
    public init(registry: SchemaRegistry) {
      let suites = registry.schemas.map { SuiteSummary(name: $0.suite.name, title: $0.title) }
      self.init(catalog: SuiteCatalog(suites: suites, registry: registry)) { name in
        registry.schema(named: name)?.suite
      }
    }
  }

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
  /// Input that waits for the outcome of a write or an undo, in order.
  private var backlog: Deque<Event> = []

  /// Creates a session that opens on a suite.
  ///
  /// - Parameters:
  ///   - screen: where frames go and events come from.
  ///   - source: the suites and what their keys mean.
  ///   - suite: the suite to show first.
  ///   - now: returns the current time as ISO 8601 text, without a fraction of a second.
  ///   - work: performs a closure soon, closures one after another in order; usually on a thread
  ///     of its own, so that a slow disk does not keep the screen waiting.
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
      document: Self.document(of: suite, source.catalog),
      suites: source.catalog.suites,
      size: screen.size
    )
    observe()
  }

  /// Shows the editor until the user quits or the program must end.
  ///
  /// - Returns: why the program must end; nil when the user quit.
  public func run() -> Termination? {
    defer { observation?.invalidate() }
    let inbox = inbox
    let watch = source.watch { inbox.put(.catalog($0)) }
    defer { withExtendedLifetime(watch) {} }
    screen.present(view(state))
    while !state.isFinished {
      var next = screen.nextEvent(waiting: true)
      var isFrameDue = false
      // One frame for all that has arrived.
      while let event = next {
        // After a hang-up, the screen returns only this event.
        if case .terminate(let reason) = event { return reason }
        take(event)
        isFrameDue = isFrameDue || event != .wake
        next = screen.nextEvent(waiting: false)
      }
      // While an outcome is awaited, a change of a value is drawn together with the outcome.
      if isFrameDue || !state.isWaiting { screen.present(view(state)) }
    }
    return nil
  }

  // MARK: - Events

  /// Handles an event, or keeps it until the values that it depends on are known.
  ///
  /// `EditorState.mustWait` decides which event waits for the outcome of a write or an undo. The
  /// input after a waiting event waits too, because its meaning depends on that event. All other
  /// events are handled at once, so a slow disk does not block moving, help or other keys.
  private func take(_ event: Event) {
    receive()
    handleBacklog()
    switch event {
    case .wake:
      break
    case .key(.control("c")), .resize, .resume, .terminate:
      dispatch(.event(event))
    case .key, .paste, .mouse:
      backlog.append(event)
      handleBacklog()
    }
  }

  private func handleBacklog() {
    while let event = backlog.first, !state.mustWait(event), !state.isFinished {
      backlog.removeFirst()
      dispatch(.event(event))
      receive()
    }
  }

  /// Handles the messages of other threads.
  private func receive() {
    for message in inbox.take() {
      switch message {
      case .action(let action): dispatch(action)
      case .catalog(let catalog): replaceCatalog(catalog)
      }
    }
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
    do throws(Defaults.WriteError) {
      if let entry {
        try entry.write(request.value, to: suite, options: request.options)
      } else {
        try suite.write([request.key: request.value], options: request.options)
      }
    } catch {
      return .rejected(error.reason)
    }
    do throws(Defaults.StoreError) {
      try suite.flush()
      return .saved
    } catch {
      return .failed("\(error)")
    }
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
    observe()
    dispatch(.opened(Self.document(of: suite, source.catalog)))
  }

  private func reload() {
    screen.invalidate()
    suite.reload()
    receive()
    dispatch(.reloaded(problem: suite.loadError.map { "\($0)" }))
  }

  // MARK: - Suites

  private func observe() {
    observation?.invalidate()
    diagnostics?.invalidate()
    keepHistory()
    let inbox = inbox
    let (name, observed) = (suite.name, suite)
    observation = suite.observeStoredValues { change in
      let change = Action.Change(
        suiteName: name,
        key: change.key,
        layers: KeyLayers(of: change.key, in: observed),
        isElsewhere: change.origin == .elsewhere
      )
      inbox.put(.action(.changed(change)))
    }
    diagnostics = suite.observeDiagnostics { diagnostic in
      inbox.put(.action(.diagnosed("\(diagnostic)")))
    }
  }

  /// Keeps the history of the suite, without the values that its schema marks as secret.
  ///
  /// Without a history on disk, one in memory is kept for undo.
  private func keepHistory() {
    var history = source.history ?? Defaults.HistoryOptions()
    if source.history == nil {
      guard !suite.keepsHistory else { return }
      history.isOnDisk = false
    }
    suite.keepHistory(history.hidingSecrets(of: source.catalog.registry.schema(for: suite)))
  }

  /// Replaces the catalog, and the shown document if its schema is another one now.
  private func replaceCatalog(_ catalog: SuiteCatalog) {
    let (old, new) = (source.catalog, catalog)
    source.catalog = catalog
    let isSame =
      old.registry.schema(for: suite) == new.registry.schema(for: suite)
      && old.remarks[suite.name] == new.remarks[suite.name]
    if !isSame { keepHistory() }
    dispatch(
      .described(isSame ? nil : Self.document(of: suite, catalog), suites: catalog.suites)
    )
  }

  private static func document(
    of suite: Defaults.Suite,
    _ catalog: SuiteCatalog
  ) -> Document {
    let layers = KeyLayers.all(in: suite)
    var document =
      catalog.registry.schema(for: suite).map { Document(schema: $0, layers: layers) }
      ?? Document(suiteName: suite.name, layers: layers)
    document.problem = suite.loadError.map { "\($0)" }
    document.remark = catalog.remarks[suite.name]
    document.isPolling = suite.isPolling
    return document
  }
}

/// Messages from other threads that wait for the session.
private final class Inbox: Sendable {
  /// What is new.
  enum Message: Sendable {
    /// An action for the state.
    case action(Action)
    /// The suites or their schemas have changed.
    case catalog(SuiteCatalog)
  }

  private let messages = Mutex<[Message]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) {
    self.wake = wake
  }

  func put(_ message: Message) {
    messages.withLock { $0.append(message) }
    wake()
  }

  func take() -> [Message] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}

extension WriteRequest {
  /// Why the value is written.
  fileprivate var options: Defaults.WriteOptions {
    switch purpose {
    case .edit(let extendsLast): Defaults.WriteOptions(cause: .edit, extendsLastEntry: extendsLast)
    case .reset: Defaults.WriteOptions(cause: .reset)
    }
  }
}
