import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct ValidationTests {
  private let suite = Defaults.Suite(inMemory: "validation")

  private struct Odd: Error, CustomStringConvertible { var description: String { "it is odd" } }

  @Test func `a value out of range is refused on every way in`() throws {
    let key = Defaults.Key<Double>("q", default: 0.8, suite: suite, in: 0...1)
    let rejection = Defaults.Rejection.aboveMaximum(value: "1.5", maximum: "1.0")
    Defaults[key] = 0.5
    Defaults[key] = 1.5
    suite.set(1.5, forKey: "q")
    suite.setStoredValue(.real(1.5), forKey: "q")
    #expect(throws: Defaults.WriteError.invalid(key: "q", rejection)) {
      try Defaults.modify(key) { $0 += 1 }
    }
    #expect(Defaults[key] == 0.5)
    #expect(throws: Defaults.WriteError.invalid(key: "q", rejection)) {
      try Defaults.set(key, to: 1.5)
    }
    #expect(throws: Defaults.WriteError.invalid(key: "q", rejection)) {
      try suite.transaction { $0[key] = 1.5 }
    }
    #expect(throws: Defaults.WriteError.invalid(key: "q", rejection)) {
      try suite.setStoredValues(["q": .real(1.5)])
    }
    #expect(Defaults[key] == 0.5)
    let report = Defaults.Diagnostic.Kind.refusedWrite(.invalid(key: "q", rejection))
    #expect(suite.takeDiagnostics().map(\.kind) == Array(repeating: report, count: 3))
    try Defaults.set(key, to: 1)
    #expect(Defaults[key] == 1)
  }

  @Test func `the bounds themselves are allowed, and not-a-number never`() {
    let range = Defaults.Validation<Double>.range(0...1)
    #expect(range.rejection(0) == nil)
    #expect(range.rejection(1) == nil)
    #expect(range.rejection(-0.1) == .belowMinimum(value: "-0.1", minimum: "0.0"))
    #expect(range.rejection(.nan) == .belowMinimum(value: "nan", minimum: "0.0"))
    #expect(Defaults.Validation<Int>.range(5...).rejection(4) != nil)
    #expect(Defaults.Validation<Int>.range(5...).rejection(5) == nil)
    #expect(Defaults.Validation<Int>.range(...5).rejection(6) != nil)
    #expect(Defaults.Validation<Int>.range(...5).rejection(5) == nil)
  }

  @Test func `a stored value that is not allowed reads as the default and is reported`() {
    suite.set(7.0, forKey: "q")
    let key = Defaults.Key<Double>("q", default: 0.8, suite: suite, in: 0...1)
    #expect(Defaults[key] == 0.8)
    #expect(suite.storedValue(forKey: "q") == .real(7))
    #expect(suite.takeDiagnostics().count == 1)
  }

  @Test func `a pattern and its message`() throws {
    let key = Defaults.Key<String?>(
      "nick",
      suite: suite,
      validation: .pattern("^[a-z]+$", message: "use small letters")
    )
    try Defaults.set(key, to: "ada")
    try Defaults.set(key, to: nil)
    let error = #expect(throws: Defaults.WriteError.self) { try Defaults.set(key, to: "Ada!") }
    #expect(error?.description == "\"nick\" was not set: use small letters. Nothing was changed.")
    #expect(
      Defaults.Validation.pattern("b").rejection("a")?.description
        == "the text does not match b"
    )
  }

  @Test func `a pattern that is no regular expression stops the program at its declaration`() async
  {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Defaults.Validation<String>.pattern("(", file: "Keys.swift", line: 7)
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(output.contains("Keys.swift:7"))
    #expect(output.contains("\"(\" is not a regular expression"))
  }

  @Test func `a closure says why`() {
    let even = Defaults.Validation<Int> { if !$0.isMultiple(of: 2) { throw Odd() } }
    #expect(even.rejection(2) == nil)
    #expect(even.rejection(3)?.description == "3 is refused: it is odd")
  }

  @Test func `several rules must all hold, the first that does not is told`() {
    let rule = Defaults.Validation<Int>.range(0...9).and(.oneOf([2, 4, 40]))
    #expect(rule.rejection(4) == nil)
    #expect(rule.rejection(40) == .aboveMaximum(value: "40", maximum: "9"))
    #expect(rule.rejection(5) == .notAChoice("5", choices: ["2", "4", "40"]))
  }

  @Test func `a rule may use the suite`() {
    let suite = suite
    let limit = Defaults.Key<Int>("limit", default: 10, suite: suite)
    let key = Defaults.Key<Int>(
      "k",
      default: 0,
      suite: suite,
      validation: .init { if $0 > Defaults[limit] { throw Odd() } }
    )
    Defaults[key] = 11
    #expect(Defaults[key] == 0)
    Defaults[limit] = 20
    Defaults[key] = 11
    #expect(Defaults[key] == 11)
  }

  @Test func `a key with a computed default has a rule too, and nothing is registered`() {
    let suite = suite
    let key = Defaults.Key<Int>(
      "computed.even",
      suite: suite,
      validation: .init { number in
        guard number.isMultiple(of: 2) else { throw Odd() }
      }
    ) { 4 }
    #expect(Defaults[key] == 4)
    #expect(throws: Defaults.WriteError.self) { try Defaults.set(key, to: 5) }
    Defaults[key] = 6
    #expect(Defaults[key] == 6)
    #expect(suite.registeredValue(forKey: "computed.even") == nil)
  }
}
