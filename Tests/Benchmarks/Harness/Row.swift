/// A line of the table: a time of ours, what it is compared with, and what it should be.
struct Row {
  /// What ratio or time is promised.
  enum Target {
    /// The peer takes at least so many times as long.
    case faster(Double)
    /// Ours takes at most so many times as long as the peer.
    case within(Double)
    /// Median and 99th percentile of ours, in seconds.
    case below(median: Double, p99: Double?)
    /// A size, in bytes, is at most so many times the peer's.
    case sizeWithin(Double)
    /// The exponent is at most this.
    case exponentWithin(Double)
  }

  /// What is measured.
  enum Quantity {
    /// Times of ours, and of a peer when there is one.
    case times(Times, peer: Times?)
    /// Sizes in bytes, ours and what it is compared with.
    case sizes(Double, peer: Double, peerName: String)
    /// The exponent of the number of keys in a time: 0 if the time is constant, 1 if it is linear.
    case exponent(Double)
  }

  /// What is done.
  let subject: String
  /// What came out.
  let quantity: Quantity
  /// What is promised; nil for a line that is only there to be seen.
  var target: Target?
  /// Whether the slowest runs matter as well.
  var showsP99 = false

  /// Whether the promise is kept; nil when there is none.
  var isKept: Bool? {
    switch (target, quantity) {
    case (nil, _): nil
    case (.faster(let ratio), .times(let ours, let peer?)): peer.median >= ratio * ours.median
    case (.within(let ratio), .times(let ours, let peer?)): ours.median <= ratio * peer.median
    case (.below(let median, let p99), .times(let ours, _)):
      ours.median <= median && ours.p99 <= p99 ?? .infinity
    case (.sizeWithin(let ratio), .sizes(let ours, let peer, _)): ours <= ratio * peer
    case (.exponentWithin(let limit), .exponent(let value)): value <= limit
    case (.exponentWithin?, _), (.faster?, _), (.within?, _), (.below?, _), (.sizeWithin?, _): false
    }
  }
}

extension Row {
  /// Creates lines that compare the first contender of a race with the others, in their order.
  ///
  /// - Parameters:
  ///   - subject: what is done.
  ///   - times: the times of all contenders.
  ///   - targets: what is promised against each of the others.
  ///   - showsP99: whether the slowest runs matter as well.
  /// - Returns: a line for each of the others.
  static func comparing(
    _ subject: String,
    _ times: [Times],
    _ targets: [Target?],
    showsP99: Bool = false
  ) -> [Row] {
    zip(times.dropFirst(), targets).map { peer, target in
      Row(
        subject: subject,
        quantity: .times(times[0], peer: peer),
        target: target,
        showsP99: showsP99,
      )
    }
  }
}
