import Defaults
import Glibc

/// A process that stores values until it is killed.
struct TortureWorker {
  /// How a worker reaches the store.
  enum Kind: String, CaseIterable {
    /// Commits of its own, some of them of two keys at once.
    case raw
    /// A suite, flushed after every write.
    case suite
    /// The tool, started for every write.
    case tool
  }

  /// The suite that all workers write.
  static let suite = "torture"
  /// How many keys are written by everybody.
  private static let sharedCount = 4

  /// How it reaches the store.
  let kind: Kind
  /// The kind with a number.
  let name: String
  /// What tells it from those of the same name that were killed.
  let generation: Int
  /// Where the suite, the log and the tool are.
  let places: TorturePlaces

  /// Stores values for ever, or until nobody is left to kill it.
  ///
  /// - Throws: ``ProbeError`` when the log fails, `Defaults.StoreError` when the store does.
  func run() throws {
    let log = try TortureLog(appendingTo: places.log)
    let commit = try committer()
    let parent = getppid()
    var number = 0
    while getppid() == parent {
      number += 1
      let values = values(number)
      try log.begin(name, values)
      try commit(values.map { ($0.key, $0.value == TortureLedger.removed ? nil : $0.value) })
      try log.done(name)
    }
  }

  /// Chooses what to store: keys of its own, keys of all, and sometimes removals.
  private func values(_ number: Int) -> [(key: String, value: String)] {
    let value = "\(name).\(generation).\(number)"
    let shared = "shared\(Int.random(in: 0..<Self.sharedCount))"
    switch Int.random(in: 0..<10) {
    case 0: return [(shared, TortureLedger.removed)]
    case 1...4: return [(shared, value)]
    // Only a commit of its own keeps two keys together.
    case 5...7 where kind == .raw: return [("\(name).left", value), ("\(name).right", value)]
    default: return [(name, value)]
    }
  }

  private func committer() throws -> ([(key: String, text: String?)]) throws -> Void {
    switch kind {
    case .raw:
      let store = Defaults.PropertyListStore(file: places.file)
      return { values in
        var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
        for (key, text) in values {
          edits.updateValue(text.map { .string(Self.padded($0)) }, forKey: Defaults.KeyName(key))
        }
        try store.commit(edits)
      }
    case .suite:
      let suite = try Defaults.Suite(named: Self.suite)
      return { values in
        for (key, text) in values {
          suite.setStoredValue(text.map { .string(Self.padded($0)) }, forKey: key)
        }
        try suite.flush()
      }
    case .tool:
      return { values in
        for (key, text) in values { try runTool(key, text) }
      }
    }
  }

  private func runTool(_ key: String, _ text: String?) throws {
    let command =
      text.map { ["write", Self.suite, key, "-string", Self.padded($0)] }
      ?? ["delete", Self.suite, key]
    let process = try ProbeProcess([places.tool] + command)
    let status = process.wait()
    // A key that is not set cannot be deleted.
    guard status == 0 || (text == nil && status == 1) else {
      throw ProbeError("prefs \(command.joined(separator: " ")) ended with \(status)")
    }
  }

  /// Makes values of different lengths, so that files are too.
  private static func padded(_ text: String) -> String {
    text + ":" + String(repeating: "x", count: Int.random(in: 0...300))
  }
}

/// Where the parts of a torture run are.
struct TorturePlaces {
  /// The directory of everything.
  let base: String
  /// The program `prefs`; empty to do without.
  let tool: String

  /// The configuration directory, which holds the suite alone.
  var home: String { base + "/config" }
  /// The file of the suite.
  var file: String { "\(home)/\(TortureWorker.suite).plist" }
  /// What everybody tells.
  var log: String { base + "/log" }
  /// What the workers complain about.
  var complaints: String { base + "/complaints" }
  /// Ends the readers when it is there.
  var stop: String { base + "/stop" }
}
