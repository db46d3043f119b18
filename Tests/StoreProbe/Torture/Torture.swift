import Defaults
import Foundation
import Glibc

/// Many processes write one suite and are killed at random moments, while others read it.
///
/// Every write that was acknowledged must be there until another one of the same key replaces
/// it, the file must be readable at every moment, and nothing else may be left in the end.
struct Torture {
  /// How long to go on, in seconds.
  let seconds: Double
  /// How many writers there are at any time.
  let processes: Int
  /// Where everything is.
  let places: TorturePlaces

  private struct Writer {
    var worker: TortureWorker
    var process: ProbeProcess
  }

  /// What happened.
  private struct Counts {
    var kills = 0
    var reads = 0
    var litter = 0
  }

  /// How long the next writer lives at most, in seconds.
  private static let longestLife = 0.12

  /// Runs to the end, or to the first promise that is broken.
  ///
  /// - Returns: what happened, in a sentence.
  /// - Throws: ``ProbeError`` for a broken promise, or when the probe itself fails.
  func run() throws -> String {
    guard mkdir(places.home, 0o700) == 0 else { throw ProbeError("mkdir \(places.home)", errno) }
    setenv("XDG_CONFIG_HOME", places.home, 1)
    let log = try TortureLog(appendingTo: places.log)
    var ledger = try TortureLedger(reading: places.log)
    let store = Defaults.PropertyListStore(file: places.file)
    try store.commit(["first": .bool(true)])
    let suite = Defaults.Suite(name: TortureWorker.suite, store: store)
    _ = suite.storedValues()
    let readers = try startReaders()
    var writers: [Writer] = []
    defer { for process in writers.map(\.process) + readers { process.killGroup() } }
    for number in 0..<processes { writers.append(try start(number, generation: 0)) }

    var counts = Counts()
    let end = Date(timeIntervalSinceNow: seconds)
    var nextKill = Date()
    while Date() < end {
      try check(store, &ledger, &counts)
      guard Date() >= nextKill else { continue }
      let chosen = Int.random(in: 0..<processes)
      try kill(&writers[chosen], log)
      counts.kills += 1
      writers[chosen] = try start(chosen, generation: counts.kills)
      nextKill = Date(timeIntervalSinceNow: .random(in: 0...Self.longestLife))
    }
    while var writer = writers.popLast() { try kill(&writer, log) }
    let pythonReads = try dismiss(readers)
    counts.litter = try names().count - 1
    try sweep()
    try checkEnd(store, suite, &ledger, &counts)
    return sentence(counts, ledger, pythonReads: pythonReads)
  }

  // MARK: - Processes

  private func start(_ number: Int, generation: Int) throws -> Writer {
    let kinds = TortureWorker.Kind.allCases.filter { $0 != .tool || !places.tool.isEmpty }
    let kind = kinds[number % kinds.count]
    let worker = TortureWorker(
      kind: kind,
      name: "\(kind.rawValue)\(number)",
      generation: generation,
      places: places
    )
    let command = [
      Self.program, "torture-worker", kind.rawValue, worker.name, "\(generation)", places.base,
      places.tool,
    ]
    let process = try ProbeProcess(command, output: places.complaints, hasGroup: true)
    return Writer(worker: worker, process: process)
  }

  /// Kills a writer in whatever it is doing, and tells so when it is dead.
  private func kill(_ writer: inout Writer, _ log: TortureLog) throws {
    let status = writer.process.killGroup()
    guard status == 128 + SIGKILL else {
      throw ProbeError("\(writer.worker.name) ended by itself with status \(status)\(complaints)")
    }
    try log.killed(writer.worker.name)
  }

  private static let program =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""

  private var complaints: String {
    let text = (try? String(contentsOfFile: places.complaints, encoding: .utf8)) ?? ""
    return text.isEmpty ? "" : ":\n\(text)"
  }

  // MARK: - Readers

  /// Python's own reader, which knows nothing of ours.
  private static let reader = """
    import os, plistlib, sys, time
    count = 0
    parent = os.getppid()
    while os.getppid() == parent and not os.path.exists(sys.argv[2]):
        with open(sys.argv[1], "rb") as file:
            values = plistlib.load(file)
        assert values["first"] is True
        for key in values:
            if key.endswith(".left"):
                right = values.get(key[:-5] + ".right", "")
                assert values[key].split(":")[0] == right.split(":")[0], (key, values[key], right)
        count += 1
        time.sleep(0.0005)
    print(count)
    """

