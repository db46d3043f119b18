import DefaultsSchema
import Terminal

// What happens when a schema comes, changes or goes while its suite is shown.
extension EditorState {
  /// Takes over which suites there are, and what the keys of the one that is shown mean now.
  mutating func learn(_ document: Document?, _ suites: [SuiteSummary]) {
    if case .suites(let index) = mode {
      // The highlight stays on its suite, or on the one that is shown.
      let name = self.suites.indices.contains(index) ? self.suites[index].name : ""
      let place =
        suites.firstIndex { $0.name == name }
        ?? suites.firstIndex { $0.name == self.document.suiteName }
      mode = place.map(Mode.suites) ?? .list
    }
    self.suites = suites
    if let document { nextDocument = document }
  }

  /// Shows the suite as its newest schema describes it, unless a value is being edited.
  mutating func adoptNextDocument() {
    guard let next = nextDocument, next.suiteName == document.suiteName else {
      nextDocument = nil
      return
    }
    switch mode {
    case .list, .filter, .suites: break
    case .help(let list):
      guard case .list = list.previous else { return }
    case .edit, .conflict, .confirm, .message: return
    }
    nextDocument = nil
    adopt(next)
  }

  private mutating func adopt(_ next: Document) {
    let place = selectedRow(in: rows)
    let folded = Set(foldedSections.map { document.sections[$0] })
    let before = document
    document = next
    document.takeValues(of: before)
    foldedSections = Set(
      document.sections.indices.filter { folded.contains(document.sections[$0]) }
    )
    if case .section = selection { selection = nil }
    noticeSchema(before)
    settle(near: place)
  }

  private mutating func noticeSchema(_ before: Document) {
    guard document.remark == nil else { return noticeOpening() }
    let text =
      switch (before.hasSchema, document.hasSchema) {
      case (false, true): "A schema describes this suite now."
      case (true, false): "The schema of this suite is gone: keys are shown as they are stored."
      case (true, true), (false, false): "The schema has changed."
      }
    notice = Notice(kind: .done, text: text)
  }
}
