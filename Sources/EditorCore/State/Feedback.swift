/// What the user is told.
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
  /// Whether a question has opened by itself, and has not been on the screen yet.
  ///
  /// Input from before was meant for something else, so it is not an answer.
  var isQuestionUnseen: Bool = false
  /// Whether the user was told how text is selected while the mouse is used.
  var hasExplainedDrag: Bool = false
}
