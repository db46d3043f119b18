public import DefaultsCore
public import DefaultsSchema
package import EditorCore
import Glibc
import Terminal
import TerminalCurses

/// The full-screen editor, in the terminal of the process.
///
/// This type connects the parts: it opens the terminal, creates an `EditorSession` with a work queue
/// and a clock, and after the session has ended it restores the terminal, waits for the last writes
/// and raises the signal that ended the session, in this order. So errors and the shell's prompt are
/// printed on the restored screen, and no write is lost.
///
/// ```swift
/// try PreferencesEditor("Notes") {
///   Section("General") {
///     Defaults.Toggle("Show hidden files", key: .showsHiddenFiles)
///     Defaults.TextField("Your name", key: .name)
///   }
/// }.run()
/// ```
public struct PreferencesEditor: Sendable {
  let source: EditorSession.Source
  private let suite: Defaults.Suite?
  let options: Options

  /// Creates an editor for the suites of one or more schemas; it opens on the first.
  ///
  /// - Parameters:
  ///   - schema: the schema of the suite to show first.
  ///   - others: the schemas of other suites that the user can choose.
  ///   - options: the options for the terminal.
  ///   - history: the options for recording changes, which allows undo; nil to record none.
  public init(
    _ schema: Schema,
    _ others: Schema...,
    options: Options = .init(),
    history: Defaults.HistoryOptions? = .init()
  ) {
    self.init(
      source: EditorSession.Source(registry: SchemaRegistry([schema] + others)),
      opening: schema.suite,
      options: options,
      history: history
    )
  }

  /// Creates an editor for the keys of one suite from its sections.
  ///
  /// ```swift
  /// try PreferencesEditor("Notes") {
  ///   Section("General") {
  ///     Defaults.Toggle("Show hidden files", key: .showsHiddenFiles)
  ///   }
  /// }.run()
  /// ```
  ///
  /// - Parameters:
  ///   - title: the name of the app, for the user.
  ///   - suite: the suite of the keys.
  ///   - options: the options for the terminal.
  ///   - history: the options for recording changes, which allows undo; nil to record none.
  ///   - sections: the sections in the order in which they are shown.
  public init(
    _ title: String,
    suite: Defaults.Suite = Defaults.defaultSuite,
    options: Options = .init(),
    history: Defaults.HistoryOptions? = .init(),
    @SchemaBuilder sections: () -> [Section]
  ) {
    self.init(
      Schema(suite: suite, title: title, sections: sections),
      options: options,
      history: history
    )
  }

  /// Creates an editor for the suites of a source.
  package init(
    source: EditorSession.Source,
    opening suite: Defaults.Suite?,
    options: Options = .init(),
    history: Defaults.HistoryOptions? = .init()
  ) {
    var source = source
    source.history = history ?? source.history
    self.source = source
    self.suite = suite
    self.options = options
  }

  /// Shows the editor and returns when the user has quit and every change is on disk.
  ///
  /// The closures of `onChange` have been called for every change of the user when it returns.
  ///
  /// After a signal that terminates the process, the terminal is restored, changes are written, and
  /// the signal is sent again with `raise`, so that it has its effect without the editor.
  ///
  /// - Throws: ``RunError`` when the terminal cannot show a full screen, when the key bindings or the
  ///   log of the options cannot be used, when the last changes could not be written, or when the
  ///   terminal is gone and SIGHUP is ignored.
  public func run() throws(RunError) { _ = try show() }

  /// Shows the editor as ``run()`` does; returns the suites with edits that are staged and not
  /// stored.
  package func show() throws(RunError) -> [String] {
    var source = source
    if options.usesSettings { source.settings = SettingsSuite.ofUser }
    guard let first = firstSuite else { return [] }
    try checkKeybindings()
    let log = try openLog()
    let screen: CursesScreen
    do throws(TerminalError) {
      screen = try CursesScreen(options: options.screenOptions)
    } catch {
      log?.write("error: \(error)")
      throw RunError(error)
    }
    log?.describe(screen)
    let delivery = ChangeDelivery(source.catalog.registry.schemas.flatMap(\.entries))
    let queue = SerialQueue("prefs.work")
    let paths = SerialQueue("prefs.paths")
    let timers = SerialQueue("prefs.timers")
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: first,
      overrides: options.overrides,
      now: Self.now,
      clock: .system,
      editText: ExternalEditor.inherited.edit,
      writeCopy: CopyFile.write,
      work: { queue.async($0) },
      finishWork: { queue.finish(within: 1) },
      lookUp: { paths.async($0) },
      later: { seconds, closure in timers.async(after: seconds, closure) },
      afterPause: { timers.async(after: 0.05, $0) },
      log: log
    )
    // If reading the suite takes longer than 0.1 seconds, this event makes the session present a frame
    // that says so.
    timers.async(after: 0.1, screen.waker)
    let reason = session.run()
    // No signal ends the process before everything is written. When a terminal is closed, SIGHUP comes
    // twice: from the kernel and from the shell.
    screen.close(holdsSignals: true)
    defer { screen.releaseSignals(discarding: reason != nil) }
    // Wait for writes that were requested but have not been performed yet.
    queue.async(session.keepingFailure.saveAgain)
    queue.finish()
    delivery.finish()
    try flush(log)
    switch reason {
    case .signal(let number): ForegroundProcess.raiseUnblocked(number)
    case .hangup:
      ForegroundProcess.raiseUnblocked(SIGHUP)
      // The signal is ignored here.
      throw .terminalGone
    case nil: break
    }
    if let reason = session.keepingFailure.reason { throw .notKept(reason: reason) }
    return session.state.suitesWithStagedEdits
  }

  /// The suite to show first; nil if there is none at all.
  var firstSuite: Defaults.Suite? {
    suite ?? source.catalog.suites.first.flatMap { source.suite($0.name) }
  }

  /// Writes all changes that are not on disk yet.
  func flush(_ log: SessionLog? = nil) throws(RunError) {
    do throws(Defaults.StoreError) {
      try Defaults.flush()
    } catch {
      log?.write("error: \(error)")
      throw .notWritten(error)
    }
    log?.write("end: every change is on disk")
  }

  /// Throws if the key presses of the options cannot be used.
  func checkKeybindings() throws(RunError) {
    do throws(KeybindingProblems) {
      _ = try Keybindings(replacing: options.bindings)
    } catch {
      throw .unusableBindings(reasons: error.description)
    }
  }

  /// Returns the present time as ISO 8601 text.
  static func now() -> String { text(ofTime: time(nil)) + "Z" }

  /// Returns a number of seconds since 1970 as ISO 8601 text without the zone, which is UTC.
  static func text(ofTime seconds: time_t) -> String {
    // `GregorianTime` counts seconds since 2001.
    GregorianTime(seconds: Int64(seconds) - 978_307_200).text(separator: "T")
  }
}
