public import Foundation
import Glibc

/// A program on a terminal of its own, of which the test is the other end.
///
/// The test sees the bytes that the program sends, can type, resize, hang up, and learn the modes
/// of the terminal, also after the program has ended:
///
///     let terminal = try PseudoTerminal(command: [BuildProducts.program("prefs"), "demo"])
///     try terminal.read(until: "General")
///     try terminal.send("q")
///     #expect(try terminal.waitForExit() == .exited(0))
///     #expect(terminal.isCooked)
public final class PseudoTerminal {
  /// How a program ended.
  public enum Exit: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
  }

  /// The program's process, which leads a session of its own.
  public let process: pid_t
  /// Everything that the program has sent so far.
  public private(set) var output: [UInt8] = []

  private var master: Int32
  /// Kept open, so that the modes can be looked at when the program is gone; -1 after a hang-up.
  private var slave: Int32
  private var exit: Exit?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the path of the program and its arguments.
  ///   - columns: the width of the terminal.
  ///   - rows: its height.
  ///   - environment: all variables of the program; `environment(_:)` adds to a plain set.
  /// - Throws: ``DriverError``.
  public init(
    command: [String],
    columns: Int = 80,
    rows: Int = 24,
    environment: [String: String] = PseudoTerminal.environment()
  ) throws {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    // Not `openpty`: another test's program must not inherit the descriptors between two calls.
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard master >= 0 else { throw DriverError(call: "open /dev/ptmx", code: errno) }
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard ioctl(master, Self.lockRequest, &isLocked) == 0,
      ioctl(master, Self.numberRequest, &number) == 0
    else {
      let code = errno
      Glibc.close(master)
      throw DriverError(call: "ioctl /dev/ptmx", code: code)
    }
    let name = "/dev/pts/\(number)"
    let slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else {
      let code = errno
      Glibc.close(master)
      throw DriverError(call: "open \(name)", code: code)
    }
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    do {
      process = try Spawn.start(command, .terminal(name), environment: environment)
    } catch {
      Glibc.close(master)
      Glibc.close(slave)
      throw error
    }
    self.master = master
    self.slave = slave
  }

  deinit {
    if exit == nil {
      kill(-process, SIGKILL)
      kill(process, SIGKILL)
      var status: Int32 = 0
      waitpid(process, &status, 0)
    }
    if master >= 0 { Glibc.close(master) }
    if slave >= 0 { Glibc.close(slave) }
  }

  /// Returns variables for a program: a fixed set with a terminal type and locale, and the given.
  public static func environment(_ variables: [String: String] = [:]) -> [String: String] {
    var environment = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]
    let inherited = ProcessInfo.processInfo.environment
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] { environment[name] = inherited[name] }
    return environment.merging(variables) { $1 }
  }

  /// `TIOCSPTLCK`, which unlocks the other end; a macro that Swift cannot see.
  private static let lockRequest: UInt = 0x4004_5431
  /// `TIOCGPTN`, which tells the other end's number; a macro that Swift cannot see.
  private static let numberRequest: UInt = 0x8004_5430
}

extension PseudoTerminal {
  /// Types text; escape sequences and control characters are sent as they are.
  ///
  /// - Throws: ``DriverError``.
  public func send(_ text: String) throws {
    try send(bytes: Array(text.utf8))
  }

  /// Types bytes, reading meanwhile what the program sends.
  ///
  /// - Throws: ``DriverError``.
  public func send(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // A program that draws before it reads on would otherwise wait for the test.
        receive(within: 0.01)
      } else if count < 0, errno != EINTR {
        throw DriverError(call: "write", code: errno)
      }
    }
  }

  /// Reads until the output after a position holds a text.
  ///
  /// - Parameters:
  ///   - text: what to wait for.
  ///   - start: how much of the output not to look at, in bytes.
  ///   - timeout: seconds after which to give up.
  /// - Throws: ``WaitingError``.
  public func read(until text: String, from start: Int = 0, timeout: TimeInterval = 10) throws {
    let sought = Array(text.utf8)
    let end = Date(timeIntervalSinceNow: timeout)
    while !output[min(start, output.count)...].contains(sought) {
      if Date() > end {
        throw WaitingError(awaited: text.debugDescription, found: transcript)
      }
      receive(within: 0.05)
    }
  }

  /// Reads until the program has sent nothing for a while.
  ///
  /// - Parameters:
  ///   - silence: seconds.
  ///   - timeout: seconds after which to give up.
  /// - Returns: the bytes that came.
  /// - Throws: ``WaitingError``.
  @discardableResult
  public func readUntilSilent(
    for silence: TimeInterval = 0.15,
    timeout: TimeInterval = 10
  ) throws -> [UInt8] {
    let start = output.count
    let end = Date(timeIntervalSinceNow: timeout)
    while receive(within: silence) {
      if Date() > end { throw WaitingError(awaited: "silence", found: transcript) }
    }
    return Array(output[start...])
  }

  /// Everything that the program has sent, with control characters spelled out.
  public var transcript: String {
    String(decoding: output, as: UTF8.self).unicodeScalars
      .map { $0.value < 0x20 && $0 != "\n" ? $0.escaped(asASCII: true) : String($0) }
      .joined()
  }

  /// Reads what arrives in time; answers whether there was anything.
  @discardableResult
  private func receive(within seconds: TimeInterval) -> Bool {
    guard master >= 0 else { return false }
    var source = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, Int32(seconds * 1000)) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    output.append(contentsOf: buffer[..<count])
    return true
  }
}

extension PseudoTerminal {
  /// Gives the terminal another size, which the program is told by a signal.
  public func resize(columns: Int, rows: Int) {
    var size = winsize()
    size.ws_col = UInt16(columns)
    size.ws_row = UInt16(rows)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Sends a signal to the program.
  public func signal(_ number: Int32) {
    kill(process, number)
  }

  /// Closes the test's end, as a terminal does whose window is closed.
  public func hangUp() {
    Glibc.close(slave)
    Glibc.close(master)
    slave = -1
    master = -1
  }

  /// The present modes of the terminal.
  public var modes: termios {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes
  }

  /// Whether the terminal edits lines, shows what is typed and makes signals, as shells expect.
  public var isCooked: Bool {
    let expected = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    return modes.c_lflag & expected == expected && modes.c_iflag & tcflag_t(ICRNL) != 0
      && modes.c_oflag & tcflag_t(OPOST) != 0
  }

  /// Waits for the end of the program, reading what it sends meanwhile.
  ///
  /// - Parameter timeout: seconds after which to give up.
  /// - Returns: how it ended.
  /// - Throws: ``WaitingError``.
  @discardableResult
  public func waitForExit(timeout: TimeInterval = 10) throws -> Exit {
    if let exit { return exit }
    var status: Int32 = 0
    let hasEnded = waitUntil(timeout: timeout) {
      receive(within: 0)
      return waitpid(process, &status, WNOHANG) == process
    }
    guard hasEnded else { throw WaitingError(awaited: "the end", found: transcript) }
    while receive(within: 0) {}
    let signal = status & 0x7F
    let result: Exit = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    exit = result
    return result
  }

  /// The processor time that the program has used, in seconds; nil when it has ended.
  public var processorTime: TimeInterval? {
    let path = "/proc/\(process)/stat"
    guard let text = try? String(contentsOfFile: path, encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
      return nil
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
