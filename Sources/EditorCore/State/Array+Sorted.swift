// Sorted arrays. They are not a type of their own, because the order is not a property of the
// elements: that of slots depends on the document's keys, which the caller passes as a closure.
extension Array {
  /// Returns the index of the first element that does not satisfy a predicate, by binary search.
  ///
  /// The predicate must be true up to some element and false after it.
  func partitionPoint(_ isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Merges sorted elements into this sorted array in one pass.
  mutating func merge(_ others: [Element], by precedes: (Element, Element) -> Bool) {
    guard let first = others.first else { return }
    // A binary search is enough for a single element, and for elements that all come after the last.
    guard others.count > 1, !isEmpty, !precedes(self[count - 1], first) else {
      insert(contentsOf: others, at: partitionPoint { precedes($0, first) })
      return
    }
    var merged: [Element] = []
    merged.reserveCapacity(count + others.count)
    var next = 0
    for element in self {
      while next < others.count, precedes(others[next], element) {
        merged.append(others[next])
        next += 1
      }
      merged.append(element)
    }
    merged += others[next...]
    self = merged
  }
}
