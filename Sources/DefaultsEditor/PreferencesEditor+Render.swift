import Defaults
import EditorCore
package import Terminal

extension PreferencesEditor {
  /// Returns the screen after some key presses, without a terminal.
  ///
  /// The key presses have their usual effects, so one that saves a value stores it. Whatever a key press
  /// starts is done before the next one. The colours of the terminal are not known, and no other
  /// program is started.
  ///
  /// - Parameters:
  ///   - size: the size of the screen.
  ///   - presses: the key presses.
  /// - Returns: the rows of the screen without the blanks at their ends, each with a line break.
  /// - Throws: ``RunError`` as ``run()``.
  package func render(_ size: Size, _ presses: [KeyPress]) throws(RunError) -> String {
    guard let first = firstSuite else { return "" }
    let screen = RecordingScreen(size: size, events: [])
    var left = presses[...]
    // The next session of a user begins where the last one ended, and not at a screen for a document.
    var source = source
    source.keepsPlaces = false
    if options.usesSettings { source.settings = SettingsSuite.ofUser }
    try checkKeybindings()
    let log = try openLog()
    screen.textForm = options.ascii == true ? .ascii : .unicode
    // Called when everything that the last key press has started is done.
    screen.whenEmpty = { left.popFirst().map { .key($0) } }
    log?.describe(screen)
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: first,
      overrides: options.overrides,
      now: Self.now,
      editText: { _ in .failed("Without a terminal, no other program can edit a text.") },
      writeCopy: CopyFile.write,
      work: { $0() },
      lookUp: { $0() },
      log: log
    )
    _ = session.run()
    do throws(Defaults.StoreError) {
      try Defaults.flush()
    } catch {
      throw .notWritten(error)
    }
    return screen.frame.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in String(line.reversed().drop { $0 == " " }.reversed()) }
      .joined(separator: "\n")
  }
}
