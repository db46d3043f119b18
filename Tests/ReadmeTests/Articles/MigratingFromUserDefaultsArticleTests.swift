import Defaults
import TestSupport
import Testing

extension Defaults.Keys {
  static let tabWidth = Key<Int>("tabWidth", default: 8)
}

private enum Example {
  typealias UserDefaults = Defaults.Suite

  static func useSuite() {
    let defaults = UserDefaults.standard
    defaults.register(defaults: ["tabWidth": 8])
    defaults.set(4, forKey: "tabWidth")
    let width = defaults.integer(forKey: "tabWidth")
    #expect(width == 4)

    Defaults[.tabWidth] = 2
    let sameWidth = UserDefaults.standard[.tabWidth]
    #expect(sameWidth == 2)
  }
}

final class MigratingFromUserDefaultsArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `a suite takes the place of Foundation's`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Example.useSuite()
    }
  }
}
