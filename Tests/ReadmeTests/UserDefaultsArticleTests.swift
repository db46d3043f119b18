import Defaults
import Foundation
import TestSupport
import Testing

// What the article "UserDefaults in a Swift way" builds, on a suite of this library: each way to
// read and write with types without a library of keys.

// MARK: - Properties with the names of their keys

extension UserDefaults {
  fileprivate var translatesTitles: Bool {
    get { bool(forKey: #function) }
    set { set(newValue, forKey: #function) }
  }
}

private struct Preferences {
  private static let defaults = UserDefaults(inMemory: "article")

  static var translatesTitles: Bool {
    get { defaults.bool(forKey: #function) }
    set { defaults.set(newValue, forKey: #function) }
  }

  static var names: [String] { defaults.storedValues().keys.sorted().map(\.string) }
}

// MARK: - Keys with a type

private class TitleDefaults {
  fileprivate init() {}
}

private final class TitleKey<ValueType>: TitleDefaults, @unchecked Sendable {  // All is constant.
  let key: String

  init(_ key: String) { self.key = key }
}

extension TitleDefaults {
  fileprivate static let convertTitles = TitleKey<Bool>("convertTitles")
  fileprivate static let language = TitleKey<String?>("language")
}

extension UserDefaults {
  fileprivate subscript(key: TitleKey<Bool>) -> Bool {
    get { bool(forKey: key.key) }
    set { set(newValue, forKey: key.key) }
  }

  fileprivate subscript(key: TitleKey<String?>) -> String? {
    get { string(forKey: key.key) }
    set { set(newValue, forKey: key.key) }
  }
}

struct UserDefaultsArticleTests {
  private let suite = UserDefaults(inMemory: "article")

  @Test func `a property may be stored under its own name`() {
    #expect(!suite.translatesTitles)
    suite.translatesTitles = true
    #expect(suite.translatesTitles)
    #expect(suite.bool(forKey: "translatesTitles"))
  }

  @Test func `a structure may hold all such properties`() {
    Preferences.translatesTitles = true
    #expect(Preferences.translatesTitles)
    #expect(Preferences.names == ["translatesTitles"])
  }

  @Test func `a suite may have subscripts for keys of another kind`() {
    #expect(!suite[.convertTitles])
    #expect(suite[.language] == nil)
    suite[.convertTitles] = true
    suite[.language] = "en"
    #expect(suite[.convertTitles])
    #expect(suite[.language] == "en")
    suite[.language] = nil
    #expect(suite.object(forKey: "language") == nil)
  }

  @Test func `the library's own keys say the same, with defaults`() {
    let showsTitles = Defaults.Key<Bool>("showsTitles", default: true, suite: suite)
    let language = Defaults.Key<String?>("language", suite: suite)
    suite.set(false, forKey: "showsTitles")
    suite[.language] = "de"
    #expect(!Defaults[showsTitles])
    #expect(Defaults[language] == "de")
    showsTitles.reset()
    #expect(suite.bool(forKey: "showsTitles"))
  }
}
