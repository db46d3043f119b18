import Defaults
import Foundation
import Testing

// An app that opens links in other browsers: values of any type, built from variables.

private let browsers = UserDefaults(inMemory: "org.example.Browsers")

extension Defaults.Keys {
  fileprivate static let rule = Key<Defaults.AnySerializable>("rule", default: [:], suite: browsers)
  fileprivate static let extras = Key<[String: Defaults.AnySerializable]>(
    "extras",
    default: [:],
    suite: browsers
  )
}

@Suite(.serialized)
struct BrowserApp {
  init() { browsers.removeAll() }

  @Test func `literals are made from variables`() throws {
    let (name, count, host) = ("Work", 3, "example.com" as String?)
    let patterns = ["*.example.com", "*.example.org"]
    Defaults[.rule] = [name, count, true, 1.5, patterns, ["nested": [count, name]]]
    let elements = try #require(browsers.array(forKey: "rule"))
    #expect(elements.count == 6)
    #expect(elements[0] as? String == "Work")
    #expect(elements[1] as? Int == 3)
    #expect(elements[4] as? [String] == patterns)
    #expect((elements[5] as? [String: [Any]])?["nested"]?.first as? Int == 3)
    Defaults[.rule] = ["name": name, "count": count, "host": host ?? "", "patterns": patterns]
    #expect(Defaults[.rule].get([String: Defaults.AnySerializable].self)?["count"] == 3)
    Defaults[.rule] = [1: name, 2: "b"]
    #expect(Defaults[.rule].get([Int: String].self) == [1: "Work", 2: "b"])
  }

  @Test func `an element that cannot be stored keeps what is stored`() {
    Defaults[.rule] = ["a"]
    let host: String? = nil
    Defaults[.rule] = ["b", host, nil]
    Defaults[.rule] = [ObjectIdentifier(browsers)]
    Defaults[.rule] = [ObjectIdentifier(browsers): 1]
    #expect(Defaults[.rule].get([String].self) == ["a"])
    #expect(browsers.takeDiagnostics().count == 3)
  }

  @Test func `values are read as the types that they have`() {
    Defaults[.extras]["profile"] = "Default"
    Defaults[.extras]["id"] = Defaults.AnySerializable(UUID(uuid: UUID_NULL))
    #expect(Defaults[.extras]["profile"]?.get(String.self) == "Default")
    #expect(Defaults[.extras]["id"]?.get(UUID.self) == UUID(uuid: UUID_NULL))
    #expect(Defaults[.extras]["profile"]?.get(Int.self) == nil)
    let bridge = Defaults.AnyBridge()
    #expect(bridge.deserialize(bridge.serialize("a")) == "a")
  }
}

private let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
