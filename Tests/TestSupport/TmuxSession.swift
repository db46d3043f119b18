public import Foundation

/// A program in a terminal emulator, whose screen the test reads as text.
///
/// The emulator is tmux with a server of its own, which ends with the session:
///
///     let session = try TmuxSession(command: [BuildProducts.program("prefs"), "demo"])
///     try session.wait(for: "General")
///     try session.sendKeys("Down", "Enter")
///     try session.type("Sketchbook")
///     try session.wait { $0.contains("Name  Sketchbook") }
///
/// Where tmux is missing, ``isAvailable`` is false.
public final class TmuxSession {
  private let server: String
  private let directory: URL
  private var hasEnded = false

  /// Whether tmux is installed.
  public static let isAvailable: Bool = (try? run(["-V"], server: "none", in: nil)) != nil

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the path of the program, and its arguments; by default an interactive shell.
  ///   - columns: the width of the terminal.
  ///   - rows: the height of the terminal.
  ///   - environment: variables added to those of the tests.
  /// - Throws: ``DriverError``.
  public init(
    command: [String] = ["bash", "--norc", "--noprofile", "-i"],
    columns: Int = 80,
    rows: Int = 24,
    environment: [String: String] = [:]
  ) throws {
    // Short, because the length of a socket's path is limited.
    server = "test-\(UUID().uuidString.prefix(8))"
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(server)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let variables = [
      "TERM": "tmux-256color", "LANG": "C.UTF-8", "PS1": "$ ", "SWIFT_BACKTRACE": "enable=no",
    ].merging(environment) { $1 }
    // Set by `env`, because tmux sets TERM itself.
    let line = (["env"] + variables.map { "\($0)=\($1)" } + command).map(Self.quoted)
    let script = line.joined(separator: " ") + "; echo $? >\(Self.quoted(statusFile.path))"
    // The last screen must stay readable after the program has ended, however soon that is.
    let start =
      ["start-server", ";", "set-option", "-g", "remain-on-exit", "on", ";"]
      + ["set-option", "-gq", "remain-on-exit-format", "", ";"]
      + ["set-option", "-g", "status", "off", ";"]
    try tmux(
      start + [
        "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
        script,
      ]
    )
  }

  deinit {
    end()
  }

  /// Ends the program and the server; further calls do nothing.
  public func end() {
    guard !hasEnded else { return }
    hasEnded = true
    _ = try? tmux(["kill-server"])
    _ = try? FileManager.default.removeItem(at: directory)
  }

  /// Kills the program, without a chance to do anything before it ends.
  ///
  /// - Throws: ``DriverError``.
  public func killProgram() throws {
    let shell = try display("#{pane_pid}")
    let result = try Program.run(["pkill", "-KILL", "-P", shell])
    guard result.status == 0 else { throw DriverError(call: "pkill -P \(shell)", code: 0) }
  }

  /// Presses keys by tmux's names, such as `Down`, `C-x`, `M-a`, `F1`, `Escape`, `BTab`.
  ///
  /// - Throws: ``DriverError``.
  public func sendKeys(_ names: String...) throws {
    try tmux(["send-keys", "--"] + names)
  }

  /// Types text, without looking for key names in it.
  ///
  /// What is pressed right after a long text could be taken for its last characters, as in a paste. So this
  /// waits until the end of such a text is on the screen, or for a second if it is not shown.
  ///
  /// - Throws: ``DriverError``.
  public func type(_ text: String) throws {
    try tmux(["send-keys", "-l", "--", text])
    guard text.count >= 16 else { return }
    let end = text.suffix(8)
    _ = try waitUntil(timeout: 1) { try screen().contains(end) }
  }

  /// Pastes text, as a bracketed paste if the program has turned that on.
  ///
  /// - Throws: ``DriverError``.
  public func paste(_ text: String) throws {
    let file = directory.appendingPathComponent("paste")
    try Data(text.utf8).write(to: file)
    try tmux(["load-buffer", file.path])
    try tmux(["paste-buffer", "-p"])
  }

