public import Foundation
import Glibc

/// A program on a pseudo-terminal, of which the test holds the other end.
///
/// The test reads the bytes that the program sends; it can type, resize, hang up, and look at the
/// terminal's modes, even after the program has ended:
///
///     let terminal = try PseudoTerminal(command: [BuildProducts.program("prefs"), "demo"])
///     try terminal.read(until: "General")
///     try terminal.send("q")
///     #expect(try terminal.waitForExit() == .exited(0))
///     #expect(terminal.isCooked)
public final class PseudoTerminal {
  /// The ways in which a program can end.
  public enum Exit: Hashable, Sendable {
    /// The program exited with this status.
    case exited(Int32)
    /// The program was killed by this signal.
    case signalled(Int32)
  }

  /// The process identifier of the program, which leads a session of its own.
  public let process: pid_t
  /// The bytes that the program has sent so far.
  public private(set) var output: [UInt8] = []

  private var master: Int32
  /// The program's end, kept open to read the modes after the program has ended; -1 after a
  /// hang-up.
  private var slave: Int32
  private var exit: Exit?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - command: the path of the program, and its arguments.
  ///   - columns: the width of the terminal.
  ///   - rows: the height of the terminal.
  ///   - environment: all variables of the program; `environment(_:)` adds some to a fixed set.
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
    // Not `openpty`, which does not set `O_CLOEXEC`: another test's program could inherit the
    // descriptors before that is set.
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

  /// Returns a fixed set of variables, with a terminal type and a locale, and the given ones.
  public static func environment(_ variables: [String: String] = [:]) -> [String: String] {
    var environment = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "SWIFT_BACKTRACE": "enable=no",
    ]
    let inherited = ProcessInfo.processInfo.environment
    for name in ["PATH", "HOME", "LD_LIBRARY_PATH"] { environment[name] = inherited[name] }
    return environment.merging(variables) { $1 }
  }

  /// `TIOCSPTLCK`, which unlocks the program's end; Swift does not import the macro.
  private static let lockRequest: UInt = 0x4004_5431
  /// `TIOCGPTN`, which returns the number of the program's end; Swift does not import the macro.
  private static let numberRequest: UInt = 0x8004_5430
}

extension PseudoTerminal {
  /// Types text; escape sequences and control characters are sent as they are.
  ///
  /// - Throws: ``DriverError``.
  public func send(_ text: String) throws {
    try send(bytes: Array(text.utf8))
  }

  /// Types bytes, and meanwhile reads what the program sends.
  ///
  /// - Throws: ``DriverError``.
  public func send(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // A program that is blocked while it draws would not read; each would wait for the other.
        receive(within: 0.01)
      } else if count < 0, errno != EINTR {
        throw DriverError(call: "write", code: errno)
      }
    }
  }

  /// Reads until the output contains a text.
  ///
  /// - Parameters:
  ///   - text: the text to wait for.
  ///   - start: the number of bytes at the start of the output in which not to search.
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
  ///   - silence: the seconds without output to wait for.
  ///   - timeout: seconds after which to give up.
  /// - Returns: the bytes read by this call.
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

  /// Reads until the program has sent something, and then nothing for a while.
  ///
  /// - Parameters:
  ///   - silence: the seconds without output to wait for.
  ///   - timeout: seconds after which to give up.
  /// - Returns: the bytes read by this call.
  /// - Throws: ``WaitingError`` when nothing arrives, or no silence.
  public func readAnswer(
    silence: TimeInterval = 0.15,
    timeout: TimeInterval = 10
  ) throws -> [UInt8] {
    let start = output.count
    guard receive(within: timeout) else {
      throw WaitingError(awaited: "an answer", found: transcript)
    }
    try readUntilSilent(for: silence, timeout: timeout)
    return Array(output[start...])
  }

  /// Reads some bytes in a time, as a slow line does.
  ///
  /// - Parameters:
  ///   - limit: the most bytes.
  ///   - seconds: the time, which has passed when the call returns.
  public func read(atMost limit: Int, within seconds: TimeInterval) {
    let end = Date(timeIntervalSinceNow: seconds)
    receive(within: seconds, atMost: limit)
    Thread.sleep(until: end)
  }

  /// The output so far as text, with control characters spelled out.
  public var transcript: String {
    String(decoding: output, as: UTF8.self).unicodeScalars
      .map { $0.value < 0x20 && $0 != "\n" ? $0.escaped(asASCII: true) : String($0) }
      .joined()
  }

  /// Reads what arrives in time; returns whether there was anything.
  @discardableResult
  private func receive(within seconds: TimeInterval, atMost limit: Int = 65_536) -> Bool {
    guard master >= 0 else { return false }
    var source = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, Int32(seconds * 1000)) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: limit)
    let count = Glibc.read(master, &buffer, buffer.count)
    guard count > 0 else { return false }
    output.append(contentsOf: buffer[..<count])
    return true
  }
}

extension PseudoTerminal {
  /// Resizes the terminal, for which the kernel sends the program SIGWINCH.
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

  /// Closes both ends that the test holds, as a terminal does when its window is closed.
  public func hangUp() {
    Glibc.close(slave)
    Glibc.close(master)
    slave = -1
    master = -1
  }

  /// The current modes of the terminal.
  public var modes: termios {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes
  }

  /// Whether the terminal edits lines, echoes them and sends signals, as shells expect.
  public var isCooked: Bool {
    let expected = tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    return modes.c_lflag & expected == expected && modes.c_iflag & tcflag_t(ICRNL) != 0
      && modes.c_oflag & tcflag_t(OPOST) != 0
  }

  /// Makes the terminal take no more bytes from the program, as after ^S.
  public func stopOutput() {
    tcflow(slave, TCOOFF)
  }

  /// Waits until the program ends, and meanwhile reads what it sends.
  ///
  /// - Parameter timeout: seconds after which to give up.
  /// - Returns: how the program ended.
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
