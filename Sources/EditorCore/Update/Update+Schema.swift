import DefaultsSchema
import Terminal

// A schema appears, changes or disappears while its suite is shown.
extension EditorState {
  /// Replaces the list of suites; a document with the new schema is shown after the open edit.
  mutating func replaceSuites(_ suites: [SuiteSummary], _ document: Document?) {
    if case .suites(let index) = modeBelowHelp {
      // The highlight stays on its suite, or on the one that is shown.
      let name = self.suites.indices.contains(index) ? self.suites[index].name : ""
      let place =
        suites.firstIndex { $0.name == name }
        ?? suites.firstIndex { $0.name == self.document.suiteName }
      modeBelowHelp = place.map(Mode.suites) ?? .list
    }
    self.suites = suites
    if let document { nextDocument = document }
  }

  /// Shows the document with the newest schema, unless a key is being edited.
  mutating func showNextDocument() {
    guard let next = nextDocument, next.suiteName == document.suiteName, !document.isLoading else {
      nextDocument = nil
      return
    }
    switch modeBelowHelp {
    case .list, .filter, .suites: break
    case .edit, .conflict, .confirm, .message, .help: return
    }
    nextDocument = nil
    replaceDocument(with: next)
  }

  private mutating func replaceDocument(with next: Document) {
    let place = selectedRow
    let folded = Set(foldedSections.map { document.sections[$0] })
    let before = document
    let listed = filter.isActive ? listing.shown.map(before.key(at:)) : []
    document = next
    document.copyValues(from: before)
    texts = TextIndex()
    listing = Listing()
    listing.fold(
      Set(document.sections.indices.filter { folded.contains(document.sections[$0]) })
    )
    if case .section = selection { selection = nil }
    showAll()
    // The keys that the filter has found stay in the list, whatever the new schema says of them.
    if filter.isActive { restartPass(keeping: listed.compactMap(document.slot)) }
    announceSchema(before)
    ensureSelection(near: place)
  }

  private mutating func announceSchema(_ before: Document) {
    guard document.remark == nil else { return showRemark() }
    let text =
      switch (before.hasSchema, document.hasSchema) {
      case (false, true): "A schema describes this suite now."
      case (true, false): "The schema was removed: keys are shown as they are stored."
      case (true, true), (false, false): "The schema has changed."
      }
    notice = Notice(kind: .done, text: text)
  }
}
