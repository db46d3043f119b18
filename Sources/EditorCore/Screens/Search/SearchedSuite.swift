/// A suite that was read for a search in several, and the keys of it that match.
struct SearchedSuite: Sendable {
  /// The suite as it was read.
  var document: Document
  /// The texts of its keys, which are prepared as they are searched.
  var texts: TextIndex = TextIndex()
  /// The keys in the order of the document.
  let order: [Slot]
  /// The number of keys that have been searched with the present text.
  var next: Int = 0
  /// The keys that match, best first after each slice.
  var found: [(rank: UInt32, slot: Slot)] = []

  /// Creates a suite that has not been searched.
  init(_ document: Document) {
    self.document = document
    order = document.order
  }

  /// Whether all keys have been searched.
  var isComplete: Bool { next == order.count }

  /// Searches the keys that have not been searched until the budget is used up.
  mutating func search(_ query: Query, _ budget: inout Int) {
    guard !isComplete else { return }
    let filter = Filter(query: query)
    while !isComplete, budget > 0 {
      let slot = order[next]
      next += 1
      if let match = filter.match(slot, in: document, &texts, &budget) {
        found.append((match.rank, slot))
      }
    }
    found.sort { ($0.rank, $0.slot.index) < ($1.rank, $1.slot.index) }
  }
}