  /// Resizes the terminal.
  ///
  /// - Throws: ``DriverError``.
  public func resize(columns: Int, rows: Int) throws {
    try tmux(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Returns the screen: a line for each row, without trailing blanks.
  ///
  /// - Throws: ``DriverError``.
  public func screen() throws -> String {
    try tmux(["capture-pane", "-p"])
  }

  /// Returns the screen with the escape sequences of its colours and attributes.
  ///
  /// - Throws: ``DriverError``.
  public func styledScreen() throws -> String {
    try tmux(["capture-pane", "-p", "-e"])
  }

  /// Returns the row and column of the cursor, 0-based.
  ///
  /// - Throws: ``DriverError``.
  public func cursor() throws -> (row: Int, column: Int) {
    let numbers = try display("#{cursor_y} #{cursor_x}").split(separator: " ").compactMap {
      Int($0)
    }
    return (numbers.first ?? -1, numbers.last ?? -1)
  }

  /// Whether the alternate screen is shown.
  ///
  /// - Throws: ``DriverError``.
  public var isAlternate: Bool {
    get throws { try display("#{alternate_on}") == "1" }
  }

  /// Whether the program has asked the terminal for reports of the mouse.
  ///
  /// - Throws: ``DriverError``.
  public var reportsMouse: Bool {
    get throws { try display("#{mouse_any_flag}") == "1" }
  }

  /// Waits until the program ends; its last screen stays readable.
  ///
  /// - Parameter timeout: seconds after which to give up.
  /// - Returns: the exit status, or 128 plus the number of the signal that ended it.
  /// - Throws: ``WaitingError``, ``DriverError``.
  @discardableResult
  public func waitForExit(timeout: TimeInterval = 10) throws -> Int32 {
    var status: Int32?
    let hasEnded = waitUntil(timeout: timeout) {
      let text = try? String(contentsOf: statusFile, encoding: .utf8)
      status = text.flatMap { Int32($0.trimmingCharacters(in: .newlines)) }
      return status != nil
    }
    guard hasEnded, let status else { throw WaitingError(awaited: "the end", found: try screen()) }
    return status
  }

  /// The file for the exit status, which a shell writes; tmux 3.3 sometimes does not report it.
  private var statusFile: URL { directory.appendingPathComponent("status") }

  /// Waits until the screen contains a text.
  ///
  /// - Returns: the screen.
  /// - Throws: ``WaitingError``, ``DriverError``.
  @discardableResult
  public func wait(for text: String, timeout: TimeInterval = 10) throws -> String {
    try wait(for: text.debugDescription, timeout: timeout) { $0.contains(text) }
  }

  /// Waits until a condition holds for the screen.
  ///
  /// - Parameters:
  ///   - name: the name of the condition, for the error.
  ///   - timeout: seconds after which to give up.
  ///   - condition: the condition.
  /// - Returns: the screen.
  /// - Throws: ``WaitingError``, ``DriverError``.
  @discardableResult
  public func wait(
    for name: String = "a screen",
    timeout: TimeInterval = 10,
    until condition: (String) throws -> Bool
  ) throws -> String {
    var screen = ""
    // Each check starts a program.
    let isThere = try waitUntil(timeout: timeout, every: 0.02) {
      screen = try self.screen()
      return try condition(screen)
    }
    guard isThere else { throw WaitingError(awaited: name, found: screen) }
    return screen
  }

  private func display(_ format: String) throws -> String {
    try tmux(["display-message", "-p", format]).trimmingCharacters(in: .newlines)
  }

  @discardableResult
  private func tmux(_ arguments: [String]) throws -> String {
    try Self.run(arguments, server: server, in: directory)
  }

  private static func run(
    _ arguments: [String],
    server: String,
    in directory: URL?
  ) throws -> String {
    let command = ["tmux", "-u", "-L", server, "-f", "/dev/null"] + arguments
    // The socket lies in the directory.
    let environment = ["TMUX": "", "LC_ALL": "C.UTF-8", "TMUX_TMPDIR": directory?.path ?? ""]
    let result = try Program.run(command, environment: environment)
    guard result.status == 0 else {
      throw DriverError(call: "tmux \(arguments.first ?? ""): \(result.complaint)", code: 0)
    }
    return result.output
  }

  private static func quoted(_ word: String) -> String {
    "'" + word.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
