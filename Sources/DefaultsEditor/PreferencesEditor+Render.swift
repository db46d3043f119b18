import DefaultsCore
import EditorCore
import Glibc
package import Terminal

extension PreferencesEditor {
  /// Returns the screen after some key presses, without a terminal; throws as ``run()`` does.
  ///
  /// The key presses have their usual effects, so one that saves a value stores it. Whatever a key
  /// press starts is done before the next one. The colours of the terminal are not known, and no
  /// other program is started. The rows are without the blanks at their ends, each with a line
  /// break.
  package func render(_ size: Size, _ presses: [KeyPress]) throws(RunError) -> String {
    guard let first = firstSuite else { return "" }
    let screen = RecordingScreen(size: size, events: [])
    var left = presses[...]
    // The place where the user's next session begins must not change.
    var source = source
    source.keepsPlaces = false
    let session = try synchronousSession(source, first, on: screen) { _ in
      .failed("Without a terminal, no other program can edit a text.")
    }
    // Everything that the last key press has started is done first, also what another thread reports.
    screen.whenEmpty = { [unowned session] in
      guard session.state.mustStay else { return left.popFirst().map { .key($0) } }
      usleep(1000)
      return .wake
    }
    _ = session.run()
    try flush()
    return screen.frame.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
  }

  /// Creates a session that performs all work in the thread of the caller, without a terminal.
  func synchronousSession(
    _ source: EditorSession.Source,
    _ suite: Defaults.Suite,
    on screen: RecordingScreen,
    hasUnicode: Bool = true,
    editText: @escaping (ExternalText) -> ExternalText.Outcome
  ) throws(RunError) -> EditorSession {
    var source = source
    if options.usesSettings { source.settings = SettingsSuite.ofUser }
    try checkKeybindings()
    screen.textForm = options.ascii ?? !hasUnicode ? .ascii : .unicode
    let log = try openLog()
    log?.describe(screen)
    return EditorSession(
      screen: screen,
      source: source,
      suite: suite,
      overrides: options.overrides,
      now: Self.now,
      clock: .system,
      editText: editText,
      writeCopy: CopyFile.write,
      work: { $0() },
      lookUp: { $0() },
      log: log
    )
  }
}
