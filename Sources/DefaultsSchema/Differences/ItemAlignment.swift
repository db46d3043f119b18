package import DefaultsCore

/// Which items of a list correspond to which items of a later version of it.
///
/// The order of the search matters. Items that are equal and in the same order are matched first, because
/// they are most. Of the others, an item that is equal to one at another place has moved. What remains lies
/// in gaps between matched items, and in each gap old and new items are paired in order, so that as many as
/// possible are pairs and the pairs have as many equal members as possible: a record of which one member
/// was changed is the same record, also beside one that was added. The smallest difference takes time that
/// grows with the square of the length, so for long lists only equal items at both ends are matched first.
package struct ItemAlignment: Hashable, Sendable {
  /// What became of an item, with its indices in the old and in the new list.
  package enum Step: Hashable, Sendable {
    case kept(old: Int, new: Int)
    case moved(old: Int, new: Int)
    case changed(old: Int, new: Int)
    case removed(old: Int)
    case added(new: Int)
  }

  /// The most items, of both lists together, for which the smallest difference is computed.
  private static let limit = 1000
  /// The most pairs of items in a gap that are compared.
  private static let pairLimit = 2500

  /// The items in the order of the lists; of two in the same gap, a removed one first.
  package private(set) var steps: [Step] = []

  /// Aligns two lists.
  package init(_ old: [Defaults.StoredValue], _ new: [Defaults.StoredValue]) {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let gaps = Self.gaps(old, new, start..<(old.count - end), start..<(new.count - end))
    let moves = Self.moves(old, new, gaps)
    let sources = Dictionary(moves.map { ($0.value, $0.key) }) { $1 }
    var next = (old: 0, new: 0)
    for gap in gaps + [Gap(old: old.count..<old.count, new: new.count..<new.count)] {
      while next.old < gap.old.lowerBound {
        steps.append(.kept(old: next.old, new: next.new))
        next = (next.old + 1, next.new + 1)
      }
      let removed = gap.old.filter { moves[$0] == nil }
      let added = gap.new.filter { sources[$0] == nil }
      steps += gap.new.compactMap { new in sources[new].map { .moved(old: $0, new: new) } }
      steps += Self.paired(removed, added, old, new)
      next = (gap.old.upperBound, gap.new.upperBound)
    }
  }

  /// Whether every item has the place that it had, so that items can be compared by their numbers.
  package var keepsPlaces: Bool {
    steps.allSatisfy { step in
      switch step {
      case .kept(let old, let new), .changed(let old, let new): old == new
      case .moved, .removed, .added: false
      }
    }
  }

  // MARK: - Gaps

  /// Items of both lists between items that are equal.
  private struct Gap {
    var old: Range<Int>
    var new: Range<Int>
  }

  /// Returns the gaps of two ranges.
  private static func gaps(
    _ old: [Defaults.StoredValue],
    _ new: [Defaults.StoredValue],
    _ oldRange: Range<Int>,
    _ newRange: Range<Int>
  ) -> [Gap] {
    guard !oldRange.isEmpty || !newRange.isEmpty else { return [] }
    guard oldRange.count + newRange.count <= limit else {
      return [Gap(old: oldRange, new: newRange)]
    }
    var (removed, added): (Set<Int>, Set<Int>) = ([], [])
    for change in Array(new[newRange]).difference(from: Array(old[oldRange])) {
      switch change {
      case .remove(let offset, _, _): removed.insert(oldRange.lowerBound + offset)
      case .insert(let offset, _, _): added.insert(newRange.lowerBound + offset)
      }
    }
    var gaps: [Gap] = []
    var place = (old: oldRange.lowerBound, new: newRange.lowerBound)
    while place.old < oldRange.upperBound || place.new < newRange.upperBound {
      let start = place
      while removed.contains(place.old) { place.old += 1 }
      while added.contains(place.new) { place.new += 1 }
      if start != place { gaps.append(Gap(old: start.old..<place.old, new: start.new..<place.new)) }
      guard place.old < oldRange.upperBound else { continue }
      place = (place.old + 1, place.new + 1)
    }
    return gaps
  }

  /// Returns the new indices of items that are at another place, by their old ones.
  private static func moves(
    _ old: [Defaults.StoredValue],
    _ new: [Defaults.StoredValue],
    _ gaps: [Gap]
  ) -> [Int: Int] {
    var sources: [Defaults.StoredValue: [Int]] = [:]
    for index in gaps.flatMap({ Array($0.old) }).reversed() {
      sources[old[index], default: []].append(index)
    }
    var moves: [Int: Int] = [:]
    for index in gaps.flatMap({ Array($0.new) }) {
      if let source = sources[new[index]]?.popLast() { moves[source] = index }
    }
    return moves
  }

  // MARK: - Pairs

  /// Returns the pairs of old and new items of a gap, and the items without one.
  private static func paired(
    _ removed: [Int],
    _ added: [Int],
    _ old: [Defaults.StoredValue],
    _ new: [Defaults.StoredValue]
  ) -> [Step] {
    let isSimple =
      removed.count == added.count || removed.isEmpty || added.isEmpty
      || removed.count * added.count > pairLimit
    guard !isSimple else {
      let pairs = zip(removed, added).map { Step.changed(old: $0, new: $1) }
      return pairs + removed.dropFirst(pairs.count).map { .removed(old: $0) }
        + added.dropFirst(pairs.count).map { .added(new: $0) }
    }
    // The best sum of likenesses of the items from two positions on.
    let likenesses = removed.map { row in added.map { likeness(old[row], new[$0]) } }
    var best = Array(
      repeating: Array(repeating: 0, count: added.count + 1),
      count: removed.count + 1
    )
    for row in removed.indices.reversed() {
      for column in added.indices.reversed() {
        best[row][column] = max(
          best[row + 1][column + 1] + likenesses[row][column],
          best[row + 1][column],
          best[row][column + 1]
        )
      }
    }
    var steps: [Step] = []
    var (row, column) = (0, 0)
    while row < removed.count || column < added.count {
      if row < removed.count, column < added.count,
        best[row][column] == best[row + 1][column + 1] + likenesses[row][column]
      {
        steps.append(.changed(old: removed[row], new: added[column]))
        (row, column) = (row + 1, column + 1)
      } else if row < removed.count,
        column == added.count || best[row][column] == best[row + 1][column]
      {
        steps.append(.removed(old: removed[row]))
        row += 1
      } else {
        steps.append(.added(new: added[column]))
        column += 1
      }
    }
    return steps
  }

  /// How much speaks for a pair: any pair is better than none, and equal members decide between pairs.
  private static func likeness(_ old: Defaults.StoredValue, _ new: Defaults.StoredValue) -> Int {
    guard case .dictionary(let old) = old, case .dictionary(let new) = new else { return 1 }
    return 1 + 1000 * old.count { new[$0.key] == $0.value }
  }
}
