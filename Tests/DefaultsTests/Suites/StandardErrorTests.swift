import Foundation
import Glibc
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What a program prints about refused writes, each test in a process of its own.
struct StandardErrorTests {
  /// The lines on standard error that are about the suites of these tests.
  private func lines(_ result: ExitTest.Result?) throws -> [String] {
    let content = try #require(result?.standardErrorContent)
    return String(decoding: content, as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.contains("org.example.printed") }
  }

  @Test func `a refused write is one line for each suite, key and reason`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      for name in ["org.example.printed.one", "org.example.printed.two"] {
        let suite = Defaults.Suite(inMemory: name)
        let key = Defaults.Key<Int>("k", default: 0, suite: suite, in: 0...5)
        let other = Defaults.Key<Int>("other", default: 0, suite: suite, in: 0...5)
        for number in 6...9 {
          Defaults[key] = number
          suite.set(number, forKey: "k")
          suite.setStoredValue(.integer(Int128(number)), forKey: "k")
          Defaults[other] = number
          // Another reason: no property list holds an object of this type.
          suite.set(Recorder<Int>(), forKey: "k")
        }
      }
    }
    let lines = try lines(result)
    #expect(lines.count == 6)
    for name in ["org.example.printed.one", "org.example.printed.two"] {
      let own = lines.filter { $0.contains("In \(name): ") }
      #expect(own.count == 3)
      #expect(own.filter { $0.contains("\"k\" was not set: 6 is above the maximum 5") }.count == 1)
      #expect(own.filter { $0.contains("\"other\" was not set: 6 is above") }.count == 1)
      #expect(own.filter { $0.contains("The value of \"k\" cannot be stored") }.count == 1)
    }
  }

  @Test func `errors that are thrown are not printed as well`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let suite = Defaults.Suite(inMemory: "org.example.printed")
      let key = Defaults.Key<Int>("k", default: 0, suite: suite, in: 0...5)
      #expect(throws: Defaults.WriteError.self) { try Defaults.set(key, to: 6) }
      #expect(throws: Defaults.WriteError.self) { try Defaults.modify(key) { $0 = 6 } }
      #expect(throws: Defaults.WriteError.self) { try suite.write(["k": .integer(6)]) }
    }
    #expect(try lines(result) == [])
  }

  @Test func `a line break in a name makes no second line`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let suite = Defaults.Suite(inMemory: "org.example.printed")
      let name = "a\norg.example.printed forged\u{1B}[31m"
      let key = Defaults.Key<Int>(name, default: 0, suite: suite, in: 0...5)
      Defaults[key] = 6
    }
    let lines = try lines(result)
    #expect(lines.count == 1)
    #expect(!lines.contains { $0.contains("\u{1B}") })
  }

  @Test func `without a handler nothing is printed`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      Defaults.setDiagnosticHandler(nil)
      let suite = Defaults.Suite(inMemory: "org.example.printed")
      let key = Defaults.Key<Int>("k", default: 0, suite: suite, in: 0...5)
      Defaults[key] = 6
      // It is kept for whoever asks later.
      #expect(suite.takeDiagnostics().count == 1)
    }
    #expect(try lines(result) == [])
  }

  @Test func `a handler gets every refusal, and nothing is printed`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let handled = Recorder<Defaults.Diagnostic>()
      Defaults.setDiagnosticHandler { handled.record($0) }
      let suite = Defaults.Suite(inMemory: "org.example.printed")
      let key = Defaults.Key<Int>("k", default: 0, suite: suite, in: 0...5)
      Defaults[key] = 6
      Defaults[key] = 7
      let expected = [6, 7].map { number in
        Defaults.Diagnostic(
          suiteName: "org.example.printed",
          kind: .refusedWrite(
            .invalid(key: "k", .aboveMaximum(value: "\(number)", maximum: "5"))
          )
        )
      }
      #expect(waitUntil { handled.elements.count >= 2 })
      #expect(handled.elements == expected)
    }
    #expect(try lines(result) == [])
  }

  @Test func `a suite that is observed prints nothing`() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let suite = Defaults.Suite(inMemory: "org.example.printed")
      let heard = Recorder<Defaults.Diagnostic>()
      let observation = suite.observeDiagnostics { heard.record($0) }
      let key = Defaults.Key<Int>("k", default: 0, suite: suite, in: 0...5)
      Defaults[key] = 6
      #expect(waitUntil { heard.elements.count == 1 })
      observation.invalidate()
    }
    #expect(try lines(result) == [])
  }

  @Test func `a full pipe as standard error does not stop the thread that reads a key`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [0, 0]
      #expect(pipe(&ends) == 0)
      // Nobody reads, so a write to the full pipe waits for ever.
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
      let block = [UInt8](repeating: 0, count: 4096)
      while write(ends[1], block, block.count) > 0 {}
      _ = fcntl(ends[1], F_SETFL, 0)
      let standardError = dup(STDERR_FILENO)
      dup2(ends[1], STDERR_FILENO)
      alarm(60)
      let suite = Defaults.Suite(inMemory: "org.example.printed")
      suite.set("text", forKey: "number")
      let key = Defaults.Key<[Int]>("number", default: [7], suite: suite)
      #expect(Defaults[key] == [7])
      // The line is written when there is room.
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      var text = ""
      while !text.contains("number") {
        let count = read(ends[0], &buffer, buffer.count)
        text = String(decoding: buffer[..<max(0, count)].filter { $0 != 0 }, as: UTF8.self)
      }
      dup2(standardError, STDERR_FILENO)
      // Another thread may be writing to the pipe, which a normal exit would not interrupt.
      alarm(0)
    }
  }
}