  private func startReaders() throws -> [ProbeProcess] {
    let command = ["python3", "-c", Self.reader, places.file, places.stop]
    return [try ProbeProcess(command, output: places.base + "/python", hasGroup: true)]
  }

  private func dismiss(_ readers: [ProbeProcess]) throws -> String {
    try Data().write(to: URL(fileURLWithPath: places.stop))
    let statuses = readers.map { $0.wait() }
    let output = try String(contentsOfFile: places.base + "/python", encoding: .utf8)
    guard statuses.allSatisfy({ $0 == 0 }) else { throw ProbeError("Python: \(output)") }
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Reads the file as it is now, and judges it.
  private func check(
    _ store: Defaults.PropertyListStore,
    _ ledger: inout TortureLedger,
    _ counts: inout Counts
  ) throws {
    try ledger.catchUp()
    let acknowledged = ledger.acknowledged
    guard let snapshot = try store.load(unlike: nil) else { throw ProbeError("nothing was read") }
    counts.reads += 1
    var status = stat()
    guard stat(places.file, &status) == 0 else { throw ProbeError("the file is gone", errno) }
    guard status.st_mode & 0o7777 == 0o600 else {
      throw ProbeError("the mode is \(String(status.st_mode & 0o7777, radix: 8))")
    }
    let found = try Self.texts(snapshot.values)
    for (key, text) in found where key.hasSuffix(".left") {
      guard found[key.dropLast(4) + "right"] == text else {
        throw ProbeError("HALF: \(key) is \(text) without its other half")
      }
    }
    // What was found may have been begun after the first look at the log.
    try ledger.catchUp()
    try ledger.check(found, after: acknowledged)
  }

  private static func texts(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) throws -> [String: String] {
    var texts: [String: String] = [:]
    for (key, value) in values where key != "first" && key != "last0" {
      guard case .string(let text) = value, let end = text.firstIndex(of: ":") else {
        throw ProbeError("WRONG: \(key) is \(value)")
      }
      texts[key.string] = String(text[..<end])
    }
    return texts
  }

  // MARK: - The end

  /// Commits once more, which removes what killed processes left behind.
  private func sweep() throws {
    let command = [Self.program, "write", places.file, "last", "1"]
    let status = try ProbeProcess(command, output: places.complaints).wait()
    guard status == 0 else { throw ProbeError("the last commit failed\(complaints)") }
  }

  private func checkEnd(
    _ store: Defaults.PropertyListStore,
    _ suite: Defaults.Suite,
    _ ledger: inout TortureLedger,
    _ counts: inout Counts
  ) throws {
    try check(store, &ledger, &counts)
    let left = try names().filter { $0 != "\(TortureWorker.suite).plist" }
    guard left.isEmpty else { throw ProbeError("LITTER: \(left.joined(separator: ", "))") }
    guard counts.kills > 0, !ledger.writes.isEmpty else {
      throw ProbeError("nothing was killed or written\(complaints)")
    }
    // A suite that only watched knows the last values without being told to look.
    let values = try store.load(unlike: nil)?.values
    let patience = Date(timeIntervalSinceNow: 30)
    while suite.storedValues() != values {
      guard Date() < patience else { throw ProbeError("STALE: a suite missed the last change") }
      usleep(1000)
    }
  }

  /// Returns the names in the directory, sorted, except the lock file that commits leave there.
  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: places.home).sorted()
      .filter { $0 != ".prefs.lock" }
  }

  private func sentence(
    _ counts: Counts,
    _ ledger: TortureLedger,
    pythonReads: String
  ) -> String {
    let writes = ledger.writes.sorted { $0.key < $1.key }.map { "\($0.value) by \($0.key)" }
    return "\(counts.kills) kills, \(ledger.writes.values.reduce(0, +)) acknowledged writes "
      + "(\(writes.joined(separator: ", "))), \(counts.reads) reads, \(pythonReads) reads by "
      + "Python, \(counts.litter) files swept: nothing lost."
  }
}
