import Foundation
import Testing

@testable import Defaults
@testable import DefaultsCore

/// A subclass with a property that has the name of Foundation's private one.
private final class NamedDefaults: UserDefaults {
  var suite: String = "org.example.wrong"
}

private final class NumberedDefaults: UserDefaults {
  var suite: Int = 5
}

private class Reflected {
  var suite: String? = "org.example.reflected"
}

struct FoundationNameTests {
  @Test func `the name is that of the Foundation suite itself`() throws {
    let named = try #require(NamedDefaults(suiteName: "org.example.right"))
    #expect(Defaults.Suite(named).name == "org.example.right")
    let numbered = try #require(NumberedDefaults(suiteName: "org.example.right"))
    #expect(Defaults.Suite(numbered).name == "org.example.right")
    #expect(Defaults.Suite(UserDefaults.standard) == .standard)
    #expect(FoundationName(of: Mirror(reflecting: UserDefaults.standard)) == .standard)
  }

  @Test func `a name that cannot be read never means the standard suite`() throws {
    let mirrors = [
      Mirror(reflecting: Reflected()), Mirror(reflecting: 5),
      Mirror(UserDefaults.standard, children: [], ancestorRepresentation: .suppressed),
    ]
    for mirror in mirrors {
      let name = FoundationName(of: mirror)
      guard case .unknown = name else {
        Issue.record("\(name)")
        continue
      }
      let suite = Defaults.Suite(foundationName: name)
      #expect(suite != .standard)
      suite.set(1, forKey: "k")
      #expect(throws: Defaults.StoreError.self) { try suite.flush() }
      suite.removeObject(forKey: "k")
    }
  }
}
