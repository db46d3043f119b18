import Defaults
import Foundation

extension Subject {
  /// What a process grows by at most while it reads one key of a large suite and writes one.
  static let memory = Subject(name: "memory") {
    let file = try Fixture.write(100_000, to: "bench.memory")
    try Fixture.write(100_000, to: "bench.memory.foundation")
    let attributes = try FileManager.default.attributesOfItem(atPath: file)
    let size = (attributes[.size] as? NSNumber)?.doubleValue ?? 0
    let ours = try growth(["memory", "bench.memory"])
    let foundations = try growth(["memory-foundation", "bench.memory.foundation"])
    return [
      Row(
        subject: "memory for a durable write, 100,000 keys",
        quantity: .sizes(ours, peer: size, peerName: "the file"),
        target: .sizeWithin(3),
      ),
      Row(
        subject: "memory for a durable write, 100,000 keys",
        quantity: .sizes(ours, peer: foundations, peerName: "`UserDefaults`"),
      ),
    ]
  }

  private static func growth(_ arguments: [String]) throws -> Double {
    Double(try ChildProcess(arguments).finish()) ?? .infinity
  }
}

extension Child {
  /// Opens a suite, reads and writes a key, and prints by how many bytes the process grew at most.
  static func memory(suite name: String) throws {
    let start = residentSize("VmRSS:")
    let suite = try Defaults.Suite(named: name)
    consume(suite.storedValue(forKey: Fixture.key(1)))
    suite.set(-1, forKey: Fixture.key(1))
    try suite.flush()
    print(residentSize("VmHWM:") - start, terminator: "")
  }

  /// Does the same with Foundation.
  static func memoryOfFoundation(suite name: String) {
    let start = residentSize("VmRSS:")
    let suite = UserDefaults(suiteName: name)
    consume(suite?.object(forKey: Fixture.key(1)))
    suite?.set(-1, forKey: Fixture.key(1))
    suite?.synchronize()
    print(residentSize("VmHWM:") - start, terminator: "")
  }

  /// Returns one of the sizes in `/proc/self/status`, in bytes.
  static func residentSize(_ name: String) -> Int {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }
      .map { $0 * 1024 } ?? 0
  }
}
