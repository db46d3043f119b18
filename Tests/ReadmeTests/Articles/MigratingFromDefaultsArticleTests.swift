import Defaults
import TestSupport
import Testing

extension Defaults.Keys {
  fileprivate static let oldNames = Key<[String]>("oldNames", default: [])
  fileprivate static let oldSizes = Key<Set<Int>>("oldSizes", default: [])
  fileprivate static let author = Key<String?>("author")
}

private enum Example {
  typealias UserDefaults = Defaults.Suite

  static func useSuites() {
    let group = UserDefaults(suiteName: "org.example.group")
    let isOld = UserDefaults.standard.bool(forKey: "isOld")
    #expect(group?.name == "org.example.group")
    #expect(!isOld)
  }
}

final class MigratingFromDefaultsArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `suites have another name`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Example.useSuites()
    }
  }

  @Test func `stored values are migrated`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      UserDefaults.standard.set(#"["Ada"]"#, forKey: "oldNames")
      UserDefaults.standard.set("[1,2]", forKey: "oldSizes")
      Defaults.migrate(.oldNames, .oldSizes, to: .v5)
      #expect(Defaults[.oldNames] == ["Ada"])
      #expect(Defaults[.oldSizes] == [1, 2])

      UserDefaults.standard.set("Ada", forKey: "authorName")
      try Defaults.migrate(from: "authorName", to: .author)
      #expect(Defaults[.author] == "Ada")
    }
  }
}
