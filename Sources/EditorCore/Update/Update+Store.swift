import Defaults
import DefaultsSchema
import Terminal

// The status of the store, and the messages.
//
// A problem of the store lasts until it is solved, but the next key press removes a notice. So the
// problem is not stored as a notice: `currentNotice` computes it from `document.status` whenever there
// is no notice, and it disappears with the status. An event that must be read, such as an unreadable
// file that was set aside, is a message: a box that stays until the user closes it. It is shown only
// over the list, so it waits while a value is being edited.
extension EditorState {
  /// Replaces the status of the store.
  ///
  /// A new failure removes the notice, so that the status line shows the failure.
  mutating func setStatus(_ status: StoreStatus) {
    let before = document.status
    document.status = status
    if status.hasFailure(newerThan: before) { notice = nil }
    if before.loadFailure != nil, status.loadFailure == nil, notice == nil {
      notice = Notice(kind: .done, text: "The file can be read again.")
    }
    if let text = status.setAside, text != before.setAside {
      add(Message(title: "Unreadable file kept", text: text))
    }
  }

  /// Adds an unread message, unless the same text was added before in this session.
  mutating func add(_ message: Message) {
    guard !messages.contains(message) else { return }
    messages.append(message)
    unreadMessages.append(message)
  }

  /// Sets a notice that delayed edits are on disk now, unless there is another notice.
  mutating func announceCommit(of keys: [Defaults.KeyName]) {
    guard notice == nil, !keys.isEmpty else { return }
    notice = Notice(
      kind: .done,
      text: keys.count == 1
        ? "\(title(of: keys[0])) is on disk now." : "\(keys.count) keys are on disk now."
    )
  }

  /// The present problem of the store, on one line; nil if there is none.
  var problemText: String? {
    if let failure = document.status.commitFailure, !document.status.uncommittedKeys.isEmpty {
      return "Not on disk yet: \(failure.briefReason)."
    }
    return document.status.loadFailure.map { "Not readable: \($0.briefReason)." }
  }

  /// The notice on the status line: the last one that was set, otherwise the store's problem.
  var currentNotice: Notice? {
    notice ?? problemText.map { Notice(kind: .failed, text: $0) }
  }

  private func title(of key: Defaults.KeyName) -> String {
    document.item(key)?.entry.title ?? key.string
  }

  // MARK: - Messages

  /// Shows the first unread message if the mode is the list.
  mutating func showNextMessage() {
    guard case .list = mode, let message = unreadMessages.first else { return }
    unreadMessages.removeFirst()
    mode = .message(OpenMessage(title: message.title, text: message.text))
  }

  /// Shows the present problems of the store and all messages of the session, newest first.
  mutating func showMessages() {
    var texts: [String] = []
    if let failure = document.status.commitFailure {
      let titles = document.status.uncommittedKeys.map(title).sorted().joined(separator: ", ")
      texts.append("Not on disk yet: \(titles). \(failure.description)")
    }
    if let failure = document.status.loadFailure { texts.append(failure.description) }
    texts += messages.reversed().map(\.text)
    guard !texts.isEmpty else { return refuse("There is no message.") }
    unreadMessages = []
    mode = .message(OpenMessage(title: "Messages", text: texts.joined(separator: "\n\n")))
  }

  /// Scrolls the message, or closes it.
  ///
  /// Other key presses are ignored, so that it is not closed by accident.
  mutating func perform(_ action: KeyAction?, in message: OpenMessage) -> [Effect] {
    guard let command = action.flatMap(MoveCommand.init) else {
      if action == keyMode.exitAction { mode = .list }
      return []
    }
    var message = message
    let view = MessageView(message: message, layout: Layout(state: self))
    let height = view.room.rows
    let bottom = max(0, view.lines.count - height)
    let top = message.top + command.distance(page: height, count: bottom)
    message.top = max(0, min(top, bottom))
    mode = .message(message)
    return []
  }
}
