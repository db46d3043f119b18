import DefaultsTesting
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Names that Swift's strings take for equal, and a store does not.
private let composed: Defaults.KeyName = "caf\u{E9}"
private let decomposed: Defaults.KeyName = "cafe\u{301}"

struct KeyNameTests {
  @Test func `names compare, hash and sort by their bytes`() {
    #expect(composed.string == decomposed.string)
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
    #expect([composed, decomposed].sorted() == [decomposed, composed])
    #expect(Defaults.KeyName("a") < "b")
    #expect(Defaults.KeyName("") < "a")
  }

  @Test func `a long name of combining marks costs no more than another`() {
    let marks = String(repeating: "\u{327}\u{301}", count: 100_000)
    let others = String(repeating: "\u{301}\u{327}", count: 100_000)
    #expect(Defaults.KeyName(marks) != Defaults.KeyName(others))
    #expect(Set([Defaults.KeyName(marks), Defaults.KeyName(others)]).count == 2)
  }
}

/// Both names in one suite, on disk as XML and as a binary property list.
@Suite struct LookalikeKeyTests {
  private static let values: [Defaults.KeyName: StoredValue] = [
    composed: .string("composed"), decomposed: .string("decomposed"),
  ]

  /// A suite whose file holds both names, in XML or binary.
  private static func suite(isBinary: Bool) throws -> TemporarySuite {
    let temporary = try TemporarySuite(onDisk: "lookalike")
    let file = try #require(temporary.file)
    let bytes =
      isBinary
      ? try BinaryEntries(writing: values.sorted { $0.key < $1.key }).bytes
      : try PropertyListDocument(values).encoded()
    try DocumentFile.replace(file, with: bytes, mode: 0o600)
    return temporary
  }

  @Test(arguments: [false, true])
  func `a write of another key keeps both`(isBinary: Bool) throws {
    let temporary = try Self.suite(isBinary: isBinary)
    temporary.suite.set(5, forKey: "unrelated")
    try temporary.suite.flush()
    let neighbour = try #require(temporary.neighbour())
    var expected = Self.values
    expected["unrelated"] = .integer(5)
    #expect(neighbour.storedValues() == expected)
  }

  @Test(arguments: [false, true])
  func `each is read, written, removed and observed by itself`(isBinary: Bool) throws {
    let temporary = try Self.suite(isBinary: isBinary)
    let suite = temporary.suite
    let told = Recorder<Defaults.KeyName>()
    let observation = suite.observeStoredValues { told.record($0.key) }
    defer { observation.invalidate() }
    let key = Defaults.Key<String>(composed.string, default: "", suite: suite)
    let other = Defaults.Key<String>(decomposed.string, default: "", suite: suite)
    #expect(key != other)
    #expect(Defaults[key] == "composed")
    #expect(Defaults[other] == "decomposed")
    Defaults[other] = "new"
    #expect(Defaults[key] == "composed")
    key.reset()
    #expect(suite.storedValues() == [decomposed: .string("new")])
    #expect(told.elements == [decomposed, composed])
    try suite.flush()
  }

  @Test func `both change in one transaction and come back by one undo`() throws {
    let temporary = try Self.suite(isBinary: false)
    let suite = temporary.suite
    suite.keepHistory(.init(directory: temporary.directory))
    try suite.setStoredValues([composed: .integer(1), decomposed: .integer(2)])
    try suite.flush()
    #expect(try suite.history().last?.changes.map(\.key) == [decomposed, composed])
    try suite.undo()
    #expect(suite.storedValues() == Self.values)
  }

  @Test func `both stand in a stored dictionary`() throws {
    let suite = TemporarySuite().suite
    suite.setStoredValue(.dictionary(Self.values), forKey: "both")
    #expect(suite.storedValue(forKey: "both") == .dictionary(Self.values))
    // A Swift dictionary of strings holds only one of them, so the value cannot be read as one.
    let key = Defaults.Key<[String: String]>("both", default: [:], suite: suite)
    #expect(Defaults[key] == [:])
    #expect(
      suite.takeDiagnostics().map(\.kind) == [
        .unreadableValue(
          key: "both",
          stored: .dictionary(Self.values),
          type: "Swift.Dictionary<Swift.String, Swift.String>"
        )
      ]
    )
  }
}
