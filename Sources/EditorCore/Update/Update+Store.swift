import DefaultsCore
import DefaultsSchema
import Terminal

extension Action {
  /// The status of the shown suite's store has changed.
  static func storeStatus(_ status: StoreStatus) -> Action {
    Action(logLines: { _ in status.logLines }) { $0.setStatus(status) }
  }

  /// Edits of these keys are on disk now, after an earlier commit of them failed.
  static func committed(_ keys: [Defaults.KeyName]) -> Action {
    Action("on disk now: \(keys.logText)") { $0.announceCommit(of: keys) }
  }

  /// A value of the shown suite that waited for the store was refused by it, with the reason as
  /// sentences.
  static func notStored(_ key: Defaults.KeyName, text: String) -> Action {
    Action("\(key) was not stored") { $0.keepRefused(key, reason: text) }
  }

  /// Something happened that the user must read: a title, and sentences.
  static func message(title: String, text: String) -> Action {
    Action("message: \(title): \(text)") { $0.add(Message(title: title, text: text)) }
  }

  /// Something failed: a sentence for the status line, and whether it can quote a value.
  static func diagnosed(_ text: String, quotesValue: Bool = false) -> Action {
    Action("error: \(quotesValue ? "a value is refused" : text)") { $0.fail(text) }
  }
}

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
    suite.document.status = status
    if status.lockOfAll != before.lockOfAll {
      suite.document.lockUnsetKeys(with: status.lockOfAll, insteadOf: before.lockOfAll)
    }
    if status.hasFailure(newerThan: before) { feedback.notice = nil }
    for failure in status.failures where !before.failures.contains(failure) {
      feedback.log.add(Message(title: "", text: failure.description))
    }
    if before.loadFailure != nil, status.loadFailure == nil {
      let text = "The file can be read again."
      feedback.log.add(Message(title: "", text: text))
      if feedback.notice == nil { note(text) }
    }
    if let text = status.setAside, text != before.setAside {
      add(Message(title: "Unreadable file kept", text: text))
    }
  }

  /// Adds an unread message, unless the same text was added before in this session.
  mutating func add(_ message: Message) {
    guard !feedback.log.contains(message) else { return }
    feedback.log.add(message)
    feedback.unreadMessages.append(message)
  }

  /// Sets a notice that delayed edits are on disk now, unless there is another notice.
  mutating func announceCommit(of keys: [Defaults.KeyName]) {
    for key in keys { unfinished.uncommitted[suiteKey(key)] = nil }
    unstageWritten()
    guard !keys.isEmpty else { return }
    let text =
      keys.count == 1
      ? "\(title(of: keys[0])) is on disk now." : "\(keys.count) keys are on disk now."
    feedback.log.add(Message(title: "", text: text))
    if feedback.notice == nil { note(text) }
  }

  /// Keeps the input of an edit that the store has refused after a failure.
  mutating func keepRefused(_ key: Defaults.KeyName, reason: String) {
    add(Message(title: "Not stored", text: reason))
    if let edit = unfinished.uncommitted.removeValue(forKey: suiteKey(key)) {
      keep(refused: edit, suiteKey(key))
    }
  }

  /// The present problem of the store, on one line; nil if there is none.
  var problemText: String? {
    if let failure = document.status.commitFailure, !document.status.uncommittedKeys.isEmpty {
      return "Not on disk yet: \(failure.briefReason)."
    }
    return document.status.loadFailure.map { "Not readable: \($0.briefReason)." }
  }

  /// The notice on the status line: a failure that has not been read, otherwise the notice that was
  /// set last, which has the line before a failure that is too long for it, otherwise the store's
  /// problem, otherwise how to unfold the selected group.
  var currentNotice: Notice? {
    if let failure = feedback.unreadFailures.first,
      failure.progress != .yielding || feedback.notice == nil
    {
      return Notice(kind: .failed, text: failure.text)
    }
    if let notice = feedback.notice { return notice }
    if let text = problemText { return Notice(kind: .failed, text: text) }
    guard case .section = suite.selection, isInList else { return nil }
    return unfoldText.map { Notice(kind: .done, text: $0) }
  }

  /// Ends the session, unless values could not be written: then the user chooses what becomes of them.
  mutating func endSession() {
    let count = document.status.uncommittedKeys.count
    guard let failure = document.status.commitFailure, count > 0 else {
      return endUnlessEditsAreLost()
    }
    let staging = MenuScreen.Choice(title: "quit, and keep them as staged edits") { state in
      state.stageUncommitted()
      state.endUnlessEditsAreLost()
    }
    let menu = MenuScreen(
      title: "\(count.counted("key")) not on disk yet: \(failure.briefReason)",
      [.init(title: "stay in the editor, which goes on trying") { _ in }]
        + (session.keepsInput ? [staging] : [])
        + [.init(title: "quit without them") { $0.endUnlessEditsAreLost() }]
    )
    show(menu)
  }

  /// Ends the session, or asks what becomes of staged edits that are not kept on disk.
  private mutating func endUnlessEditsAreLost() {
    let count = session.keepsInput ? staged.secretCount : staged.order.count
    guard count > 0 else {
      isFinished = true
      return
    }
    let secrets = count == 1 ? "has a secret, and" : "have secrets, and"
    let title: [String?] = [
      count.counted("staged edit"), session.keepsInput ? secrets : nil,
      count == 1 ? "is not kept for later" : "are not kept for later",
    ]
    let menu = MenuScreen(
      title: title.line(),
      [
        .init(title: "stay in the editor") { _ in },
        .init(title: "review what is staged") { $0.reviewStaged() },
        .init(title: "quit, and lose \(count == 1 ? "it" : "them")") { $0.isFinished = true },
      ]
    )
    show(menu)
  }

  /// Stages the values of the shown suite that could not be written, so that the next session has them.
  mutating func stageUncommitted() {
    let count = document.status.uncommittedKeys.count
    guard let failure = document.status.commitFailure, count > 0 else { return }
    let place = "\(count.counted("key")) of \(document.suiteName)"
    feedback.log.add(Message(title: "", text: "Staged: \(place). \(failure.description)"))
    let suite = ScopedSuite(name: document.suiteName)
    let targets = document.status.uncommittedKeys.map { StagedEdits.Target(suite: suite, key: $0) }
    let edits = targets.filter { staged[$0] == nil }.map { target in
      let item = document.item(target.key)
      let edit = StagedEdits.Edit(
        value: item?.stored,
        base: document.status.committedValues.map { $0[target.key] },
        isSecret: item?.entry.holdsSecret == true
      )
      return (target, Optional(edit))
    }
    stageUnwritten(Dictionary(edits) { $1 })
  }

  /// Stages values that could not be written; no undo takes them back, because they would be lost.
  mutating func stageUnwritten(_ edits: [StagedEdits.Target: StagedEdits.Edit?]) {
    unfinished.unwritten.formUnion(edits.keys)
    replaceStaged(edits)
  }

  /// Drops the staged copies of values that the shown suite has on disk now.
  mutating func unstageWritten() {
    let suite = ScopedSuite(name: document.suiteName)
    let written = unfinished.unwritten.filter { target in
      target.suite == suite && !document.status.uncommittedKeys.contains(target.key)
        && staged[target] == .some(document.item(target.key)?.stored)
    }
    unfinished.unwritten.subtract(written)
    unstage(written.map(\.key), in: suite)
  }

  // MARK: - Messages

  /// Shows the first unread message if the list has the input.
  mutating func showNextMessage() {
    guard isInList, let message = feedback.unreadMessages.first else { return }
    feedback.unreadMessages.removeFirst()
    show(MessageScreen(message))
  }

  /// Shows the present problems of the store and all messages of the session, newest first.
  mutating func showMessages() {
    var parts: [MessageScreen.Part] = []
    if let failure = document.status.commitFailure {
      let titles = document.status.uncommittedKeys.map(title).sorted().joined(separator: ", ")
      let text = "Not on disk yet: \(titles). \(failure.description)"
      parts.append(MessageScreen.Part(heading: "Now", text: text))
    }
    for failure in [document.status.loadFailure, document.writeObstacle].compactMap(\.self) {
      parts.append(MessageScreen.Part(heading: "Now", text: failure.description))
    }
    if let remark = document.remark {
      parts.append(MessageScreen.Part(heading: "Now", text: remark))
    }
    let invalid = document.order.filter(document.isInvalid)
    if !invalid.isEmpty {
      let titles = invalid.prefix(5).map(document.title).joined(separator: ", ")
      let more = invalid.count > 5 ? ", …" : ""
      let text = "Invalid: \(titles)\(more). The filter \(FilterProperty.invalid.word) shows them."
      parts.append(MessageScreen.Part(heading: "Now", text: text))
    }
    parts += feedback.log.entries.reversed().map {
      MessageScreen.Part(heading: $0.heading(session.clock), text: $0.message.text)
    }
    guard !parts.isEmpty else { return refuse("There is no message.") }
    feedback.unreadMessages = []
    feedback.unreadFailures = []
    show(MessageScreen(title: "Messages, the newest first", parts: parts))
  }

  // MARK: - Failures

  /// Shows a failure on the status line until it has been read, and adds it to the messages.
  mutating func fail(_ text: String) {
    feedback.log.add(Message(title: "", text: text))
    isLeaving = false
    if !feedback.unreadFailures.contains(where: { $0.text == text }) {
      let place = feedback.unreadFailures.firstIndex { $0.progress == .yielding }
      feedback.unreadFailures.insert(
        UnreadFailure(text: text),
        at: place ?? feedback.unreadFailures.endIndex
      )
    }
    // More than these are read in the list of messages.
    if feedback.unreadFailures.count > 9 { feedback.unreadFailures.removeFirst() }
  }

  /// Shows what was done in several suites, and why not in the others.
  mutating func report(_ done: String?, failures: [(suite: String, reason: String)]) {
    guard !failures.isEmpty else {
      feedback.notice = done.map { Notice(kind: .done, text: $0) }
      return
    }
    let texts = failures.map { suite, reason in
      let reason = ["Nothing was changed: ", "Nothing was changed. ", " Nothing was changed."]
        .reduce(reason) { $0.replacing($1, with: "") }
      return "\(suite): \(reason)"
    }
    let count = failures.count == 1 ? "" : "\(failures.count) suites: "
    feedback.notice = nil
    fail([done, "Failed in \(count)\(texts.joined(separator: " "))"].line())
  }

  /// Records that a question, and the first unread failure if nothing covers or cuts it, were presented.
  mutating func markPresented() {
    feedback.isScreenUnseen = false
    guard let failure = feedback.unreadFailures.first, currentNotice?.text == failure.text else {
      return
    }
    let layout = Layout(state: self)
    guard !isStatusCovered(layout), let status = StatusText(self, layout) else { return }
    if status.isComplete {
      feedback.unreadFailures[0].progress = .shown
    } else if failure.progress == .new {
      feedback.unreadFailures[0].progress = .begun
    }
  }

  /// Removes the first unread failure if all of it was presented; called for each key press.
  mutating func dismissShownFailure() {
    switch feedback.unreadFailures.first?.progress {
    case .shown: feedback.unreadFailures.removeFirst()
    case .begun:
      // Those that have not been presented come first.
      var failure = feedback.unreadFailures.removeFirst()
      failure.progress = .yielding
      feedback.unreadFailures.append(failure)
    case .new, .yielding, nil: break
    }
  }

  /// Returns whether the panel of the top screen covers the status line.
  private func isStatusCovered(_ layout: Layout) -> Bool {
    guard layout.hasFullScreenEditors, let form = screen.panel else { return false }
    return form != .box || layout.kind != .compact
  }
}
