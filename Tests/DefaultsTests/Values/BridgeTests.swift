import Defaults
import DefaultsTesting
import Foundation
import TestSupport
import Testing

struct User: Hashable {
  let name: String
  let age: String
}

struct UserBridge: Defaults.Bridge {
  typealias Value = User
  typealias Serializable = [String: String]

  func serialize(_ value: Value?) -> Serializable? {
    guard let value = value else {
      return nil
    }
    return [
      "name": value.name,
      "age": value.age,
    ]
  }

  func deserialize(_ object: Serializable?) -> Value? {
    guard
      let object = object,
      let name = object["name"],
      let age = object["age"]
    else {
      return nil
    }
    return User(name: name, age: age)
  }
}

extension User: Defaults.Serializable {
  static let bridge = UserBridge()
}

/// Stores text through another serialisable type.
private struct Link: Hashable, Defaults.Serializable {
  var url: URL

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Link?) -> URL? { value?.url }
    func deserialize(_ object: URL?) -> Link? { object.map { Link(url: $0) } }
  }

  static var bridge: Bridge { Bridge() }
}

/// Stores an untyped dictionary.
private struct Loose: Hashable, Defaults.Serializable {
  var count: Int
  var tags: [String]

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Loose?) -> [String: Any]? {
      value.map { ["count": $0.count, "tags": $0.tags] }
    }

    func deserialize(_ object: [String: Any]?) -> Loose? {
      guard let count = object?["count"] as? Int, let tags = object?["tags"] as? [String]
      else { return nil }
      return Loose(count: count, tags: tags)
    }
  }

  static var bridge: Bridge { Bridge() }
}

/// Claims to be stored as itself, or as something no property list can hold.
private struct Impossible: Hashable, Defaults.Serializable {
  struct Bridge<Stored>: Defaults.Bridge {
    var make: @Sendable (Impossible) -> Stored
    func serialize(_ value: Impossible?) -> Stored? { value.map(make) }
    func deserialize(_ object: Stored?) -> Impossible? { Impossible() }
  }

  static var bridge: Bridge<Self> { Bridge { $0 } }
}

private struct Untyped: Hashable, Defaults.Serializable {
  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Untyped?) -> [String: Any]? { ["inner": [NSObject()]] }
    func deserialize(_ object: [String: Any]?) -> Untyped? { Untyped() }
  }

  static var bridge: Bridge { Bridge() }
}

private struct Picky: Hashable, Defaults.Serializable {
  var isFine: Bool

  struct Bridge: Defaults.Bridge {
    func serialize(_ value: Picky?) -> String? { value?.isFine == true ? "fine" : nil }
    func deserialize(_ object: String?) -> Picky? { object == "fine" ? Picky(isFine: true) : nil }
  }

  static var bridge: Bridge { Bridge() }
}

struct BridgeTests {
  @Test func `a type of one's own works in every place a built-in one does`() throws {
    let user = User(name: "Hello", age: "24")
    let stored = StoredValue.dictionary(["name": .string("Hello"), "age": .string("24")])
    try expectRoundTrip(user, as: stored)
    try expectRoundTrip([user], as: .array([stored]))
    try expectRoundTrip(Set([user]), as: .array([stored]))
    try expectRoundTrip(["user": user], as: .dictionary(["user": stored]))
    try expectRoundTrip(Optional(user), as: stored)
    expectUnreadable(
      User.self,
      [
        .dictionary([:]), .dictionary(["name": .string("Hello")]),
        .dictionary(["name": .string("Hello"), "age": .integer(24)]), .string("Hello"), .array([]),
        .bool(true), .integer(1), .real(1), .date(.distantPast), .data(Data()), .uid(0),
      ],
    )
  }

  @Test func `a bridge may store another type that needs a bridge`() throws {
    let link = Link(url: try #require(URL(string: "https://example.com")))
    try expectRoundTrip(link, as: .string(#""https:\/\/example.com""#))
  }

  @Test func `a bridge may store an untyped object`() throws {
    try expectRoundTrip(
      Loose(count: 2, tags: ["a"]),
      as: .dictionary(["count": .integer(2), "tags": .array([.string("a")])]),
    )
    expectUnreadable(Loose.self, [.dictionary(["count": .bool(true), "tags": .array([])])])
  }

  @Test func `an object that no property list can hold is refused`() {
    #expect(throws: Defaults.SerializationError.self) {
      try Impossible._storedValue(of: Impossible())
    }
    let error = #expect(throws: Defaults.SerializationError.self) {
      try Untyped._storedValue(of: Untyped())
    }
    #expect(error == .unsupportedType(String(reflecting: NSObject.self)))
  }

  @Test func `what a bridge refuses is an error, alone and in a collection`() {
    #expect(throws: Defaults.SerializationError.self) {
      try Picky._storedValue(of: Picky(isFine: false))
    }
    #expect(throws: Defaults.SerializationError.self) {
      try [Picky]._storedValue(of: [Picky(isFine: true), Picky(isFine: false)])
    }
  }

  @Test func `a refused value leaves what was stored and is reported`() async throws {
    let temporary = TemporarySuite()
    let key = Defaults.Key("picky", default: Picky(isFine: true), suite: temporary.suite)
    temporary.suite.setStoredValue(.string("fine"), forKey: "picky")
    Defaults[key] = Picky(isFine: false)
    #expect(temporary.suite.storedValue(forKey: "picky") == .string("fine"))
    var diagnostics = temporary.suite.diagnostics.makeAsyncIterator()
    let kind = await diagnostics.next()?.kind
    guard case .refusedWrite(.refused("picky", .refusedByBridge)) = kind else {
      Issue.record("unexpected \(String(describing: kind))")
      return
    }
  }
}
