import Foundation
import Glibc
import TestSupport
import Testing

/// The screen on a pseudo terminal: what is sent, and how the terminal is left behind.
struct ProbeTerminalTests {
  private static let probe = BuildProducts.program("screen-probe")
  private static let leaveAlternate = "\u{1B}[?1049l"

  /// Starts the probe and waits for its first screen.
  private func start(
    _ arguments: String...,
    columns: Int = 80,
    environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      command: [Self.probe] + arguments,
      columns: columns,
      environment: PseudoTerminal.environment(environment)
    )
    try terminal.read(until: "row 7")
    try terminal.readUntilSilent()
    return terminal
  }

  /// Checks that the terminal is as shells expect it.
  private func expectRestored(
    _ terminal: PseudoTerminal,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let output = String(decoding: terminal.output, as: UTF8.self)
    #expect(terminal.isCooked, sourceLocation: sourceLocation)
    for (on, off) in [
      ("\u{1B}[?1049h", Self.leaveAlternate), ("\u{1B}[?2004h", "\u{1B}[?2004l"),
      ("\u{1B}[?25l", "\u{1B}[?25h"), ("\u{1B}[?1000h", "\u{1B}[?1000l"),
      ("\u{1B}[?1h\u{1B}=", "\u{1B}[?1l\u{1B}>"),
    ] {
      let first = output.range(of: on, options: .backwards)
      let last = output.range(of: off, options: .backwards)
      #expect(first != nil, "\(on.debugDescription)", sourceLocation: sourceLocation)
      if let first {
        #expect(
          last.map { $0.lowerBound > first.lowerBound } == true,
          "\(off.debugDescription) in \(terminal.transcript)",
          sourceLocation: sourceLocation
        )
      }
    }
  }

  @Test
  func `quitting leaves the terminal as it was found`() throws {
    let terminal = try start()
    #expect(!terminal.isCooked)
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGINT])
  func `a signal that ends programs comes as an event`(signal: Int32) throws {
    let terminal = try start()
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.contains("ended with signal(\(signal))"))
    expectRestored(terminal)
  }

  @Test(
    arguments: Thorough.sample(
      [
        SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGQUIT, SIGALRM, SIGVTALRM,
        SIGPROF,
        SIGUSR1, SIGUSR2, SIGXCPU, SIGXFSZ, SIGIO, SIGPWR, SIGSTKFLT,
      ],
      every: 5
    )
  )
  func `a fatal signal restores the terminal and still kills`(signal: Int32) throws {
    let terminal = try start()
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .signalled(signal))
    expectRestored(terminal)
  }

  /// The first, the last and some others; Swift's Glibc module has no names for them.
  @Test(arguments: [34, 35, 49, 64] as [Int32])
  func `a real-time signal restores the terminal and still kills`(signal: Int32) throws {
    let terminal = try start()
    terminal.signal(signal)
    #expect(try terminal.waitForExit() == .signalled(signal))
    expectRestored(terminal)
  }

  @Test
  func `a signal that the app handles does not end it`() throws {
    let terminal = try start("--own-signal")
    terminal.signal(SIGUSR1)
    try terminal.send("j")
    try terminal.readUntilSilent()
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test(arguments: [("s", [SIGSEGV]), ("o", [SIGSEGV]), ("f", [SIGILL, SIGTRAP])])
  func `a crash restores the terminal and still kills`(key: String, signals: [Int32]) throws {
    let terminal = try start()
    try terminal.send(key)
    let exit = try terminal.waitForExit(timeout: 20)
    #expect(signals.contains { exit == .signalled($0) })
    expectRestored(terminal)
  }

  @Test
  func `the message of a fatal error appears on the restored screen`() throws {
    let terminal = try start()
    try terminal.send("f")
    try terminal.waitForExit()
    let output = String(decoding: terminal.output, as: UTF8.self)
    let end = try #require(output.range(of: Self.leaveAlternate))
    #expect(output[end.upperBound...].contains("Fatal error: deliberate end"))
    #expect(!output[..<end.lowerBound].contains("Fatal error"))
  }

  @Test(.disabled(if: BuildProducts.areForeign, "A static program finds no backtracer."))
  func `the handlers from before are called after the terminal was restored`() throws {
    let terminal = try start(
      environment: ["SWIFT_BACKTRACE": "enable=yes,interactive=no,color=no,symbolicate=off"]
    )
    try terminal.send("s")
    #expect(try terminal.waitForExit(timeout: 60) == .signalled(SIGSEGV))
    expectRestored(terminal)
    let output = String(decoding: terminal.output, as: UTF8.self)
    let end = try #require(output.range(of: Self.leaveAlternate))
    #expect(output[end.upperBound...].contains("Program crashed: Bad pointer dereference"))
  }

  @Test
  func `ending the process at once restores the terminal as well`() throws {
    let terminal = try start()
    try terminal.send("x")
    #expect(try terminal.waitForExit() == .exited(7))
    expectRestored(terminal)
  }

  @Test
  func `what is written to standard error appears after the screen`() throws {
    let terminal = try start()
    try terminal.send("e")
    try terminal.readUntilSilent()
    try terminal.send("q")
    try terminal.waitForExit()
    let output = String(decoding: terminal.output, as: UTF8.self)
    let end = try #require(output.range(of: Self.leaveAlternate))
    #expect(output[end.upperBound...].contains("a message"))
    #expect(!output[..<end.lowerBound].contains("a message"))
  }

  @Test
  func `moving the selection sends at most 300 bytes and nothing else is ever sent`() throws {
    let terminal = try start()
    for key in ["\u{1B}OB", "\u{1B}OB", "\u{1B}OA"] {
      try terminal.send(key)
      let bytes = try terminal.readUntilSilent(for: 0.3)
      #expect(bytes.count > 0)
      #expect(bytes.count <= 300)
    }
    // Nothing happens, so nothing is sent.
    #expect(try terminal.readUntilSilent(for: 1).isEmpty)
    // A frame that is the same costs nothing: the focus report is no event.
    try terminal.send("\u{1B}[I")
    #expect(try terminal.readUntilSilent(for: 0.3).isEmpty)
  }

  @Test
  func `a terminal that went away ends the program, which does not spin`() throws {
    let terminal = try start()
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test
  func `a terminal that went away without a signal ends the program as well`() throws {
    let script = "trap '' HUP; setsid --wait \(Self.probe)"
    let terminal = try PseudoTerminal(command: ["sh", "-c", script])
    try terminal.read(until: "row 7")
    terminal.hangUp()
    #expect(try terminal.waitForExit() == .exited(0))
  }

  @Test
  func `a waiting program uses no processor time`() throws {
    let terminal = try start()
    let before = try #require(terminal.processorTime)
    try terminal.readUntilSilent(for: 1)
    let after = try #require(terminal.processorTime)
    #expect(after - before <= 0.03)
  }

  @Test
  func `lone Escape is told soon and split characters are put together`() throws {
    let terminal = try start()
    let clock = ContinuousClock()
    let time = try clock.measure {
      try terminal.send("\u{1B}")
      try terminal.read(until: "escape")
    }
    #expect(time < .milliseconds(800))
    for byte in Array("日".utf8) {
      try terminal.send(bytes: [byte])
      try terminal.readUntilSilent(for: 0.05)
    }
    try terminal.read(until: "key '日'")
  }

  @Test
  func `a long paste is one event, also when its end is missing`() throws {
    let terminal = try start("--no-mouse")
    let text = String(repeating: "qfs\r", count: 2_500)
    try terminal.send("\u{1B}[200~begin\(text)\u{1B}[201~")
    try terminal.read(until: "paste 10005 begin")
    try terminal.send("\u{1B}[200~unfinished")
    try terminal.read(until: "paste 10 unfinished")
    try terminal.send("\u{1B}[200~one\u{1B}[201~\u{1B}[200~two\u{1B}[201~k")
    try terminal.read(until: "paste 3 one")
    try terminal.read(until: "paste 3 two")
    try terminal.read(until: "key 'k'")
  }

  @Test
  func `the mouse tells presses, double clicks and the wheel`() throws {
    let terminal = try start()
    // In one go, because a slow machine must not make two single clicks of it.
    try terminal.send(String(repeating: "\u{1B}[<0;5;3M\u{1B}[<0;5;3m", count: 2))
    try terminal.read(until: "press 2 4")
    try terminal.read(until: "doubleClick 2 4")
    try terminal.send("\u{1B}[<64;70;9M\u{1B}[<64;70;8M\u{1B}[<65;1;1M")
    try terminal.read(until: "wheelUp 8 69")
    try terminal.read(until: "wheelUp 7 69")
    try terminal.read(until: "wheelDown 0 0")
    try terminal.send("\u{1B}[<0;5;3M\u{1B}[<0;8;3m")
    try terminal.read(until: "drag")
  }

  @Test
  func `mouse, colours and ASCII are changed while the program runs`() throws {
    let terminal = try start("--color")
    let sequences = ["\u{1B}[?1006l\u{1B}[?1000l", "\u{1B}[?1000h\u{1B}[?1006h"]
    for sequence in sequences {
      let start = terminal.output.count
      try terminal.send("M")
      try terminal.read(until: sequence, from: start)
    }
    try terminal.readUntilSilent()
    // The lines are drawn again in ASCII, and then without colours: those cells alone.
    for key in ["A", "C"] {
      let start = terminal.output.count
      try terminal.send(key)
      try terminal.readUntilSilent()
      let sent = terminal.output.count - start
      #expect(sent > 20, "\(key)")
    }
    try terminal.send("M")
    try terminal.readUntilSilent()
    let start = terminal.output.count
    try terminal.send("q")
    try terminal.read(until: "ended with", from: start)
    #expect(!String(decoding: terminal.output[start...], as: UTF8.self).contains("1000l"))
  }

  @Test
  func `another thread can wake a waiting screen, once for several calls`() throws {
    let terminal = try start()
    try terminal.send("w")
    try terminal.read(until: "wake")
    let start = terminal.output.count
    try terminal.readUntilSilent()
    #expect(!String(decoding: terminal.output[start...], as: UTF8.self).contains("wake"))
  }

  @Test
  func `a stopped program that goes on paints everything again`() throws {
    let terminal = try start()
    terminal.signal(SIGSTOP)
    let start = terminal.output.count
    terminal.signal(SIGCONT)
    try terminal.read(until: "row 7", from: start)
    try terminal.read(until: "resume", from: start)
    #expect(!terminal.isCooked)
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test
  func `a stop signal from elsewhere comes as its key`() throws {
    let terminal = try start()
    terminal.signal(SIGTSTP)
    try terminal.read(until: "ctrl+'z'")
  }

  @Test
  func `suspending where no shell could continue the program does nothing`() throws {
    let terminal = try start()
    try terminal.send("\u{1A}")
    try terminal.read(until: "ctrl+'z'")
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test
  func `a screen can be opened again after it was closed`() throws {
    let terminal = try start()
    try terminal.send("r")
    let start = terminal.output.count
    try terminal.read(until: "row 7", from: start)
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    #expect(terminal.transcript.contains("between"))
    expectRestored(terminal)
  }

  @Test
  func `a second screen is refused while one is open`() throws {
    let terminal = try start()
    try terminal.send("n")
    try terminal.read(until: "second true")
  }

  @Test
  func `another program can have the terminal for a while`() throws {
    let terminal = try start()
    try terminal.send("y")
    try terminal.read(until: "other program")
    #expect(terminal.isCooked)
    let start = terminal.output.count
    try terminal.send("answer\r")
    try terminal.read(until: "yielded 0", from: start)
    #expect(!terminal.isCooked)
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
    expectRestored(terminal)
  }

  @Test
  func `the keyboard's interrupt goes to the other program alone`() throws {
    let terminal = try start()
    try terminal.send("y")
    try terminal.read(until: "other program")
    let start = terminal.output.count
    try terminal.send("\u{3}")
    try terminal.read(until: "yielded", from: start)
    try terminal.send("q")
    #expect(try terminal.waitForExit() == .exited(0))
  }
}
