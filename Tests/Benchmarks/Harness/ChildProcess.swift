import Foundation

/// This program in a process of its own.
final class ChildProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts it with the word `child` and some arguments.
  ///
  /// - Throws: what starting a process throws.
  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["child"] + arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Asks it for the next step of its work.
  ///
  /// - Throws: what writing to a pipe throws.
  func proceed() throws {
    try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
  }

  /// Waits for its end.
  ///
  /// - Returns: what it has printed.
  /// - Throws: what reading from a pipe throws, or an error when it failed.
  @discardableResult
  func finish() throws -> String {
    try input.fileHandleForWriting.close()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: text, as: UTF8.self)
  }
}
