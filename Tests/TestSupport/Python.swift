import Foundation

/// The Python of the machine, whose standard library is another implementation to compare with.
public enum Python {
  /// The script ended with another status than 0.
  public struct Failure: Error {
    /// The exit status.
    public var status: Int32
  }

  /// Runs a script with bytes as its input.
  ///
  /// - Returns: what it wrote to its standard output.
  /// - Throws: ``Failure`` when it fails, or a Foundation error when it cannot be started.
  public static func run(_ script: String, input: [UInt8]) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let file = try directory.write(input, to: "input")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", script]
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: file))
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = Array(output.fileHandleForReading.readDataToEndOfFile())
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(status: process.terminationStatus) }
    return bytes
  }

  /// Runs a script with a line of input for each text.
  ///
  /// - Returns: the lines that it wrote.
  /// - Throws: ``Failure`` when it fails, or a Foundation error when it cannot be started.
  public static func run(_ script: String, lines: [String]) throws -> [String] {
    let output = try run(script, input: Array(lines.joined(separator: "\n").utf8))
    return output.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
