import EditorCore
import Terminal
import TerminalCurses

extension PreferencesEditor {
  /// Shows the editor on plain lines, for screen readers, simple terminals, logs and scripts.
  ///
  /// The output is lines of words on standard output, and each line of standard input is a command or an
  /// answer: the number of a key asks for its value, `/words` searches, and the key presses of the editor
  /// can be typed by their names. No terminal is needed. The method returns when the user quits, or at the
  /// end of the input; every change is on disk then, and the closures of `onChange` have been called.
  ///
  /// Signals have their usual effects. A value is stored when it is answered, so Ctrl-C loses none.
  ///
  /// - Returns: the number of lines that could not be used, for the exit status of a script.
  /// - Throws: ``RunError/unusableBindings(reasons:)``, ``RunError/unusableLog(reason:)`` or
  ///   ``RunError/notWritten(_:)``.
  @discardableResult
  public func runOnPlainLines() throws(RunError) -> Int {
    guard let first = firstSuite else { return 0 }
    // Boxes are as large as their texts, so that nothing has to be scrolled.
    let screen = RecordingScreen(size: Size(columns: 100, rows: 200), events: [])
    screen.hasClipboard = false
    let delivery = ChangeDelivery(source.catalog.registry.schemas.flatMap(\.entries))
    let session = try synchronousSession(
      source,
      first,
      on: screen,
      hasUnicode: LocaleEncoding.choose(),
      editText: ExternalEditor.inherited.edit
    )
    let count = session.run(on: StandardConsole())
    delivery.finish()
    try flush()
    session.keepingFailure.saveAgain()
    if let reason = session.keepingFailure.reason { throw .notKept(reason: reason) }
    return count
  }
}
