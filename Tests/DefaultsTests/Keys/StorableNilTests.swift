import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct StorableNilTests {
  private let suite = Defaults.Suite(inMemory: "nil")
  private var key: Defaults.Key<String?> {
    Defaults.Key("StorableNilTests.greeting", initialValue: "Hello", suite: suite)
  }

  @Test func `it starts with a value, is set to nil, and stays nil`() {
    #expect(Defaults[key] == "Hello")
    #expect(key.isDefaultValue)
    Defaults[key] = nil
    #expect(Defaults[key] == nil)
    #expect(!key.isDefaultValue)
    #expect(key.isSet)
    #expect(suite.storedValue(forKey: key.name) == .string("$null"))
    Defaults[key] = "Servus"
    #expect(suite.storedValue(forKey: key.name) == .string("Servus"))
    key.reset()
    #expect(Defaults[key] == "Hello")
  }

  @Test func `nil survives the process`() throws {
    let directory = try TemporaryDirectory()
    let store = Defaults.PropertyListStore(file: directory.file("s.plist"))
    let first = Defaults.Suite(name: "s", store: store)
    Defaults[Defaults.Key<Int?>("StorableNilTests.level", initialValue: 3, suite: first)] = nil
    try first.flush()
    let second = Defaults.Suite(
      name: "s",
      store: Defaults.PropertyListStore(file: directory.file("s.plist"))
    )
    let level = Defaults.Key<Int?>("StorableNilTests.level", initialValue: 3, suite: second)
    #expect(Defaults[level] == nil)
  }

  @Test func `observers are told of nil and of the initial value`() {
    let changes = Recorder<[String?]>()
    let observation = Defaults.observe(key, options: []) {
      changes.record([$0.oldValue, $0.newValue])
    }
    Defaults[key] = nil
    Defaults[key] = "Hello"
    Defaults[key] = nil
    key.reset()
    observation.invalidate()
    #expect(
      changes.elements == [["Hello", nil], [nil, "Hello"], ["Hello", nil], [nil, "Hello"]]
    )
  }

  @Test func `the text that stands for nil cannot be stored, and what was there stays`() {
    Defaults[key] = "before"
    Defaults[key] = "$null"
    #expect(Defaults[key] == "before")
    #expect(
      suite.takeDiagnostics().map(\.kind)
        == [
          .refusedWrite(.refused(key: key.storedName, reason: .standsForNil(type: "Swift.String")))
        ]
    )
  }

  @Test func `setting nil in a transaction and in place`() throws {
    try suite.transaction { $0[key] = nil }
    #expect(Defaults[key] == nil)
    try Defaults.modify(key) { $0 = ($0 ?? "was nil") + "!" }
    #expect(Defaults[key] == "was nil!")
    Defaults.withOverrides([.init(key, nil)]) {
      #expect(Defaults[key] == nil)
    }
  }
}
