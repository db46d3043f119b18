/// The times of one contender, in seconds.
struct Times {
  /// What the table calls the contender.
  let name: String
  /// The times, sorted.
  let samples: [Double]

  /// Creates the times of a contender, which took at least one.
  init(name: String, samples: [Double]) {
    precondition(!samples.isEmpty, "a contender must be timed at least once")
    self.name = name
    self.samples = samples.sorted()
  }

  /// The time that half of the samples stay below.
  var median: Double { quantile(0.5) }

  /// The time that all but one in a hundred stay below.
  var p99: Double { quantile(0.99) }

  private func quantile(_ share: Double) -> Double {
    samples[min(samples.count - 1, Int(share * Double(samples.count)))]
  }
}
