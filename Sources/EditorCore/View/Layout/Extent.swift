/// The lengths that a part of the screen can have: the width of a column, or the height of a row.
///
/// ``ranges(of:in:)`` divides a length among parts, in two steps.
///
/// **Which parts are shown.** Parts are dropped by priority. An ``Priority/extra`` part is shown only if
/// all more important parts have their ideal length. A ``Priority/useful`` one is shown if all more
/// important parts have their minimum. Of two parts with the same priority, the last is dropped first. A
/// ``Priority/required`` part is never dropped: if the minimums do not fit, the parts without a fixed
/// length shrink in proportion to their minimums.
///
/// **How long they are.** Each shown part has its minimum. The remaining length is divided in
/// proportion to the difference between ideal and minimum, also beyond the ideal, until a part has its
/// maximum. So all flexible parts grow together when the screen grows.
struct Extent: Hashable, Sendable {
  /// The order in which parts are dropped when there is not enough room.
  enum Priority: Int, Comparable, Sendable {
    case extra, useful, required

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// The shortest useful length.
  let minimum: Int
  /// The length at which a part has enough room.
  let ideal: Int
  /// The greatest length.
  let maximum: Int
  /// The condition under which the part is shown.
  let priority: Priority
  /// The length of the gap before the part; a dropped part has none.
  let gap: Int

  /// Creates an extent; lengths that contradict each other are raised to the minimum.
  init(
    _ minimum: Int,
    ideal: Int,
    maximum: Int = .max,
    _ priority: Priority = .required,
    gap: Int = 0
  ) {
    self.minimum = max(0, minimum)
    self.ideal = max(self.minimum, ideal)
    self.maximum = max(self.ideal, maximum)
    self.priority = priority
    self.gap = max(0, gap)
  }

  /// Creates the extent of a part with a fixed length.
  static func fixed(_ length: Int, _ priority: Priority = .required, gap: Int = 0) -> Extent {
    Extent(length, ideal: length, maximum: length, priority, gap: gap)
  }

  /// Creates the extent of a part that fills the remaining length.
  static func flexible(_ minimum: Int = 0, gap: Int = 0) -> Extent {
    Extent(minimum, ideal: minimum + 1, gap: gap)
  }

  /// Creates the extent of a part that needs no more than a length, and can be cut.
  static func upTo(
    _ length: Int,
    minimum: Int,
    _ priority: Priority = .required,
    gap: Int = 0
  ) -> Extent {
    Extent(min(minimum, length), ideal: length, maximum: length, priority, gap: gap)
  }

  /// Returns the extent with a greater ideal length, if it is greater.
  func raised(toIdeal length: Int) -> Extent {
    Extent(minimum, ideal: max(ideal, length), maximum: max(maximum, length), priority, gap: gap)
  }

  /// Divides cells among parts, in order and without overlap; the range of a dropped part is empty.
  static func ranges(of parts: [Extent], in room: Range<Int>) -> [Range<Int>] {
    let shown = shown(parts, in: room.count)
    var gaps = 0
    for (index, part) in parts.enumerated() where shown[index] { gaps += part.gap }
    // If the gaps alone fill the room, leave them out.
    let hasGaps = gaps < room.count
    let lengths = lengths(parts, shown, in: room.count - (hasGaps ? gaps : 0))
    var ranges: [Range<Int>] = []
    ranges.reserveCapacity(parts.count)
    var start = room.lowerBound
    for (index, part) in parts.enumerated() {
      if shown[index], hasGaps { start += part.gap }
      ranges.append(start..<start + lengths[index])
      start += lengths[index]
    }
    return ranges
  }

  /// Returns whether each part is shown.
  private static func shown(_ parts: [Extent], in room: Int) -> [Bool] {
    var shown = Array(repeating: true, count: parts.count)
    guard parts.contains(where: { $0.priority != .required }) else { return shown }
    for priority in [Priority.extra, .useful] {
      for index in parts.indices.reversed() where parts[index].priority == priority {
        var length = 0
        for (part, isShown) in zip(parts, shown) where isShown {
          let usesIdeal = priority == .extra && part.priority > .extra
          length += part.gap + (usesIdeal ? part.ideal : part.minimum)
        }
        // Parts after this one are decided already, so the last of a priority is dropped first.
        shown[index] = length <= room
      }
    }
    return shown
  }

  /// Returns the length of each part; 0 for a dropped part.
  private static func lengths(_ parts: [Extent], _ shown: [Bool], in room: Int) -> [Int] {
    var minimums: [Int] = []
    var weights: [Int] = []
    var rest = room
    for (index, part) in parts.enumerated() {
      minimums.append(shown[index] ? part.minimum : 0)
      weights.append(shown[index] ? part.ideal - part.minimum : 0)
      rest -= minimums[index]
    }
    guard rest >= 0 else { return shrunk(parts, minimums, in: room) }
    var lengths = minimums
    while rest > 0 {
      let shares = shares(of: rest, weights: weights)
      // Give parts that would exceed their maximum exactly that, and divide the rest again.
      let divided = rest
      for (index, part) in parts.enumerated()
      where weights[index] > 0 && shares[index] > part.maximum - minimums[index] {
        lengths[index] = part.maximum
        weights[index] = 0
        rest -= part.maximum - minimums[index]
      }
      if rest < divided { continue }
      for (index, share) in shares.enumerated() { lengths[index] += share }
      return lengths
    }
    return lengths
  }

  /// Returns lengths for a room smaller than the minimums; fixed lengths are kept as long as they fit.
  private static func shrunk(_ parts: [Extent], _ minimums: [Int], in room: Int) -> [Int] {
    let fixed = parts.indices.map { parts[$0].minimum == parts[$0].maximum ? minimums[$0] : 0 }
    let rest = room - fixed.reduce(0, +)
    guard rest >= 0 else { return shares(of: room, weights: fixed) }
    let flexible = shares(of: rest, weights: zip(minimums, fixed).map { $0 - $1 })
    return zip(fixed, flexible).map { $0 + $1 }
  }

  /// Divides a number in proportion to weights, with the largest remainder method.
  ///
  /// The sum of the result is the number. Of two equal remainders, the last is rounded up.
  private static func shares(of number: Int, weights: [Int]) -> [Int] {
    let sum = weights.reduce(0, +)
    guard sum > 0 else { return weights.map { _ in 0 } }
    var shares = weights.map { number * $0 / sum }
    let rest = number - shares.reduce(0, +)
    guard rest > 0 else { return shares }
    let remainders = weights.map { number * $0 % sum }
    let order = weights.indices.sorted {
      (remainders[$1], $1) < (remainders[$0], $0)
    }
    for index in order.prefix(rest) { shares[index] += 1 }
    return shares
  }
}
