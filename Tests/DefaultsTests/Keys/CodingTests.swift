import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct CodingTests {
  struct Window: Codable, Hashable, Defaults.Serializable {
    var title: String
    var opened: Date
    var size: [Double]
    var icon: Data?
    var level: UInt64
  }

  enum Mode: String, Codable, Defaults.Serializable {
    case light, dark
  }

  enum Size: Int, Defaults.Serializable {
    case small = 1
    case large = 2
  }

  private let suite = Defaults.Suite(inMemory: "coding")
  private let window = Window(
    title: "Main",
    opened: Date(timeIntervalSinceReferenceDate: 0.125),
    size: [800, 0.1],
    icon: nil,
    level: .max
  )

  @Test func `a codable value is stored as a dictionary of its parts`() {
    let key = Defaults.Key<Window?>("CodingTests.window", suite: suite, coding: .propertyList)
    Defaults[key] = window
    #expect(
      suite.storedValue(forKey: key.name)
        == .dictionary([
          "title": .string("Main"),
          "opened": .date(Date(timeIntervalSinceReferenceDate: 0.125)),
          "size": .array([.real(800), .real(0.1)]),
          "level": .integer(Int128(UInt64.max)),
        ])
    )
    #expect(
      Defaults[Defaults.Key<Window?>(key.name, suite: suite, coding: .propertyList)] == window
    )
    Defaults[key] = nil
    #expect(suite.storedValue(forKey: key.name) == nil)
  }

  @Test func `a part of it may be changed by whoever knows no Swift`() throws {
    let key = Defaults.Key("CodingTests.part", default: window, suite: suite, coding: .propertyList)
    Defaults[key].level = 1
    guard case .dictionary(var parts) = suite.storedValue(forKey: key.name) else {
      Issue.record("no dictionary")
      return
    }
    parts["title"] = .string("Second")
    suite.setStoredValue(.dictionary(parts), forKey: key.name)
    #expect(Defaults[key].title == "Second")
    parts["title"] = nil
    suite.setStoredValue(.dictionary(parts), forKey: key.name)
    #expect(Defaults[key] == window)
    #expect(
      suite.takeDiagnostics().map(\.kind).contains { kind in
        if case .unreadableValue("CodingTests.part", _, _) = kind { true } else { false }
      }
    )
  }

  @Test func `what is no dictionary itself may be coded as a property list too`() {
    let key = Defaults.Key<[String: [Int]]>(
      "CodingTests.plain",
      default: [:],
      suite: suite,
      coding: .propertyList
    )
    Defaults[key] = ["a": [1, 2], "b": []]
    #expect(Defaults[key] == ["a": [1, 2], "b": []])
    let mode = Defaults.Key<Mode>(
      "CodingTests.mode",
      default: .light,
      suite: suite,
      coding: .propertyList
    )
    Defaults[mode] = .dark
    #expect(suite.storedValue(forKey: mode.name) == .string("dark"))
  }

  @Test func `the form of the type is read before a key got a coding, and after`() {
    let name = "CodingTests.forms"
    let plain = Defaults.Key<Mode>(name, default: .light, suite: suite)
    let raw = Defaults.Key<Mode>(name, default: .light, suite: suite, coding: .rawValue)
    Defaults[plain] = .dark
    #expect(suite.storedValue(forKey: name) == .string("\"dark\""))
    #expect(Defaults[raw] == .dark)
    Defaults[raw] = .light
    #expect(suite.storedValue(forKey: name) == .string("light"))
    let window = Defaults.Key<Window>(
      "CodingTests.json",
      default: window,
      suite: suite,
      coding: .propertyList
    )
    Defaults[Defaults.Key<Window>(window.name, default: self.window, suite: suite)].level = 7
    #expect(Defaults[window].level == 7)
  }

  @Test func `raw values may be stored as JSON where the type stores them plainly`() {
    struct Pair: Codable, RawRepresentable, Defaults.Serializable, Defaults.PreferRawRepresentable {
      var rawValue: Int
    }
    let key = Defaults.Key<Pair>(
      "CodingTests.pair",
      default: Pair(rawValue: 0),
      suite: suite,
      coding: .json
    )
    Defaults[key] = Pair(rawValue: 5)
    #expect(suite.storedValue(forKey: key.name) == .string("5"))
    #expect(Defaults[key].rawValue == 5)
    suite.set(6, forKey: key.name)
    #expect(Defaults[key].rawValue == 6)
  }

  @Test func `a value that its coding cannot encode is refused`() throws {
    struct Moody: Codable, Hashable, Defaults.Serializable {
      var isBad: Bool
      func encode(to encoder: any Encoder) throws {
        if isBad { throw CocoaError(.coderInvalidValue) }
        var container = encoder.singleValueContainer()
        try container.encode(isBad)
      }
      init(isBad: Bool) { self.isBad = isBad }
      init(from decoder: any Decoder) throws {
        isBad = try decoder.singleValueContainer().decode(Bool.self)
      }
    }
    let key = Defaults.Key<Moody>(
      "CodingTests.moody",
      default: Moody(isBad: false),
      suite: suite,
      coding: .propertyList
    )
    Defaults[key] = Moody(isBad: true)
    #expect(suite.storedValue(forKey: key.name) == nil)
    #expect(throws: Defaults.WriteError.self) { try Defaults.set(key, to: Moody(isBad: true)) }
    #expect(throws: Defaults.WriteError.self) {
      try suite.transaction { $0[key] = Moody(isBad: true) }
    }
  }

  @Test func `a rule sees what the coding reads`() {
    let key = Defaults.Key<Mode>(
      "CodingTests.rule",
      default: .light,
      suite: suite,
      coding: .rawValue,
      validation: .oneOf([.light])
    )
    suite.setStoredValue(.string("dark"), forKey: key.name)
    #expect(suite.storedValue(forKey: key.name) == nil)
    suite.setStoredValue(.string("light"), forKey: key.name)
    #expect(suite.storedValue(forKey: key.name) == .string("light"))
  }

  @Test func `a suite with rules is released with its last handle`() {
    weak var core: SuiteCore?
    do {
      let suite = Defaults.Suite(inMemory: "released")
      core = suite.core
      _ = Defaults.Key<Size>(
        "CodingTests.released",
        default: .small,
        suite: suite,
        coding: .rawValue,
        validation: .oneOf([.small])
      )
    }
    #expect(core == nil)
  }
}
