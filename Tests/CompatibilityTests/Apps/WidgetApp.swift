import Defaults
import Foundation
import TestSupport
import Testing

// An app and its widget share a group; older parts of it wait for the notification of `UserDefaults`.

final class WidgetApp {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `values of an added suite are found until it is removed`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      setenv("XDG_CONFIG_HOME", path, 1)
      let group = UserDefaults(suiteName: "group.org.example.widget")!
      group.set("group", forKey: "theme")
      group.set(1, forKey: "count")
      let defaults = UserDefaults.standard
      let theme = Defaults.Key<String>("theme", default: "none")
      #expect(Defaults[theme] == "none")
      defaults.addSuite(named: group.name)
      #expect(Defaults[theme] == "group")
      #expect(defaults.integer(forKey: "count") == 1)
      #expect(!theme.isSet)
      group.set("other", forKey: "theme")
      #expect(Defaults[theme] == "other")
      Defaults[theme] = "own"
      #expect(Defaults[theme] == "own")
      #expect(group.string(forKey: "theme") == "other")
      theme.reset()
      defaults.removeSuite(named: group.name)
      #expect(Defaults[theme] == "none")
      #expect(defaults.object(forKey: "count") == nil)
    }
  }

  @Test func `each write of this process posts the notification`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      setenv("XDG_CONFIG_HOME", path, 1)
      let group = UserDefaults(suiteName: "group.org.example.widget")!
      let count = Defaults.Key<Int>("count", default: 0, suite: group)
      let all = Recorder<String>()
      let own = Recorder<String>()
      let center = NotificationCenter.default
      let tokens = [
        center.addObserver(
          forName: UserDefaults.didChangeNotification,
          object: nil,
          queue: nil
        ) { all.record(($0.object as? UserDefaults)?.name ?? "") },
        center.addObserver(
          forName: UserDefaults.didChangeNotification,
          object: group,
          queue: nil
        ) { _ in own.record("\(group.integer(forKey: "count"))") },
      ]
      Defaults[count] = 1
      Defaults[count] = 1
      try group.transaction { values in
        values[count] = 2
        values.setStoredValue(.bool(true), forKey: "other")
      }
      UserDefaults.standard.set(5, forKey: "elsewhere")
      #expect(all.elements == [group.name, group.name, UserDefaults.standard.name])
      #expect(own.elements == ["1", "2"])
      tokens.forEach(center.removeObserver)
    }
  }
}
