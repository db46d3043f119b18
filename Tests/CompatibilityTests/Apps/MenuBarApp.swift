import Defaults
import Foundation
import TestSupport
import Testing

// An app in the menu bar: observers that live as long as their object, and several keys at once.

private let menuSuite = UserDefaults(inMemory: "org.example.MenuBar")

extension Defaults.Keys {
  fileprivate static let showsIcon = Key<Bool>("showsIcon", default: true, suite: menuSuite)
  fileprivate static let refresh = Key<TimeInterval>("refresh", default: 60, suite: menuSuite)
  fileprivate static let title = Key<String?>("title", suite: menuSuite)
}

private final class StatusItem: Sendable {
  let log = Recorder<String>()

  init() {
    Defaults.observe(.showsIcon) { [log] change in
      log.record(change.newValue ? "shown" : "hidden")
    }
    .tieToLifetime(of: self)
    Defaults.observe(keys: .refresh, .title, options: []) { [log] in
      log.record("\(Defaults[.title] ?? "-") \(Defaults[.refresh])")
    }
    .tieToLifetime(of: self)
  }
}

@Suite(.serialized)
struct MenuBarApp {
  init() { menuSuite.removeAll() }

  @Test func `the item follows its keys until it is released`() {
    var item: StatusItem? = StatusItem()
    let log = item?.log
    Defaults[.showsIcon].toggle()
    Defaults[.title] = "Load"
    Defaults[.refresh] /= 2
    Defaults.withoutPropagation { Defaults[.refresh] = 5 }
    Defaults.reset(.showsIcon, .title)
    #expect(log?.elements == ["shown", "hidden", "Load 60.0", "Load 30.0", "shown", "- 5.0"])
    item = nil
    Defaults[.showsIcon] = false
    #expect(log?.elements.count == 6)
  }

  @Test func `an event before each change has the old value`() {
    let values = Recorder<String>()
    let observation = Defaults.observe(.refresh, options: [.prior]) { change in
      values.record("\(change.isPrior ? "before" : "after") \(change.oldValue) \(change.newValue)")
    }
    Defaults[.refresh] = 10
    observation.invalidate()
    Defaults[.refresh] = 20
    #expect(values.elements.count == 2)
    #expect(values.elements.last == "after 60.0 10.0")
  }
}
