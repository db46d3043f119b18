import Defaults
import Foundation
import Glibc

extension Subject {
  /// One write at a time, each on the disk before the next.
  static let durableWrites = Subject(name: "durable-writes") {
    let contest = try WriteContest(keys: 1000, name: "bench.durable", withDatabases: true)
    let times = try contest.times(rounds: 200, writes: 1)
    return Row.comparing(
      "one durable write, 1,000 keys",
      times,
      [.within(2), .faster(5), nil, nil],
      showsP99: true,
    )
  }

  /// A hundred writes that become durable together.
  static let transactions = Subject(name: "transactions") {
    let contest = try WriteContest(keys: 1000, name: "bench.batch", withDatabases: true)
    let times = try contest.times(rounds: 100, writes: 100)
    return Row.comparing(
      "100 keys in one transaction, 1,000 keys",
      times,
      [.within(2.5), .faster(1), nil, nil],
      showsP99: true,
    )
  }

  /// One write at a time into a suite that is far too large.
  static let largeSuite = Subject(name: "large-suite") {
    let contest = try WriteContest(keys: 100_000, name: "bench.large", withDatabases: false)
    let times = try contest.times(rounds: 10, writes: 1)
    return Row.comparing("one durable write, 100,000 keys", times, [nil, .faster(10)])
  }
}

/// Suites of the same keys, to each of which the same writes are made.
private struct WriteContest {
  private let count: Int
  private let suite: Defaults.Suite
  private let raw: RawFile
  private let foundation: UserDefaults
  private let databases: [(name: String, table: SQLiteTable)]

  init(keys count: Int, name: String, withDatabases: Bool) throws {
    self.count = count
    suite = try Defaults.Suite(named: name)
    raw = try RawFile(contentOf: Fixture.write(count, to: name), as: "\(name).raw")
    try Fixture.write(count, to: "\(name).foundation")
    foundation = UserDefaults(suiteName: "\(name).foundation") ?? .standard
    guard withDatabases else {
      databases = []
      return
    }
    let file = Fixture.directory + "/" + name
    databases = [
      (
        "SQLite, WAL",
        try SQLiteTable(file: "\(file).wal.sqlite", journal: "WAL", count: count)
      ),
      (
        "SQLite, rollback journal",
        try SQLiteTable(file: "\(file).sqlite", journal: "DELETE", count: count)
      ),
    ]
  }

  /// Makes so many writes durable together, with ever new values: first ours, then the peers.
  func times(rounds: Int, writes: Int) throws -> [Times] {
    var value = 0
    let names = (0..<writes).map { Fixture.key(($0 * 10 + 1) % count) }
    let suite = suite, foundation = foundation
    let contenders = [
      Contender(name: "Defaults") {
        try suite.transaction { values in
          for name in names {
            value += 1
            values.setStoredValue(.integer(Int128(value)), forKey: name)
          }
        }
        try suite.flush()
      },
      Contender(name: "raw write, fsync, rename, fsync of the same bytes", run: raw.write),
      Contender(name: "`UserDefaults` set and synchronize") {
        for name in names {
          value += 1
          foundation.set(value, forKey: name)
        }
        foundation.synchronize()
      },
    ]
    let others = databases.map { name, table in
      Contender(name: name) {
        try table.transaction {
          for name in names {
            value += 1
            try table.set("\(value)", forKey: name)
          }
        }
      }
    }
    let all = (contenders + others).map { contender in
      Contender(name: contender.name, prepare: prepare, run: contender.run)
    }
    return try race(rounds: rounds, all)
  }

  /// Sees to it that nobody pays for what another has left behind.
  private func prepare() {
    // Every commit of ours makes Foundation drop what it has read, of all suites.
    foundation.synchronize()
    // Foundation leaves to the system when its files get to the disk.
    sync()
  }
}
