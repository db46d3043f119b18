public import Foundation
import Glibc

/// A program without a terminal, whose output goes to files.
///
/// Foundation's `Process` waits for every descendant that keeps a descriptor open, and so never
/// returns from a program that leaves a server behind, as tmux does; this waits for the program.
public final class Program {
  /// What a program left behind.
  public struct Result: Sendable {
    /// The exit status, or 128 and the signal's number.
    public var status: Int32
    /// What it wrote to its standard output.
    public var output: String
    /// What it wrote to its standard error.
    public var complaint: String
  }

  /// The program's process.
  public let process: pid_t
  private let directory: URL
  private var status: Int32?

  private var outputFile: URL { directory.appendingPathComponent("output") }
  private var complaintFile: URL { directory.appendingPathComponent("complaint") }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: its name or path and its arguments.
  ///   - environment: variables beside those that the tests have; an empty one is removed.
  /// - Throws: ``DriverError``, or what making a directory throws.
  public init(_ command: [String], environment: [String: String] = [:]) throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("program-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process = try Spawn.start(
      command,
      .files(
        output: directory.appendingPathComponent("output").path,
        complaint: directory.appendingPathComponent("complaint").path
      ),
      environment: variables.filter { !$0.value.isEmpty }
    )
  }

  deinit {
    if status == nil {
      kill(process, SIGKILL)
      var ignored: Int32 = 0
      waitpid(process, &ignored, 0)
    }
    try? FileManager.default.removeItem(at: directory)
  }

  /// Runs a program to its end.
  ///
  /// - Throws: ``DriverError``, or what making a directory throws.
  @discardableResult
  public static func run(
    _ command: [String],
    environment: [String: String] = [:]
  ) throws -> Result {
    try Program(command, environment: environment).wait()
  }

  /// Whether it has not ended yet.
  public var isRunning: Bool {
    if status != nil { return false }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return true }
    status = Self.status(raw)
    return false
  }

  /// What it has written to its standard output so far.
  public var output: String {
    (try? String(contentsOf: outputFile, encoding: .utf8)) ?? ""
  }

  /// Sends it a signal.
  public func send(signal: Int32) {
    if isRunning { kill(process, signal) }
  }

  /// Waits for its end.
  @discardableResult
  public func wait() -> Result {
    if status == nil {
      var raw: Int32 = 0
      while waitpid(process, &raw, 0) < 0, errno == EINTR {}
      status = Self.status(raw)
    }
    return Result(
      status: status ?? -1,
      output: output,
      complaint: (try? String(contentsOf: complaintFile, encoding: .utf8)) ?? ""
    )
  }

  private static func status(_ raw: Int32) -> Int32 {
    let signal = raw & 0x7F
    return signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
  }
}
