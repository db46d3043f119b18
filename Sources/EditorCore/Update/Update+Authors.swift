import Defaults

// Who made the changes that were reported from elsewhere.
extension EditorState {
  /// Returns the request for the authors of changes.
  ///
  /// A storm of changes is usually made by one program, so the authors of a few keys are enough.
  func askAuthors(of keys: [Defaults.KeyName]) -> [Effect] {
    keys.isEmpty
      ? [] : [.findAuthors(suiteName: document.suiteName, keys: Array(keys.suffix(50)))]
  }

  /// Adds authors, and completes the notice about their changes if it is still shown.
  mutating func addAuthors(_ found: [Defaults.KeyName: ChangeAuthor], ofSuite name: String) {
    guard name == document.suiteName else { return }
    suite.authors.merge(found) { $1 }
    guard let announcement = suite.announcement, feedback.notice?.text == announcement.text else {
      return
    }
    let names = Set(announcement.keys.compactMap { suite.authors[$0]?.name })
    guard names.count == 1, let author = names.first else { return }
    let text = "\(announcement.start) by \(author)"
    feedback.notice = Notice(kind: .done, text: text)
    suite.announcement?.text = text
  }
}
