public import Foundation
import Glibc

/// A process without a terminal, whose output goes to files.
///
/// Foundation's `Process` waits for every descendant that keeps a descriptor open, and so never
/// returns from a program that leaves a server running, as tmux does. This class waits only for the
/// program itself.
public final class Program {
  /// The exit status and the output of a program that has ended.
  public struct Result: Sendable {
    /// The exit status, or 128 plus the number of the signal that ended it.
    public var status: Int32
    /// The text it wrote to its standard output.
    public var output: String
    /// The text it wrote to its standard error.
    public var complaint: String
  }

  /// The process identifier of the program.
  public let process: pid_t
  private let directory: URL
  private var status: Int32?

  private var outputFile: URL { directory.appendingPathComponent("output") }
  private var complaintFile: URL { directory.appendingPathComponent("complaint") }

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the name or path of the program, and its arguments.
  ///   - environment: variables added to those of the tests; an empty value removes one.
  /// - Throws: ``DriverError``, or a Foundation error when a directory cannot be made.
  public init(_ command: [String], environment: [String: String] = [:]) throws {
    directory = URL(fileURLWithPath: TemporaryDirectory.newPath())
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

  /// Runs a program and waits until it ends.
  ///
  /// - Throws: ``DriverError``, or a Foundation error when a directory cannot be made.
  @discardableResult
  public static func run(
    _ command: [String],
    environment: [String: String] = [:]
  ) throws -> Result {
    try Program(command, environment: environment).wait()
  }

  /// Whether the program is still running.
  public var isRunning: Bool {
    if status != nil { return false }
    var raw: Int32 = 0
    guard waitpid(process, &raw, WNOHANG) == process else { return true }
    status = Self.status(raw)
    return false
  }

  /// The text that the program has written to its standard output so far.
  public var output: String {
    (try? String(contentsOf: outputFile, encoding: .utf8)) ?? ""
  }

  /// The text that the program has written to its standard error so far.
  public var complaint: String {
    (try? String(contentsOf: complaintFile, encoding: .utf8)) ?? ""
  }

  /// Sends the program a signal.
  public func send(signal: Int32) {
    if isRunning { kill(process, signal) }
  }

  /// Waits until the program ends.
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
      complaint: complaint
    )
  }

  private static func status(_ raw: Int32) -> Int32 {
    let signal = raw & 0x7F
    return signal == 0 ? (raw >> 8) & 0xFF : 128 + signal
  }
}
