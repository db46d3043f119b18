import Glibc

/// What all processes of a torture run tell about their writes, in the order of time.
///
/// A line is appended by one `write`, so that lines never mix and a process that is killed
/// leaves a whole line or none:
///
///     B worker key=value ...    the worker begins to store these values; "-" removes the key
///     D worker                  what it began is stored: its flush has returned
///     K worker                  the worker is dead; what it had begun may be stored or not
struct TortureLog {
  private let descriptor: Int32

  /// Opens a log, which is made when there is none.
  ///
  /// - Throws: ``ProbeError`` when that fails.
  init(appendingTo path: String) throws(ProbeError) {
    descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ProbeError("open \(path)", errno) }
  }

  /// Tells that a worker begins to store values.
  func begin(_ worker: String, _ values: [(key: String, value: String)]) throws(ProbeError) {
    try append("B \(worker) " + values.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
  }

  /// Tells that what a worker began is stored.
  func done(_ worker: String) throws(ProbeError) {
    try append("D \(worker)")
  }

  /// Tells that a worker is dead.
  func killed(_ worker: String) throws(ProbeError) {
    try append("K \(worker)")
  }

  private func append(_ line: String) throws(ProbeError) {
    let bytes = Array((line + "\n").utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count else {
      throw ProbeError("write to the log", errno)
    }
  }
}

/// A system call of the probe that failed, or a promise of the store that was broken.
struct ProbeError: Error, CustomStringConvertible {
  /// What happened, for people.
  let description: String

  /// Creates an error from a call and its error number.
  init(_ call: String, _ errorNumber: Int32) {
    description = "\(call): \(String(cString: strerror(errorNumber)))"
  }

  /// Creates an error from a sentence.
  init(_ description: String) {
    self.description = description
  }
}
