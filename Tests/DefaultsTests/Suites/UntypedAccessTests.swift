import Defaults
import DefaultsTesting
import Foundation
import TestSupport
import Testing

struct UntypedAccessTests {
  private let suite = TemporarySuite().suite

  @Test func `missing keys read as nothing`() {
    #expect(suite.object(forKey: "x") == nil)
    #expect(suite.string(forKey: "x") == nil)
    #expect(suite.array(forKey: "x") == nil)
    #expect(suite.dictionary(forKey: "x") == nil)
    #expect(suite.data(forKey: "x") == nil)
    #expect(suite.stringArray(forKey: "x") == nil)
    #expect(suite.url(forKey: "x") == nil)
    #expect(!suite.bool(forKey: "x"))
    #expect(suite.integer(forKey: "x") == 0)
    #expect(suite.double(forKey: "x") == 0)
    #expect(suite.float(forKey: "x") == 0)
  }

  @Test func `typed writers are read by typed readers`() throws {
    suite.set(true, forKey: "bool")
    suite.set(-3, forKey: "int")
    suite.set(0.25, forKey: "double")
    suite.set(Float(0.5), forKey: "float")
    suite.set("text", forKey: "string")
    suite.set(Data([1]), forKey: "data")
    suite.set(["a", "b"], forKey: "strings")
    suite.set(["a": [1, 2]], forKey: "dictionary")
    let url = try #require(URL(string: "https://example.com/a?b"))
    suite.set(url, forKey: "url")
    #expect(suite.bool(forKey: "bool"))
    #expect(suite.integer(forKey: "int") == -3)
    #expect(suite.double(forKey: "double") == 0.25)
    #expect(suite.float(forKey: "float") == 0.5)
    #expect(suite.string(forKey: "string") == "text")
    #expect(suite.data(forKey: "data") == Data([1]))
    #expect(suite.stringArray(forKey: "strings") == ["a", "b"])
    #expect(suite.array(forKey: "strings") as? [String] == ["a", "b"])
    #expect(suite.dictionary(forKey: "dictionary") as? [String: [Int]] == ["a": [1, 2]])
    #expect(suite.url(forKey: "url") == url)
    #expect(suite.storedValue(forKey: "bool") == .bool(true))
    #expect(suite.storedValue(forKey: "int") == .integer(-3))
    #expect(suite.storedValue(forKey: "float") == .real(0.5))
  }

  @Test func `setting nil removes`() {
    suite.set("a", forKey: "a")
    suite.set(nil as Any?, forKey: "a")
    suite.set(URL(fileURLWithPath: "/tmp"), forKey: "b")
    suite.set(nil as URL?, forKey: "b")
    #expect(suite.storedValues().isEmpty)
  }

  @Test func `numbers and text convert as Foundation converts them`() {
    suite.setStoredValue(.string("YES"), forKey: "yes")
    suite.setStoredValue(.string("12abc"), forKey: "twelve")
    suite.setStoredValue(.real(1e300), forKey: "huge")
    suite.setStoredValue(.real(.nan), forKey: "nan")
    suite.setStoredValue(.real(-2.9), forKey: "real")
    suite.setStoredValue(.integer(Int128(UInt64.max)), forKey: "max")
    suite.setStoredValue(.bool(true), forKey: "true")
    #expect(suite.bool(forKey: "yes"))
    #expect(suite.integer(forKey: "twelve") == 12)
    #expect(suite.double(forKey: "twelve") == 12)
    #expect(suite.integer(forKey: "huge") == .max)
    #expect(suite.integer(forKey: "nan") == 0)
    #expect(suite.integer(forKey: "real") == -2)
    #expect(suite.bool(forKey: "real"))
    #expect(suite.integer(forKey: "max") == .max)
    #expect(suite.object(forKey: "max") as? UInt64 == .max)
    #expect(suite.integer(forKey: "true") == 1)
    #expect(suite.double(forKey: "true") == 1)
    #expect(suite.string(forKey: "true") == "1")
    #expect(suite.string(forKey: "real") == "-2.9")
    #expect(suite.float(forKey: "huge") == .infinity)
  }

  @Test func `text that is a path reads as the URL of a file`() {
    suite.set("/tmp/x", forKey: "absolute")
    suite.set("~/x", forKey: "home")
    #expect(suite.url(forKey: "absolute")?.path == "/tmp/x")
    #expect(suite.url(forKey: "home")?.isFileURL == true)
    #expect(suite.url(forKey: "home")?.path.hasPrefix("~") == false)
  }

  @Test func `arrays of other than text are no arrays of text`() {
    suite.set([1, 2], forKey: "a")
    #expect(suite.stringArray(forKey: "a") == nil)
    #expect(suite.array(forKey: "a") as? [Int] == [1, 2])
  }

  @Test func `a value that no property list can hold is refused, and the old one stays`() async {
    struct Opaque {}
    suite.set(1, forKey: "a")
    suite.set(Opaque(), forKey: "a")
    suite.register(defaults: ["UntypedAccessTests.bad": Opaque(), "UntypedAccessTests.good": 1])
    #expect(suite.integer(forKey: "a") == 1)
    #expect(suite.integer(forKey: "UntypedAccessTests.good") == 1)
    #expect(suite.object(forKey: "UntypedAccessTests.bad") == nil)
    var refused: [Defaults.KeyName] = []
    for await diagnostic in suite.diagnostics {
      switch diagnostic.kind {
      case .refusedWrite(.refused(let key, _)), .refusedDefault(let key, _): refused.append(key)
      default: break
      }
      if refused.count == 2 { break }
    }
    #expect(refused == ["a", "UntypedAccessTests.bad"])
  }

  @Test func `the whole of a suite shows registered values under stored ones`() {
    suite.register(defaults: ["UntypedAccessTests.x": 1, "UntypedAccessTests.y": 2])
    suite.set(5, forKey: "UntypedAccessTests.y")
    let all = suite.dictionaryRepresentation()
    #expect(all["UntypedAccessTests.x"] as? Int == 1)
    #expect(all["UntypedAccessTests.y"] as? Int == 5)
    #expect(suite.storedValues() == ["UntypedAccessTests.y": .integer(5)])
  }

  @Test func `names that a dictionary of strings cannot hold are reported`() async throws {
    let names: [Defaults.KeyName] = ["cafe\u{301}", "caf\u{E9}"]
    try suite.write([names[0]: .integer(1), names[1]: .integer(2)])
    try suite.write(["nested": .array([.dictionary([names[0]: .bool(true), names[1]: .null])])])
    #expect(suite.dictionaryRepresentation()["caf\u{E9}"] as? Int == 2)
    #expect((suite.object(forKey: "nested") as? [[String: Any]])?.first?.count == 1)
    #expect(suite.storedValues().count == 3)
    for await diagnostic in suite.diagnostics {
      guard case .indistinguishableNames(let reported) = diagnostic.kind else { continue }
      #expect(reported == names)
      break
    }
  }
}
