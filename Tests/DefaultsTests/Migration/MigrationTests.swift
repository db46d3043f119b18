import Defaults
import Foundation
import Synchronization
import TestSupport
import Testing

private enum Mode: String, Hashable, Defaults.Serializable, Defaults.NativeType {
  typealias CodableForm = CodableMode
  case light, dark
}

private enum CodableMode: String, Defaults.CodableType {
  typealias NativeForm = Mode
  case light, dark, gone
}

private struct Clock: Hashable {
  var zone: String
}

private struct ClockBridge: Defaults.Bridge {
  func serialize(_ value: Clock?) -> [String: String]? { value.map { ["zone": $0.zone] } }
  func deserialize(_ object: [String: String]?) -> Clock? { object?["zone"].map(Clock.init) }
}

extension Clock: Defaults.NativeType {
  typealias CodableForm = CodableClock
  static var bridge: ClockBridge { ClockBridge() }
}

private struct CodableClock: Defaults.CodableType {
  var zone: String
  func toNative() -> Clock { Clock(zone: zone) }
}

private struct Person: Hashable, Codable, Defaults.Serializable { var name: String }

struct MigrationTests {
  private let suite = Defaults.Suite(inMemory: "migration")

  /// Stores a text, migrates a key over it, and gives what is stored then.
  private func migrated<Value: Defaults.NativeType>(
    _ text: String,
    as type: Value.Type
  ) -> StoredValue? {
    suite.set(text, forKey: "k")
    Defaults.migrate(Defaults.Key<Value?>("k", suite: suite), to: .v5)
    return suite.storedValue(forKey: "k")
  }

  private func migratedCodable<Value: Defaults.Serializable & Codable>(
    _ text: String,
    as type: Value.Type
  ) -> StoredValue? {
    suite.set(text, forKey: "k")
    Defaults.migrate(Defaults.Key<Value?>("k", suite: suite), to: .v5)
    return suite.storedValue(forKey: "k")
  }

  @Test func `values of a property list leave their JSON text`() {
    #expect(migrated("true", as: Bool.self) == .bool(true))
    #expect(migrated("42", as: Int.self) == .integer(42))
    #expect(migrated("18446744073709551615", as: UInt64.self) == .integer(Int128(UInt64.max)))
    #expect(migrated("-128", as: Int8.self) == .integer(-128))
    #expect(migrated("0.5", as: Double.self) == .real(0.5))
    #expect(migrated("0.5", as: CGFloat.self) == .real(0.5))
    #expect(migrated("\"text\"", as: String.self) == .string("text"))
    #expect(migrated("0", as: Date.self) == .date(Date(timeIntervalSinceReferenceDate: 0)))
    #expect(migrated("\"AQI=\"", as: Data.self) == .data(Data([1, 2])))
    let identifier = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    #expect(migrated("\"\(identifier)\"", as: UUID.self) == .string(identifier))
  }

  @Test func `collections leave their JSON text with all they hold`() {
    #expect(migrated("[1,2]", as: [Int].self) == .array([.integer(1), .integer(2)]))
    #expect(migrated("[2,1]", as: Set<Int>.self) == .array([.integer(1), .integer(2)]))
    #expect(
      migrated(#"{"a":[1]}"#, as: [String: [Int]].self) == .dictionary(["a": .array([.integer(1)])])
    )
    #expect(migrated(#"{"1":"a"}"#, as: [Int: String].self) == .dictionary(["1": .string("a")]))
    #expect(
      migrated(#"[{"a":["x"]}]"#, as: [[String: Set<String>]].self)
        == .array([.dictionary(["a": .array([.string("x")])])])
    )
  }

  @Test func `enumerations become their raw values`() {
    #expect(migrated("\"dark\"", as: Mode.self) == .string("dark"))
    #expect(migrated("[\"dark\"]", as: [Mode].self) == .array([.string("dark")]))
    #expect(migrated("[\"dark\"]", as: Set<Mode>.self) == .array([.string("dark")]))
    #expect(
      migrated(#"{"a":"dark"}"#, as: [String: Mode].self) == .dictionary(["a": .string("dark")])
    )
  }

  @Test func `a type of one's own is decoded and then stored by its bridge`() {
    let stored = StoredValue.dictionary(["zone": .string("UTC")])
    #expect(migrated(#"{"zone":"UTC"}"#, as: Clock.self) == stored)
    #expect(migrated(#"[{"zone":"UTC"}]"#, as: [Clock].self) == .array([stored]))
    #expect(
      migrated(#"{"a":{"zone":"UTC"}}"#, as: [String: Clock].self) == .dictionary(["a": stored])
    )
  }

