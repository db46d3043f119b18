import Foundation
import TestSupport
import Testing

/// What the editor sends, in every size and in storms of events.
struct TerminalLifeTests {
  /// Removes its directory when it is released, so it must outlive the terminal.
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func open(_ tool: Tool, columns: Int = 80, rows: Int = 24) throws -> PseudoTerminal {
    try PseudoTerminal(
      command: [tool.program, "demo"],
      columns: columns,
      rows: rows,
      environment: PseudoTerminal.environment(tool.environment)
    )
  }

  /// Leaves whatever is open, and expects that all bytes sent until the end are known.
  private func expectEnd(_ terminal: PseudoTerminal) throws {
    var exit: PseudoTerminal.Exit?
    for _ in 0..<5 where exit == nil {
      try terminal.send("\u{1B}")
      try terminal.readUntilSilent(for: 0.3)
      try terminal.send("q")
      exit = try? terminal.waitForExit(timeout: 2)
    }
    #expect(exit == .exited(0))
    #expect(terminal.isCooked)
    #expect(throws: Never.self) { try OutputGrammar.parse(terminal.output) }
  }

  /// The names of the threads of a process; one without a name of its own has that of the program.
  private func threads(of process: pid_t) -> [String] {
    let tasks = "/proc/\(process)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
    return threads.compactMap { thread in
      let name = try? String(contentsOfFile: "\(tasks)/\(thread)/comm", encoding: .utf8)
      return name?.trimmingCharacters(in: .newlines)
    }
  }

  /// A thread without a name would be one of libdispatch.
  ///
  /// libdispatch wakes every process that has used one of its queues once a second. How often the editor is
  /// woken is measured by `.ci/peers`: here other tests change directories that it watches.
  @Test func `the editor has no threads but its own`() throws {
    let terminal = try open(tool)
    try terminal.read(until: "Autosave interval")
    try terminal.send("\u{1B}OB ")
    try terminal.readUntilSilent(for: 0.3)
    #expect(threads(of: terminal.process).filter { $0 == "prefs" }.count == 1)
    #expect(threads(of: terminal.process).contains("defaults.watch"))
    try expectEnd(terminal)
  }

  @Test(
    .thorough,
    arguments: Thorough.sample(
      [
        (0, 0), (1, 1), (2, 2), (5, 1), (1, 30), (12, 3), (20, 3), (30, 4), (40, 12), (80, 24),
        (132, 43),
        (200, 60), (500, 200), (500, 2), (3, 200),
      ],
      every: 6
    )
  )
  func `the editor lives in every size`(columns: Int, rows: Int) throws {
    let terminal = try open(tool, columns: columns, rows: rows)
    try terminal.read(until: "\u{1B}[2J")
    try terminal.readUntilSilent(for: 0.3)
    for key in ["\u{1B}OB", "\r", "\u{1B}", "/", "a", "\u{1B}", "?", "\u{1B}"] {
      try terminal.send(key)
      try terminal.readUntilSilent(for: 0.1)
    }
    try expectEnd(terminal)
  }

  @Test
  func `a storm of resizes with keys in between ends with the screen of the last size`() throws {
    let terminal = try open(tool)
    try terminal.read(until: "Autosave interval")
    for step in 0..<200 {
      terminal.resize(columns: (step * 37) % 171, rows: (step * 23) % 61)
      if step % 7 == 0 { try terminal.send("\u{1B}OB") }
      if step % 50 == 0 { try terminal.readUntilSilent(for: 0.05) }
    }
    terminal.resize(columns: 60, rows: 20)
    try terminal.readUntilSilent(for: 0.5)
    let start = terminal.output.count
    try terminal.send("\u{C}")
    try terminal.read(until: "Sketchbook", from: start)
    try terminal.readUntilSilent()
    let positions = try OutputGrammar.parse(Array(terminal.output[start...])).compactMap {
      element in
      if case .sequence(let text) = element, text.last == "H" { text } else { nil }
    }
    for position in positions where position != "[H" {
      let numbers = position.dropFirst().dropLast().split(separator: ";").compactMap { Int($0) }
      #expect(numbers[0] <= 20 && numbers[1] <= 60)
    }
    try expectEnd(terminal)
  }

  @Test(.thorough)
  func `keys that pile up give few frames`() throws {
    let terminal = try open(tool)
    try terminal.read(until: "Autosave interval")
    try terminal.readUntilSilent()
    let start = terminal.output.count
    try terminal.send(String(repeating: "\u{1B}OB\u{1B}OA", count: 2000) + "\u{1B}OB")
    // On a busy machine, the debug build is silent for a while between two frames.
    try terminal.readUntilSilent(for: 2, timeout: 60)
    // Each frame of a move is some 300 bytes.
    #expect(terminal.output.count - start < 120_000)
    try expectEnd(terminal)
  }

  @Test(.thorough)
  func `nothing is sent while nothing happens`() throws {
    let terminal = try open(tool)
    try terminal.read(until: "Autosave interval")
    try terminal.readUntilSilent(for: 1)
    #expect(try terminal.readUntilSilent(for: 2).isEmpty)
    try expectEnd(terminal)
  }

  @Test(.thorough, arguments: [true, false])
  func `Down sends few bytes`(hasDetails: Bool) throws {
    let terminal = try open(tool)
    try terminal.read(until: "Autosave interval")
    try terminal.readUntilSilent(for: 0.5)
    if !hasDetails {
      try terminal.send("i")
      try terminal.readUntilSilent(for: 0.3)
    }
    var counts: [Int] = []
    for number in 0..<20 {
      try terminal.send(number < 17 ? "\u{1B}OB" : "\u{1B}OA")
      counts.append(try terminal.readAnswer(silence: 0.2).count)
    }
    #expect(counts.sorted()[10] <= (hasDetails ? 300 : 150), "\(counts)")
    try expectEnd(terminal)
  }

  @Test(.thorough)
  func `a session of every kind of screen sends only known sequences`() throws {
    let terminal = try open(tool)
    try terminal.read(until: "Autosave interval")
    let keys = [
      "\u{1B}OB", "\u{1B}OB", "\r", "7", "\u{1B}", "?", "\u{1B}[6~", "\u{1B}", ":", "x", "\u{1B}",
      "/", "color", "\r", "\u{1B}", "g", "G", "\r", "\u{1B}", "\u{1B}[<0;10;6M\u{1B}[<0;10;6m",
      "\u{1B}[<65;10;6M", "u", "\u{1B}", "\u{C}", "i", "i", "\t", "\t", "\t",
    ]
    for key in keys {
      try terminal.send(key)
      try terminal.readUntilSilent(for: 0.08)
    }
    terminal.resize(columns: 120, rows: 40)
    try terminal.readUntilSilent(for: 0.3)
    try expectEnd(terminal)
  }
}
