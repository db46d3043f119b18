import DefaultsSchema
import Terminal

// A schema appears, changes or disappears while its suite is shown.
//
// The session reads the suite again with the new schema and dispatches the document. It must not
// replace the shown document during an edit, because the open control belongs to the old entry. So it
// is kept in `nextDocument`, and `update` calls `showNextDocument()` after every action. The new
// document was read from the suite earlier than the last changes were reported, so it gets its values
// from the shown document, which is up to date.
extension EditorState {
  /// Replaces the list of suites, and keeps a document with a new schema for `showNextDocument()`.
  mutating func replaceSuites(_ suites: [SuiteSummary], _ document: Document?) {
    catalog.suites = suites
    catalog.overviews.keep(Set(suites.map(\.name)))
    catalog.overviews.expire()
    refreshPicker()
    guard let document else { return }
    suite.nextDocument = document
    guard document.suiteName == self.document.suiteName, !self.document.isLoading,
      !screens.allSatisfy(\.allowsNewSchema), feedback.notice == nil
    else { return }
    note("The schema has changed; it is used when this is closed.")
  }

  /// Shows the document with the newest schema, unless an open screen depends on the old one.
  mutating func showNextDocument() {
    guard let next = suite.nextDocument, next.suiteName == document.suiteName, !document.isLoading
    else {
      suite.nextDocument = nil
      return
    }
    guard screens.allSatisfy(\.allowsNewSchema) else { return }
    suite.nextDocument = nil
    replaceDocument(with: next)
  }

  /// Replaces the document, and keeps values, filter, folded sections (by title) and selection.
  private mutating func replaceDocument(with next: Document) {
    let place = selectedRow
    // Indices of sections and slots belong to the old document: remember titles and keys instead.
    // The section of undeclared keys can be folded and then disappear with its last key.
    let sections = document.sections.indices.filter(lastingFolds.contains)
    let folded = Set(sections.map { document.sections[$0] })
    let before = document
    let listed = suite.filter.isActive ? suite.listing.shown.map(before.key(at:)) : []
    suite.document = next
    suite.document.copyValues(from: before)
    suite.texts = TextIndex()
    suite.listing = Listing()
    suite.foldedBeforeFilter = nil
    suite.listing.fold(
      Set(document.sections.indices.filter { folded.contains(document.sections[$0]) })
    )
    if case .section = suite.selection { suite.selection = nil }
    if case .section = suite.displaced?.selection { suite.displaced = nil }
    if let order = suite.ordering?.order { suite.ordering = Ordering(order, of: document) }
    showAll()
    // Keys that were in the filtered list stay there, even if the new schema hides them.
    if suite.filter.isActive { restartPass(keeping: listed) }
    announceSchema(before)
    ensureSelection(near: place)
    refreshPicker()
  }

  /// Sets a notice about the change of the schema.
  private mutating func announceSchema(_ before: Document) {
    guard document.remark == nil else { return showRemark() }
    let text =
      switch (before.hasSchema, document.hasSchema) {
      case (false, true): "A schema describes this suite now."
      case (true, false): "The schema was removed: keys are shown as they are stored."
      case (true, true), (false, false): "The schema has changed."
      }
    note(text)
  }
}
