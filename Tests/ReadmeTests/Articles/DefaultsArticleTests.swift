import Defaults
import TestSupport
import Testing

extension Defaults.Keys {
  static let lineWidth = Key<Double>("lineWidth", default: 1.5)
}

final class DefaultsArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `keys are like variables`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.lineWidth] = 2
      Defaults[.lineWidth] += 0.5
      #expect(Defaults[.lineWidth] == 2.5)
    }
  }
}
