import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

struct DeclarationTests {
  private let suite = Defaults.Suite(inMemory: "declarations")

  // MARK: - Former names

  @Test func `what is stored under a former name is moved, the latest first`() {
    suite.set("old", forKey: "DeclarationTests.v2")
    suite.set("older", forKey: "DeclarationTests.v1")
    let key = Defaults.Key<String>(
      "DeclarationTests.v3",
      default: "",
      suite: suite,
      aliases: ["DeclarationTests.v2", "DeclarationTests.v1"]
    )
    #expect(Defaults[key] == "old")
    #expect(suite.storedValue(forKey: "DeclarationTests.v2") == nil)
    #expect(suite.storedValue(forKey: "DeclarationTests.v1") == .string("older"))
  }

  @Test func `a value of the key's own wins over one under a former name`() {
    suite.set(1, forKey: "DeclarationTests.old")
    suite.set(2, forKey: "DeclarationTests.new")
    let key = Defaults.Key<Int?>(
      "DeclarationTests.new",
      suite: suite,
      aliases: ["DeclarationTests.old"]
    )
    #expect(Defaults[key] == 2)
  }

  @Test func `what makes no sense for the key stays under its former name`() {
    suite.set("text", forKey: "DeclarationTests.text")
    let key = Defaults.Key<Int>(
      "DeclarationTests.number",
      default: 5,
      suite: suite,
      aliases: ["DeclarationTests.text"]
    )
    #expect(Defaults[key] == 5)
    #expect(suite.storedValue(forKey: "DeclarationTests.text") == .string("text"))
  }

  @Test func `what the key's rule forbids stays under its former name, and that is told`() {
    suite.set(50, forKey: "DeclarationTests.big")
    let key = Defaults.Key<Int>(
      "DeclarationTests.small",
      default: 5,
      suite: suite,
      aliases: ["DeclarationTests.big"],
      validation: .range(0...9)
    )
    #expect(Defaults[key] == 5)
    #expect(suite.storedValue(forKey: "DeclarationTests.big") == .integer(50))
    let violation = Defaults.Rejection.aboveMaximum(value: "50", maximum: "9")
    #expect(
      suite.takeDiagnostics().map(\.kind)
        == [
          .notMoved(from: "DeclarationTests.big", error: .invalid(key: key.storedName, violation))
        ]
    )
  }

  // MARK: - Values made on the first read

  @Test func `a value made on the first read is stored and stays`() {
    let key = Defaults.Key<UUID>("DeclarationTests.id", suite: suite, persistDefault: .onFirstRead)
    { UUID() }
    #expect(!key.isSet)
    let id = Defaults[key]
    #expect(Defaults[key] == id)
    #expect(suite.storedValue(forKey: key.name) == .string(id.uuidString))
    #expect(
      Defaults[Defaults.Key<UUID>(key.name, suite: suite, persistDefault: .onFirstRead) { UUID() }]
        == id
    )
    key.reset()
    #expect(Defaults[key] != id)
  }

  @Test func `threads that read first at the same time get one value`() {
    for number in 0..<20 {
      let key = Defaults.Key<UUID>(
        "DeclarationTests.id\(number)",
        suite: suite,
        persistDefault: .onFirstRead
      ) { UUID() }
      let seen = Mutex<Set<UUID>>([])
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        let id = Defaults[key]
        _ = seen.withLock { $0.insert(id) }
      }
      #expect(seen.withLock(\.count) == 1)
    }
  }

  @Test func `a stored value that makes no sense is not replaced by one made on the first read`() {
    suite.set(5, forKey: "DeclarationTests.bad")
    let key = Defaults.Key<UUID>("DeclarationTests.bad", suite: suite, persistDefault: .onFirstRead)
    { UUID() }
    _ = Defaults[key]
    #expect(suite.storedValue(forKey: key.name) == .integer(5))
  }

  // MARK: - Types

  @Test func `a key declared with two types is told once`() {
    let name = "DeclarationTests.twice"
    _ = Defaults.Key<Int>(name, default: 0, suite: suite)
    _ = Defaults.Key<Int?>(name, suite: suite)
    _ = Defaults.Key<Defaults.AnySerializable?>(name, suite: suite)
    #expect(suite.takeDiagnostics() == [])
    _ = Defaults.Key<String>(name, default: "", suite: suite)
    _ = Defaults.Key<String?>(name, suite: suite)
    let told = suite.takeDiagnostics()
    #expect(
      told.map(\.kind) == [
        .redeclaredKey(key: Defaults.KeyName(name), type: "Swift.String", before: "Swift.Int")
      ]
    )
    #expect(
      told.first?.description == """
        "\(name)" in declarations is declared with two types of value, Swift.Int and \
        Swift.String: one cannot read what the other stores. Use one declaration, or two names.
        """
    )
    _ = Defaults.Key<String>(name, default: "", suite: Defaults.Suite(inMemory: "another"))
    #expect(suite.takeDiagnostics() == [])
  }

  @Test(arguments: [
    ("plain", true), ("", true), ("with blanks 1", true), (".", false), ("@", false),
    ("a.b", false), ("@k", false), ("a@k", true), ("naïve", false), ("🦄", false),
  ])
  func `names that key-value observation can observe`(name: String, isValid: Bool) {
    #expect(Defaults.isValidKeyPath(name: name) == isValid)
  }

  // MARK: - The default suite and launch arguments

  @Test func `keys that name no suite are in the default suite`() async {
    await #expect(processExitsWith: .success) {
      #expect(Defaults.Key<Int>("a", default: 0).suite == .standard)
      let suite = Defaults.Suite(inMemory: "default")
      Defaults.defaultSuite = suite
      let key = Defaults.Key<Int>("a", default: 0)
      #expect(key.suite == suite)
      #expect(Defaults.Key<Int?>("b").suite == suite)
      #expect(Defaults.Key<Int>("c") { 1 }.suite == suite)
      Defaults[key] = 5
      #expect(suite.storedValue(forKey: "a") == .integer(5))
      Defaults.reset("a")
      #expect(!key.isSet)
      Defaults[key] = 6
      Defaults.removeAll()
      #expect(!key.isSet)
      Defaults.defaultSuite = .standard
      #expect(Defaults.Key<Int>("a", default: 0).suite == .standard)
    }
  }
}
