import Defaults
import Foundation

/// A value of ten fields, stored as JSON text.
private struct Profile: Codable, Defaults.Serializable {
  var name = "Ada Lovelace"
  var mail = "ada@example.org"
  var age = 36
  var height = 1.65
  var isAdmin = true
  var tags = ["mathematics", "engines"]
  var scores = [1: 0.5, 2: 0.75]
  var nickname: String?
  var theme = "dark"
  var visits = 1815
}

extension Subject {
  /// Typed reads of values that have not changed.
  static let reads = Subject(name: "reads") {
    let suite = try Defaults.Suite(named: "bench.reads")
    for (key, value) in Fixture.values(1000) { suite.setStoredValue(value, forKey: key.string) }
    try suite.flush()
    try Fixture.write(1000, to: "bench.reads.foundation")
    let foundation = UserDefaults(suiteName: "bench.reads.foundation")

    let kinds: [(String, Contender)] = [
      ("Bool", reading(0, default: false, from: suite)),
      ("Int", reading(1, default: 0, from: suite)),
      ("Double", reading(2, default: 0.0, from: suite)),
      ("String", reading(3, default: "", from: suite)),
    ]
    var rows: [Row] = []
    for (number, (kind, contender)) in kinds.enumerated() {
      let names = numbers(number).map(Fixture.key)
      let peer = Contender(name: "`UserDefaults.object(forKey:)`", operations: 100_000) {
        for _ in 0..<1000 {
          for name in names { consume(foundation?.object(forKey: name)) }
        }
      }
      rows += Row.comparing(
        "typed read of an unchanged `\(kind)`",
        try race(rounds: 15, [contender, peer]),
        [.faster(20)]
      )
    }
    return try rows + [structure(in: suite), afterAnotherKey(in: suite)]
  }

  /// The numbers of a hundred keys of a kind.
  private static func numbers(_ kind: Int) -> [Int] {
    (0..<100).map { $0 * 10 + kind }
  }

  private static func reading<Value: Defaults.Serializable>(
    _ kind: Int,
    default value: Value,
    from suite: Defaults.Suite
  ) -> Contender {
    let keys = numbers(kind).map {
      Defaults.Key<Value>(Fixture.key($0), default: value, suite: suite)
    }
    return Contender(name: "Defaults", operations: 100_000) {
      for _ in 0..<1000 {
        for key in keys { consume(Defaults[key]) }
      }
    }
  }

  private static func structure(in suite: Defaults.Suite) throws -> Row {
    let key = Defaults.Key<Profile>("profile", default: Profile(), suite: suite)
    Defaults[key] = Profile(name: "Grace Hopper")
    let data = Data((suite.string(forKey: "profile") ?? "").utf8)
    let decoder = JSONDecoder()
    let times = try race(
      rounds: 15,
      [
        Contender(name: "Defaults", operations: 100_000) {
          for _ in 0..<100_000 { consume(Defaults[key]) }
        },
        Contender(name: "`JSONDecoder` each time", operations: 1000) {
          for _ in 0..<1000 { consume(try decoder.decode(Profile.self, from: data)) }
        },
      ]
    )
    return Row(
      subject: "typed read of a cached `Codable` of 10 fields",
      quantity: .times(times[0], peer: times[1]),
      target: .faster(20),
    )
  }

  /// The first read after some other key of the suite was set, which makes the key look again.
  private static func afterAnotherKey(in suite: Defaults.Suite) throws -> Row {
    let keys = numbers(3).map {
      Defaults.Key<String>(Fixture.key($0), default: "", suite: suite)
    }
    var value = 0
    let times = try race(
      rounds: 100,
      [
        Contender(
          name: "Defaults",
          operations: 100,
          prepare: {
            value += 1
            suite.set(value, forKey: "other")
            try suite.flush()
          },
          run: { for key in keys { consume(Defaults[key]) } },
        )
      ]
    )
    return Row(
      subject: "typed read after a set of another key",
      quantity: .times(times[0], peer: nil),
    )
  }
}
