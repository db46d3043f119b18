public import Foundation

/// Waits until a condition holds, looking again every few milliseconds.
///
/// - Parameters:
///   - timeout: seconds after which to give up.
///   - condition: what to wait for.
/// - Returns: whether it held in time.
public func waitUntil(timeout: TimeInterval = 10, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: timeout)
  while try !condition() {
    if Date() > end { return false }
    usleep(5_000)
  }
  return true
}

/// Something that did not happen while a driver waited for it, with what happened instead.
public struct WaitingError: Error, CustomStringConvertible {
  /// What was waited for.
  public let awaited: String
  /// What was there when the time was over.
  public let found: String

  /// What was waited for and what was there instead.
  public var description: String { "Waited in vain for \(awaited). There was:\n\(found)" }
}

/// A system call of a driver that failed.
public struct DriverError: Error, CustomStringConvertible {
  /// The call, and for what.
  public let call: String
  /// Its `errno`, or the exit status of a program.
  public let code: Int32

  /// The call and its error.
  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
