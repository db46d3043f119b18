import Defaults
import Foundation
import Testing

private struct OldProfile: Codable {
  var name: String
  var born: Date
}

private struct Profile: Codable, Hashable, Defaults.Serializable {
  var fullName: String
  var born: Date
  var theme = "light"
}

private enum Mode: String, Codable, Defaults.Serializable {
  case light, dark, black
}

struct MigrationStepTests {
  private typealias Step = Defaults.MigrationStep

  private let suite = Defaults.Suite(inMemory: "versions")
  private let born = Date(timeIntervalSinceReferenceDate: 12345.5)

  private func key(_ steps: Step...) -> Defaults.Key<Profile> {
    Defaults.Key<Profile>(
      "profile",
      default: Profile(fullName: "", born: .distantPast),
      suite: suite,
      coding: .versioned(steps)
    )
  }

  private let toFullName = Step.renaming("name", to: "fullName")
  private let addTheme = Step.adding("theme", .string("dark"))

  @Test func `a value is stored with its version`() {
    let key = key(toFullName, addTheme)
    suite[key] = Profile(fullName: "Ada", born: born)
    #expect(
      suite.storedValue(forKey: "profile")
        == .dictionary([
          "$version": .integer(2), "born": .date(born), "fullName": .string("Ada"),
          "theme": .string("light"),
        ])
    )
    #expect(suite[key].fullName == "Ada")
  }

  @Test func `a value without a version goes through all steps`() throws {
    suite.setStoredValue(
      .dictionary(["name": .string("Ada"), "born": .date(born)]),
      forKey: "profile"
    )
    let expected = Profile(fullName: "Ada", born: born, theme: "dark")
    #expect(suite[key(toFullName, addTheme)] == expected)
    let old = Defaults.Key<String>("json", default: "", suite: suite)
    let text = try JSONEncoder().encode(OldProfile(name: "Ada", born: born))
    suite[old] = String(decoding: text, as: UTF8.self)
    suite.setStoredValue(suite.storedValue(forKey: "json"), forKey: "profile")
    #expect(suite[key(toFullName, addTheme)] == expected)
  }

  @Test func `a value goes through the steps after its version`() {
    suite[key(toFullName)] = Profile(fullName: "Ada", born: born, theme: "blue")
    #expect(suite[key(toFullName, addTheme)].theme == "blue")
    let uppercase = Step.converting("fullName") { stored in
      guard case .string(let text) = stored else { return nil }
      return .string(text.uppercased())
    }
    #expect(suite[key(toFullName, addTheme, uppercase)].fullName == "ADA")
    #expect(suite[key(toFullName, .removing("theme"), addTheme)].theme == "dark")
  }

  @Test func `a step decodes the old type`() throws {
    suite.setStoredValue(
      .dictionary(["name": .string("Ada"), "born": .date(born)]),
      forKey: "profile"
    )
    let step = Step.decoding(OldProfile.self) { old in
      Profile(fullName: "\(old.name) Lovelace", born: old.born)
    }
    #expect(suite[key(step)] == Profile(fullName: "Ada Lovelace", born: born))
    let text = String(
      decoding: try JSONEncoder().encode(OldProfile(name: "Ada", born: born)),
      as: UTF8.self
    )
    suite.setStoredValue(.string(text), forKey: "profile")
    #expect(suite[key(step)] == Profile(fullName: "Ada Lovelace", born: born))
  }

  @Test func `a value of a later version or after a failed step is kept and reported`() {
    let stored = Defaults.StoredValue.dictionary([
      "$version": .integer(3), "fullName": .string("Ada"), "born": .date(born),
    ])
    suite.setStoredValue(stored, forKey: "profile")
    #expect(suite[key(toFullName, addTheme)].fullName == "")
    #expect(suite.storedValue(forKey: "profile") == stored)
    #expect(suite.takeDiagnostics().count == 1)
    suite.setStoredValue(
      .dictionary(["name": .integer(5), "born": .date(born)]),
      forKey: "profile"
    )
    #expect(suite[key(Step { _ in nil })].fullName == "")
    #expect(suite[key(toFullName)].fullName == "")
    #expect(suite.storedValue(forKey: "profile") != nil)
  }

  @Test(arguments: [Defaults.StoredValue.string("dark"), .string("\"dark\"")])
  func `a value that is no dictionary has a member for itself`(old: Defaults.StoredValue) {
    let key = Defaults.Key<Mode>(
      "mode",
      default: .light,
      suite: suite,
      coding: .versioned(Step { $0 == .string("dark") ? .string("black") : $0 })
    )
    suite.setStoredValue(old, forKey: "mode")
    #expect(suite[key] == .black)
    suite[key] = .dark
    #expect(
      suite.storedValue(forKey: "mode")
        == .dictionary(["$version": .integer(1), "$value": .string("dark")])
    )
    #expect(suite[key] == .dark)
  }
}
