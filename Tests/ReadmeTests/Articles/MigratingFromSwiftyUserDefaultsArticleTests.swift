import Defaults
import Foundation
import TestSupport
import Testing

extension Defaults.Keys {
  static let launchCount = Key<Int>("launchCount", default: 0)
  static let userName = Key<String?>("userName")
}

private struct Profile: Codable, Equatable, Defaults.Serializable {
  var name: String
}

extension Defaults.Keys {
  fileprivate static let profile = Key<Profile?>("profile")
}

final class MigratingFromSwiftyUserDefaultsArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `keys say the same`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      Defaults[.launchCount] += 1
      let hasName = Defaults.hasStoredValue(.userName)
      #expect(!hasName)
      #expect(Defaults[.launchCount] == 1)
    }
  }

  @Test func `data is made text`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      UserDefaults.standard.set(Data(#"{"name":"Ada"}"#.utf8), forKey: "profile")
      try Defaults.migrate(from: "profile", to: .profile) { stored in
        guard case .data(let data) = stored else { return nil }
        return .string(String(decoding: data, as: UTF8.self))
      }
      #expect(Defaults[.profile] == Profile(name: "Ada"))
    }
  }
}
