import Foundation
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

final class ArchivedUnicorn: NSObject, NSSecureCoding, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  let name: String

  init(name: String) { self.name = name }

  init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") else { return nil }
    self.name = String(describing: name)
  }

  func encode(with coder: NSCoder) { coder.encode(NSString(string: name), forKey: "name") }

  override func isEqual(_ object: Any?) -> Bool { (object as? ArchivedUnicorn)?.name == name }
}

final class CodableUnicorn: NSObject, NSSecureCoding, Codable, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  let name: String
  init(name: String) { self.name = name }
  init?(coder: NSCoder) { name = "from an archive" }
  func encode(with coder: NSCoder) {}
}

final class PreferringUnicorn: NSObject, NSSecureCoding, Codable, Defaults.Serializable,
  Defaults.PreferNSSecureCoding
{
  static var supportsSecureCoding: Bool { true }
  let name: String
  init(name: String) { self.name = name }
  init?(coder: NSCoder) { name = "from an archive" }
  func encode(with coder: NSCoder) {}
}

/// An object whose archive cannot be read again.
final class ForgetfulUnicorn: NSObject, NSSecureCoding, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) { nil }
  func encode(with coder: NSCoder) {}
}

private final class HiddenUnicorn: NSObject, NSSecureCoding, Defaults.Serializable {
  static var supportsSecureCoding: Bool { true }
  override init() {}
  init?(coder: NSCoder) {}
  func encode(with coder: NSCoder) {}
}

struct ArchivedValueTests {
  final class Nested: NSObject, NSSecureCoding, Defaults.Serializable {
    static var supportsSecureCoding: Bool { true }
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
  }

  private let suite = Defaults.Suite(inMemory: "archived")

  @Test func `an object is a keyed archive`() throws {
    let key = Defaults.Key<ArchivedUnicorn>("u", default: .init(name: "default"), suite: suite)
    #expect(Defaults[key].name == "default")
    Defaults[key] = ArchivedUnicorn(name: "🦄")
    #expect(Defaults[key].name == "🦄")
    guard case .data(let data) = suite.storedValue(forKey: "u") else {
      Issue.record("no data")
      return
    }
    let object = try NSKeyedUnarchiver.unarchivedObject(ofClass: ArchivedUnicorn.self, from: data)
    #expect(object?.name == "🦄")
  }

  @Test func `objects nest in collections`() {
    let key = Defaults.Key<[String: [ArchivedUnicorn]]>("n", default: [:], suite: suite)
    Defaults[key] = ["a": [ArchivedUnicorn(name: "x"), ArchivedUnicorn(name: "y")]]
    #expect(Defaults[key]["a"]?.map(\.name) == ["x", "y"])
  }

  @Test func `one that is also Codable is JSON unless it prefers an archive`() {
    let json = Defaults.Key<CodableUnicorn>("j", default: .init(name: "d"), suite: suite)
    Defaults[json] = CodableUnicorn(name: "x")
    #expect(suite.storedValue(forKey: "j") == .string(#"{"name":"x"}"#))
    #expect(Defaults[json].name == "x")
    let archive = Defaults.Key<PreferringUnicorn>("p", default: .init(name: "d"), suite: suite)
    Defaults[archive] = PreferringUnicorn(name: "y")
    guard case .data = suite.storedValue(forKey: "p") else {
      Issue.record("no data")
      return
    }
    #expect(Defaults[archive].name == "from an archive")
  }

  @Test func `a class that Foundation cannot archive is refused, and the process goes on`() {
    let key = Defaults.Key<HiddenUnicorn?>("h", suite: suite)
    Defaults[key] = HiddenUnicorn()
    #expect(Defaults[key] == nil)
    let nested = Defaults.Key<Nested?>("nested", suite: suite)
    Defaults[nested] = Nested()
    #expect(Defaults[nested] == nil)
    #expect(suite.takeDiagnostics().count == 2)
  }

  @Test func `an object whose archive cannot be read again is refused with the reason`() {
    suite.set(7, forKey: "f")
    let key = Defaults.Key<[ForgetfulUnicorn]>("f", default: [], suite: suite)
    Defaults[key] = [ForgetfulUnicorn()]
    #expect(suite.storedValue(forKey: "f") == .integer(7))
    #expect(
      suite.takeDiagnostics().compactMap { diagnostic -> Defaults.SerializationError? in
        guard case .refusedWrite(.refused("f", let reason)) = diagnostic.kind else { return nil }
        return reason
      } == [
        .encodingFailed(
          type: "DefaultsTests.ForgetfulUnicorn",
          reason: "the archive of it cannot be read again"
        )
      ]
    )
  }

  @Test func `other data is no such object`() {
    expectUnreadable(ArchivedUnicorn.self, [.data(Data([1, 2, 3])), .data(Data()), .string("x")])
  }
}
