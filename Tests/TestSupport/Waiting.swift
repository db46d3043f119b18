public import Foundation

/// Waits until a condition holds, which is checked every few milliseconds.
///
/// - Parameters:
///   - timeout: seconds after which to give up.
///   - interval: seconds between two checks.
///   - condition: the condition.
/// - Returns: whether the condition held in time.
public func waitUntil(
  timeout: TimeInterval = 10,
  every interval: TimeInterval = 0.005,
  _ condition: () throws -> Bool
) rethrows -> Bool {
  let end = Date(timeIntervalSinceNow: timeout)
  while try !condition() {
    if Date() > end { return false }
    Thread.sleep(forTimeInterval: interval)
  }
  return true
}

/// An error that says what a driver waited for in vain, and what it found instead.
public struct WaitingError: Error, CustomStringConvertible {
  /// What the driver waited for.
  public let awaited: String
  /// What the driver found when the time was over.
  public let found: String

  /// The message of the error.
  public var description: String { "Waited in vain for \(awaited). There was:\n\(found)" }
}

/// An error of a system call or program that a driver has called.
public struct DriverError: Error, CustomStringConvertible {
  /// The name of the call and its object.
  public let call: String
  /// The `errno` of a system call; 0 for a program.
  public let code: Int32

  /// The call and its error.
  public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
