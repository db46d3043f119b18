import DefaultsTesting
import Defaults
import Foundation
import TestSupport
import Testing

// A window manager that exports its settings, imports them, and starts over: whole domains at once.
// Domains belong to a process, so each test is a process of its own.

private enum Example {
  static func useHome(_ path: String) { setenv("XDG_CONFIG_HOME", path, 1) }
}

final class WindowApp {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `settings are exported, removed and imported`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      Example.useHome(path)
      let name = "org.example.Windows"
      let gap = Defaults.Key<Int>("gap", default: 8, suite: UserDefaults(suiteName: name)!)
      let shortcuts = Defaults.Key<[String: [String]]>("keys", default: [:], suite: gap.suite)
      Defaults[gap] = 4
      Defaults[shortcuts]["left"] = ["ctrl", "alt", "left"]
      let domain = UserDefaults.standard.persistentDomain(forName: name)
      #expect(domain?.keys.sorted() == ["gap", "keys"])
      let exported = try PropertyListSerialization.data(
        fromPropertyList: domain ?? [:],
        format: .xml,
        options: 0
      )

      let values = Recorder<Int>()
      let observation = Defaults.observe(gap, options: []) { values.record($0.newValue) }
      UserDefaults.standard.removePersistentDomain(forName: name)
      #expect(Defaults[gap] == 8)
      #expect(UserDefaults.standard.persistentDomain(forName: name) == nil)

      let imported = try PropertyListSerialization.propertyList(from: exported, format: nil)
      UserDefaults.standard.setPersistentDomain(imported as? [String: Any] ?? [:], forName: name)
      #expect(Defaults[gap] == 4)
      #expect(Defaults[shortcuts] == ["left": ["ctrl", "alt", "left"]])
      #expect(values.elements == [8, 4])
      observation.invalidate()
    }
  }

  @Test func `a domain with a value that cannot be stored changes nothing`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      Example.useHome(path)
      let suite = UserDefaults(suiteName: "org.example.Windows")!
      suite.set(1, forKey: "a")
      suite.setPersistentDomain(["b": 2, "c": ObjectIdentifier(suite)], forName: suite.name)
      #expect(suite.storedValues() == ["a": .integer(1)])
      #expect(suite.takeDiagnostics().count == 1)
      suite.setPersistentDomain(["b": 2], forName: "no/name")
      #expect(suite.takeDiagnostics().map(\.kind) == [.invalidDomain(name: "no/name")])
      #expect(suite.persistentDomain(forName: "no/name") == nil)
    }
  }

  @Test func `tests set launch arguments and registered defaults`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      Example.useHome(path)
      let defaults = UserDefaults.standard
      let gap = Defaults.Key<Int>("gap", default: 8)
      Defaults[gap] = 4
      defaults.setVolatileDomain(["gap": "16"], forName: UserDefaults.argumentDomain)
      #expect(Defaults[gap] == 16)
      #expect(Defaults.source(of: gap)?.layer == .argument)
      #expect(
        defaults.volatileDomain(forName: UserDefaults.argumentDomain) as? [String: String]
          == ["gap": "16"]
      )
      defaults.removeVolatileDomain(forName: UserDefaults.argumentDomain)
      #expect(Defaults[gap] == 4)

      #expect(defaults.volatileDomain(forName: UserDefaults.registrationDomain)["gap"] as? Int == 8)
      defaults.setVolatileDomain(["other": 5], forName: UserDefaults.registrationDomain)
      #expect(defaults.integer(forKey: "other") == 5)

      defaults.setVolatileDomain(["x": true], forName: "mine")
      #expect(defaults.volatileDomain(forName: "mine")["x"] as? Bool == true)
      #expect(defaults.object(forKey: "x") == nil)
      #expect(defaults.volatileDomainNames.contains("mine"))
      #expect(UserDefaults() == defaults)
    }
  }
}
