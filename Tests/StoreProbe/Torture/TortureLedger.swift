import Glibc

/// Knows from the log what a file may hold and what it must.
///
/// A value that is found for a key is right unless another write of the key was acknowledged
/// that had begun when the found one was over: then a later write has been lost.
struct TortureLedger {
  /// A value that was written, once or more often.
  private struct Value {
    /// How many writes of it are neither done nor given up.
    var unfinished = 0
    /// The line of the log on which the last of them ended.
    var end = 0
  }

  /// What is acknowledged, as lines of the log: by key, where the latest such write began.
  typealias Acknowledged = [String: Int]

  /// What removing a key is written as.
  static let removed = "-"

  /// How many writes were acknowledged, by the kind of worker.
  private(set) var writes: [String: Int] = [:]
  /// What is acknowledged so far.
  private(set) var acknowledged: Acknowledged = [:]

  private var values: [String: [String: Value]] = [:]
  private var begun: [String: (line: Int, values: [(key: String, value: String)])] = [:]
  private var line = 0
  private var rest = ""
  private let descriptor: Int32

  /// Opens a log for reading.
  ///
  /// - Throws: ``ProbeError`` when that fails.
  init(reading path: String) throws(ProbeError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ProbeError("open \(path)", errno) }
  }

  /// Reads what was added to the log.
  ///
  /// - Throws: ``ProbeError`` when that fails.
  mutating func catchUp() throws(ProbeError) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw ProbeError("read the log", errno) }
      guard count > 0 else { return }
      rest += String(decoding: buffer[..<count], as: UTF8.self)
      var lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
      rest = String(lines.removeLast())
      for line in lines { take(line.split(separator: " ").map(String.init)) }
    }
  }

  /// Judges what a file held after the log had told of what is acknowledged.
  ///
  /// - Throws: ``ProbeError`` for the first key that is wrong.
  func check(_ found: [String: String], after acknowledged: Acknowledged) throws(ProbeError) {
    for (key, line) in acknowledged {
      let text = found[key] ?? Self.removed
      let value = values[key]?[text] ?? Value()
      guard value.unfinished > 0 || value.end >= line else {
        throw ProbeError(
          "LOST: \(key) is \(text), over on line \(value.end) of the log, but an acknowledged "
            + "write of it began on line \(line)"
        )
      }
    }
    for (key, text) in found where values[key]?[text] == nil {
      throw ProbeError("WRONG: \(key) is \(text), which nobody wrote")
    }
  }

  private mutating func take(_ fields: [String]) {
    line += 1
    guard fields.count >= 2 else { return }
    let worker = fields[1]
    switch fields[0] {
    case "B":
      let pairs = fields[2...].map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
        return (key: parts[0], value: parts[1])
      }
      begun[worker] = (line, pairs)
      for (key, value) in pairs {
        values[key, default: [:]][value, default: Value()].unfinished += 1
      }
    case let ending:
      guard let write = begun.removeValue(forKey: worker) else { return }
      for (key, value) in write.values {
        values[key]?[value]?.unfinished -= 1
        values[key]?[value]?.end = line
        guard ending == "D" else { continue }
        acknowledged[key] = max(acknowledged[key] ?? 0, write.line)
      }
      guard ending == "D" else { return }
      writes[String(worker.prefix { $0.isLetter }), default: 0] += 1
    }
  }
}
