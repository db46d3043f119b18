/// The texts of the keys of a document that a filter searches.
///
/// Making them takes microseconds for each key, because a value must be converted to text; that is too
/// slow for 100,000 keys at each key press. So the texts of a key are made once, when a filter first
/// needs them, and again only after the key has changed (``invalidate(_:)``).
struct TextIndex: Sendable {
  /// The texts by slot; nil if they have not been prepared.
  private var texts: [SearchedTexts?] = []
  /// The slot at which ``prepareNext(of:_:)`` continues.
  private var next = 0

  /// Returns whether the texts of a document's keys have all been prepared once.
  func isComplete(for document: Document) -> Bool { next >= document.capacity }

  /// Discards the texts of a key that has changed.
  mutating func invalidate(_ slot: Slot) {
    if texts.indices.contains(slot.index) { texts[slot.index] = nil }
  }

  /// Prepares the texts of the next key; the index must not be complete.
  mutating func prepareNext(of document: Document, _ budget: inout Int) {
    let slot = Slot(next)
    next += 1
    if !document.isRemoved(slot) { _ = prepare(slot, of: document, &budget) }
  }

  /// The texts of a key; nil if they have not been prepared.
  subscript(slot: Slot) -> SearchedTexts? {
    texts.indices.contains(slot.index) ? texts[slot.index] : nil
  }

  /// Returns the texts of a key, and makes them if necessary.
  ///
  /// The budget is reduced by the cost of making or else searching them, in the units of ``FilterPass``.
  mutating func prepare(_ slot: Slot, of document: Document, _ budget: inout Int) -> SearchedTexts {
    if texts.count < document.capacity {
      texts += Array(repeating: nil, count: document.capacity - texts.count)
    }
    if let prepared = self[slot] {
      budget -= prepared.length / 8
      return prepared
    }
    let prepared = SearchedTexts(of: slot, in: document)
    texts[slot.index] = prepared
    budget -= 200 + 2 * prepared.length
    return prepared
  }
}