  @Test func `elements that are Codable become texts of their own`() {
    #expect(
      migratedCodable(#"[{"name":"Ada"}]"#, as: [Person].self)
        == .array([.string(#"{"name":"Ada"}"#)])
    )
    #expect(migratedCodable(#"{"name":"Ada"}"#, as: Person.self) == .string(#"{"name":"Ada"}"#))
  }

  @Test func `what cannot be migrated stays`() {
    #expect(migrated("no JSON", as: [Int].self) == .string("no JSON"))
    #expect(migrated("[1,\"a\"]", as: [Int].self) == .string("[1,\"a\"]"))
    #expect(migrated("\"gone\"", as: Mode.self) == .string("\"gone\""))
    #expect(migrated("[\"dark\",\"gone\"]", as: [Mode].self) == .string("[\"dark\",\"gone\"]"))
    #expect(migrated(#"{"a":"gone"}"#, as: [String: Mode].self) == .string(#"{"a":"gone"}"#))
    #expect(migrated("text", as: String.self) == .string("text"))
    suite.set([1, 2], forKey: "k")
    Defaults.migrate(Defaults.Key<[Int]?>("k", suite: suite), to: .v5)
    #expect(suite.storedValue(forKey: "k") == .array([.integer(1), .integer(2)]))
  }

  @Test func `several keys are migrated in one call`() {
    let list = Defaults.Key<[String]>("list", default: [], suite: suite)
    let set = Defaults.Key<Set<Int>>("set", default: [], suite: suite)
    suite.set(#"["a"]"#, forKey: "list")
    suite.set("[1]", forKey: "set")
    Defaults.migrate(list, set, to: .v5)
    #expect(Defaults[list] == ["a"])
    #expect(Defaults[set] == [1])
    suite.set(#"["b"]"#, forKey: "list")
    Defaults.migrate([list], to: .v5)
    #expect(Defaults[list] == ["b"])
  }

  @Test func `several keys are migrated in one write`() {
    let list = Defaults.Key<[String]>("list", default: [], suite: suite)
    let set = Defaults.Key<Set<Int>>("set", default: [], suite: suite)
    for migrate in [
      { Defaults.migrate(list, set, to: .v5) }, { Defaults.migrate([list, list], to: .v5) },
    ] {
      suite.set(#"["a"]"#, forKey: "list")
      suite.set("[1]", forKey: "set")
      // What an observer reads while the first key changes.
      let seen = Mutex<[[Defaults.KeyName: StoredValue]]>([])
      let observation = suite.observeStoredValues { [suite] _ in
        seen.withLock { $0.append(suite.storedValues()) }
      }
      migrate()
      observation.invalidate()
      let values = seen.withLock(\.self)
      #expect(!values.isEmpty)
      #expect(Set(values) == [suite.storedValues()])
      #expect(suite.storedValue(forKey: "list") == .array([.string("a")]))
    }
  }

  @Test func `a key that cannot be migrated keeps its text, and the others are migrated`() {
    let short = Defaults.Key<[String]>(
      "short",
      default: [],
      suite: suite,
      validation: .oneOf([[], ["a"]])
    )
    let list = Defaults.Key<[String]>("list", default: [], suite: suite)
    suite.set(#"["a", "b"]"#, forKey: "short")
    suite.set(#"["c"]"#, forKey: "list")
    Defaults.migrate([short, list], to: .v5)
    #expect(suite.storedValue(forKey: "short") == .string(#"["a", "b"]"#))
    #expect(Defaults[list] == ["c"])
    #expect(
      suite.takeDiagnostics().contains {
        if case .refusedWrite(.invalid("short", _)) = $0.kind { true } else { false }
      }
    )
  }

  // MARK: - Names, suites and types

  @Test func `a value under an old name moves`() throws {
    let key = Defaults.Key<Int>("new", default: 0, suite: suite)
    #expect(try !Defaults.migrate(from: "old", to: key))
    suite.set(5, forKey: "old")
    #expect(try Defaults.migrate(from: "old", to: key))
    #expect(suite.storedValues() == ["new": .integer(5)])
    suite.set(6, forKey: "old")
    try Defaults.migrate(from: "old", to: key)
    #expect(suite.storedValues() == ["new": .integer(5)])
  }

  @Test func `a value in an old suite moves`() throws {
    let old = Defaults.Suite(inMemory: "old")
    old.set(5, forKey: "k")
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    #expect(try Defaults.migrate(from: "k", in: old, to: key))
    #expect(Defaults[key] == 5)
    #expect(old.storedValues() == [:])
  }

  @Test func `a value stays in an old suite until the new one has stored it`() throws {
    let old = Defaults.Suite(inMemory: "old")
    old.set(5, forKey: "k")
    let store = ScriptedStore()
    store.fail(times: 1_000)
    let new = Defaults.Suite(name: "new", store: store)
    let key = Defaults.Key<Int>("k", default: 0, suite: new)
    #expect(try Defaults.migrate(from: "k", in: old, to: key))
    try old.flush()
    #expect(old.storedValues() == ["k": .integer(5)])
    store.fail(times: 0)
    try new.flush()
    #expect(try Defaults.migrate(from: "k", in: old, to: key))
    try old.flush()
    #expect(old.storedValues() == [:])
    #expect(store.values == ["k": .integer(5)])
  }

  @Test func `a value of an old type is converted, or stays`() throws {
    let key = Defaults.Key<[String]>("k", default: [], suite: suite)
    suite.set("a,b", forKey: "k")
    let didConvert = try Defaults.migrate(from: "k", to: key) { stored in
      guard case .string(let text) = stored else { return nil }
      return .array(text.split(separator: ",").map { .string(String($0)) })
    }
    #expect(didConvert)
    #expect(Defaults[key] == ["a", "b"])
    #expect(try !Defaults.migrate(from: "k", to: key) { _ in nil })
    #expect(try !Defaults.migrate(from: "k", to: key) { _ in .integer(1) })
    #expect(Defaults[key] == ["a", "b"])
  }

  @Test func `a mirror follows until it ends`() {
    let shared = Defaults.Suite(inMemory: "shared")
    let key = Defaults.Key<Int>("k", default: 0, suite: suite)
    Defaults[key] = 1
    let mirror = Defaults.mirror(key, to: shared, as: "copy")
    #expect(shared.integer(forKey: "copy") == 1)
    Defaults[key] = 2
    #expect(shared.integer(forKey: "copy") == 2)
    key.reset()
    #expect(shared.storedValue(forKey: "copy") == nil)
    mirror.invalidate()
    Defaults[key] = 3
    #expect(shared.storedValue(forKey: "copy") == nil)
  }
}
