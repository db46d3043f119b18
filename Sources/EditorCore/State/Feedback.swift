/// The texts for the user: the notice, the failures and the messages.
struct Feedback: Sendable {
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
  /// The key whose edit was closed just before with input that was not stored: the key press that undoes
  /// opens it again if it comes next; nil for none.
  var reopens: SuiteKey?
  /// Whether the screen that gets the input has not been shown yet: a question that no key press has
  /// opened, or the list after such a question.
  ///
  /// Until then, input is ignored: it was not meant as an answer, or it was meant as one.
  var isScreenUnseen: Bool = false
  /// Whether the notice about selecting text while the mouse is used was shown.
  var hasExplainedDrag: Bool = false
}
