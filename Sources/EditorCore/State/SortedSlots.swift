extension Array where Element == Slot {
  /// Returns how many of the first elements satisfy a predicate that no later one satisfies, by
  /// binary search.
  func partitionPoint(_ isBefore: (Slot) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Inserts elements, both sorted, in one pass.
  mutating func merge(_ others: [Slot], by precedes: (Slot, Slot) -> Bool) {
    guard let first = others.first else { return }
    // A single element, and a run after the last one, need no comparison with each element.
    guard others.count > 1, !isEmpty, !precedes(self[count - 1], first) else {
      insert(contentsOf: others, at: partitionPoint { precedes($0, first) })
      return
    }
    var merged: [Slot] = []
    merged.reserveCapacity(count + others.count)
    var next = 0
    for slot in self {
      while next < others.count, precedes(others[next], slot) {
        merged.append(others[next])
        next += 1
      }
      merged.append(slot)
    }
    merged += others[next...]
    self = merged
  }
}
