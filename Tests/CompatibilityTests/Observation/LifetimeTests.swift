import Defaults
import TestSupport
import Testing

private final class Owner: Sendable {}

/// Observes for as long as it lives, as applications do.
private final class Screen: Sendable {
  init(_ key: Defaults.Key<Int>, _ seen: Recorder<Int>) {
    Defaults.observe(key, options: []) { seen.record($0.newValue) }.tieToLifetime(of: self)
  }
}

struct LifetimeTests {
  private let suite = UserDefaults(inMemory: "lifetime")
  private let key: Defaults.Key<Int>
  private let seen = Recorder<Int>()

  init() {
    key = Defaults.Key(unique(), default: 0, suite: suite)
  }

  @Test func `nothing is told after an observation is invalidated`() {
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
    Defaults[key] = 1
    observation.invalidate()
    Defaults[key] = 2
    #expect(seen.elements == [1])
  }

  @Test func `an observation may be invalidated again`() {
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
    observation.invalidate()
    observation.invalidate()
    Defaults[key] = 1
    #expect(seen.elements.isEmpty)
  }

  @Test func `an observation ends when nobody keeps it`() {
    do {
      let observation = Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
      Defaults[key] = 1
      withExtendedLifetime(observation) {}
    }
    Defaults[key] = 2
    #expect(seen.elements == [1])
  }

  @Test func `what an observer holds is released when it ends`() {
    weak var held: Owner?
    do {
      let owner = Owner()
      held = owner
      let observation = Defaults.observe(key) { _ in withExtendedLifetime(owner) {} }
      observation.invalidate()
    }
    #expect(held == nil)
  }

  @Test func `an object keeps an observation that is tied to it, which ends with the object`() {
    var screen: Screen? = Screen(key, seen)
    Defaults[key] = 1
    Defaults[key] = 2
    withExtendedLifetime(screen) {}
    screen = nil
    Defaults[key] = 3
    #expect(seen.elements == [1, 2])
  }

  @Test func `an observation that is kept ends with the object it is tied to`() {
    var owner: Owner? = Owner()
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
    if let owner { observation.tieToLifetime(of: owner) }
    Defaults[key] = 1
    withExtendedLifetime(owner) {}
    owner = nil
    Defaults[key] = 2
    #expect(seen.elements == [1])
    observation.invalidate()
  }

  @Test func `an observation of several keys is tied as well`() {
    let other = Defaults.Key<Int>(unique(), default: 0, suite: UserDefaults(inMemory: "other"))
    var owner: Owner? = Owner()
    if let owner {
      Defaults.observe(keys: key, other, options: []) { [seen] in seen.record(1) }
        .tieToLifetime(of: owner)
    }
    Defaults[key] = 1
    Defaults[other] = 1
    withExtendedLifetime(owner) {}
    owner = nil
    Defaults[key] = 2
    Defaults[other] = 2
    #expect(seen.elements == [1, 1])
  }

  @Test func `an observation whose tie is removed outlives the object`() {
    var owner: Owner? = Owner()
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
    if let owner { observation.tieToLifetime(of: owner) }
    observation.removeLifetimeTie()
    withExtendedLifetime(owner) {}
    owner = nil
    Defaults[key] = 1
    #expect(seen.elements == [1])
    observation.invalidate()
  }

  @Test func `removing a tie after the object has ended revives nothing`() {
    var owner: Owner? = Owner()
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
    if let owner { observation.tieToLifetime(of: owner) }
    withExtendedLifetime(owner) {}
    owner = nil
    observation.removeLifetimeTie()
    Defaults[key] = 1
    #expect(seen.elements.isEmpty)
  }

  @Test func `an observation without a tie has none to remove`() {
    let observation = Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
    observation.removeLifetimeTie()
    Defaults[key] = 1
    #expect(seen.elements == [1])
    observation.invalidate()
  }
}
