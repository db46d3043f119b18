import Defaults
import DefaultsSchema
import Terminal

// What the store can read and write, and what is said about it.
//
// A key press removes the notice, so a notice cannot tell what is still wrong. What is wrong with
// the store now is computed from its status: the status line says it whenever there is no notice,
// and it ends with the status. What happened once and must be read is a message, which is shown
// until the user closes it; it waits while a value is being edited.
extension EditorState {
  /// Takes over the present status of the store.
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

  /// Adds a message, unless the same one has been added before.
  mutating func add(_ message: Message) {
    guard !messages.contains(message) else { return }
    messages.append(message)
    unreadMessages.append(message)
  }

  /// Says that edits are on disk which were not before, unless there is other news.
  mutating func announceCommit(of keys: [Defaults.KeyName]) {
    guard notice == nil, !keys.isEmpty else { return }
    notice = Notice(
      kind: .done,
      text: keys.count == 1
        ? "\(title(of: keys[0])) is on disk now." : "\(keys.count) keys are on disk now."
    )
  }

  /// What is wrong with the store now, on one line; nil when nothing is.
  var problemText: String? {
    if let failure = document.status.commitFailure, !document.status.uncommittedKeys.isEmpty {
      return "Not on disk yet: \(failure.briefReason)."
    }
    return document.status.loadFailure.map { "Not readable: \($0.briefReason)." }
  }

  /// What the status line says: the last news, else what is wrong with the store.
  var currentNotice: Notice? {
    notice ?? problemText.map { Notice(kind: .failed, text: $0) }
  }

  private func title(of key: Defaults.KeyName) -> String {
    document.item(key)?.entry.title ?? key.string
  }

  // MARK: - Messages

  /// Shows the first unread message, once the list is shown.
  mutating func showNextMessage() {
    guard case .list = mode, let message = unreadMessages.first else { return }
    unreadMessages.removeFirst()
    mode = .message(OpenMessage(title: message.title, text: message.text))
  }

  /// Shows what is wrong with the store now, and all messages, the newest first.
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
