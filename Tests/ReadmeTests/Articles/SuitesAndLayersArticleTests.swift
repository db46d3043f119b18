import Defaults
import Foundation
import TestSupport
import Testing

extension Defaults.Suite {
  static let shared = Defaults.Suite(suiteName: "org.example.shared") ?? .standard
}

extension Defaults.Keys {
  static let license = Key<String?>("license", suite: .shared)
}

final class SuitesAndLayersArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `a suite is shared by its name`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults.Suite.shared.set(true, forKey: "isShared")
      let isShared = Defaults.Suite.shared.bool(forKey: "isShared")
      #expect(isShared)
      #expect(Defaults.Suite(suiteName: "org.example.shared") == .shared)

      Defaults[.license] = "free"
      let source = Defaults.source(of: .license)
      let isLocked = Defaults.Keys.license.isLocked
      #expect(source?.layer == .user)
      #expect(!isLocked)
    }
  }
}
