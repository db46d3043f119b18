import Defaults
import Foundation
import Testing

// Helpers that apps write around the library: generic code over keys, types and bridges.

private let toolbox = UserDefaults(inMemory: "org.example.Toolbox")

extension Defaults.Keys {
  fileprivate static let token = Key<String?>("toolbox-token", suite: toolbox)
  fileprivate static let retries = Key<Int>("retries", default: 3, suite: toolbox)
}

extension Defaults.Key where Value: _DefaultsOptionalProtocol {
  /// Whether the key has no value.
  fileprivate var isEmpty: Bool { Defaults[self]._defaults_isNil }
}

extension Defaults.Serializable where Self: RawRepresentable & CaseIterable {
  /// The names of all cases.
  fileprivate static var names: [String] { allCases.map { "\($0)" } }
}

private enum Level: String, CaseIterable, Defaults.Serializable {
  case low, high
}

/// A setting that is stored in another suite for tests.
private struct Setting<Value: Defaults.Serializable> {
  let key: Defaults.Key<Value>

  func callAsFunction() -> Value { Defaults[key] }

  func restoring(_ body: () throws -> Void) rethrows {
    let old = Defaults[key]
    defer { Defaults[key] = old }
    try body()
  }
}

private func describe(_ keys: [Defaults._AnyKey]) -> [String] {
  keys.map { "\($0.name): \($0.suite.object(forKey: $0.name) ?? "nil")" }
}

@Suite(.serialized)
struct ToolboxApp {
  init() { toolbox.removeAll() }

  @Test func `generic code sees whether an optional key is nil`() {
    #expect(Defaults.Keys.token.isEmpty)
    Defaults[.token] = "x"
    #expect(!Defaults.Keys.token.isEmpty)
    #expect(Level.names == ["low", "high"])
  }

  @Test func `a wrapper restores the value`() {
    let retries = Setting(key: .retries)
    retries.restoring {
      Defaults[.retries] = 9
      #expect(retries() == 9)
    }
    #expect(retries() == 3)
    #expect(describe([.token, .retries]) == ["toolbox-token: nil", "retries: 3"])
  }

  @Test func `names that code with its own types uses`() {
    _Defaults[.retries] = 1
    let property = _Default(.retries)
    #expect(property.wrappedValue == 1)
    #expect(_Defaults.isValidKeyPath(name: "retries"))
  }
}
