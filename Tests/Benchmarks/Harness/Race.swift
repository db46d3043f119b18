import Glibc

/// One of several ways to do the same thing, whose times are compared.
struct Contender {
  /// What the table calls it.
  let name: String
  /// How many operations one run does; the times are those of one operation.
  var operations = 1
  /// What is made ready before each run, untimed.
  var prepare: () throws -> Void = {}
  /// What is timed.
  let run: () throws -> Void
}

/// Times the contenders in turn, so that whatever disturbs the machine disturbs all of them.
///
/// - Parameters:
///   - rounds: how often each one is timed, after two runs that are not.
///   - contenders: the contenders; each round another one begins.
/// - Returns: the times, in the order of the contenders.
/// - Throws: what a contender throws.
func race(rounds: Int, _ contenders: [Contender]) throws -> [Times] {
  var samples = contenders.map { _ in [Double]() }
  for round in -2..<rounds {
    for offset in contenders.indices {
      let number = (round + 2 + offset) % contenders.count
      let contender = contenders[number]
      try contender.prepare()
      let start = now()
      try contender.run()
      let seconds = Double(now() - start) / 1e9 / Double(contender.operations)
      if round >= 0 { samples[number].append(seconds) }
    }
  }
  return zip(contenders, samples).map { Times(name: $0.name, samples: $1) }
}

/// Reads the clock that all processes share, in nanoseconds.
func now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// Takes a result, so that the compiler cannot leave out the work that leads to it.
@inline(never)
func consume<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
