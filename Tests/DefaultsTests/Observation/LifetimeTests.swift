import DefaultsTesting
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

private final class Owner: Sendable {}

struct LifetimeTests {
  private let suite = TemporarySuite().suite
  private let key: Defaults.Key<Int>
  private let seen = Recorder<Int>()

  init() {
    key = Defaults.Key("LifetimeTests.key", default: 0, suite: suite)
  }

  private func observe() -> any Defaults.Observation {
    Defaults.observe(key, options: []) { [seen] in seen.record($0.newValue) }
  }

  @Test func `nothing is told after the end, and ending twice is fine`() {
    let observation = observe()
    Defaults[key] = 1
    observation.invalidate()
    observation.invalidate()
    Defaults[key] = 2
    #expect(seen.elements == [1])
    #expect(!suite.core.observers.mayBeInterested)
  }

  @Test func `an observation ends when it is released`() {
    var observation: (any Defaults.Observation)? = observe()
    Defaults[key] = 1
    withExtendedLifetime(observation) {}
    observation = nil
    Defaults[key] = 2
    #expect(seen.elements == [1])
  }

  @Test func `an observation lives as long as the object it is tied to`() {
    var owner: Owner? = Owner()
    weak var tied: (any Defaults.Observation)?
    if let owner {
      tied = observe().tieToLifetime(of: owner)
    }
    #expect(tied != nil)
    Defaults[key] = 1
    #expect(seen.elements == [1])
    withExtendedLifetime(owner) {}
    owner = nil
    Defaults[key] = 2
    #expect(seen.elements == [1])
    #expect(tied == nil)
    #expect(!suite.core.observers.mayBeInterested)
  }

  @Test func `an observation that is kept ends with its owner all the same`() {
    var owner: Owner? = Owner()
    let observation = observe()
    if let owner { observation.tieToLifetime(of: owner) }
    Defaults[key] = 1
    withExtendedLifetime(owner) {}
    owner = nil
    observation.removeLifetimeTie()
    Defaults[key] = 2
    #expect(seen.elements == [1])
  }

  @Test func `an untied observation lives as long as it is kept`() {
    var owner: Owner? = Owner()
    var observation: (any Defaults.Observation)? = observe()
    if let owner { observation?.tieToLifetime(of: owner) }
    observation?.removeLifetimeTie()
    withExtendedLifetime(owner) {}
    owner = nil
    Defaults[key] = 1
    #expect(seen.elements == [1])
    observation = nil
    Defaults[key] = 2
    #expect(seen.elements == [1])
  }

  @Test func `a tie of several suites ends everywhere`() {
    let elsewhere = TemporarySuite().suite
    let other = Defaults.Key<Int>("LifetimeTests.other", default: 0, suite: elsewhere)
    var owner: Owner? = Owner()
    if let owner {
      Defaults.observe(keys: key, other, options: []) { [seen] in seen.record(1) }
        .tieToLifetime(of: owner)
    }
    Defaults[other] = 1
    #expect(seen.elements == [1])
    withExtendedLifetime(owner) {}
    owner = nil
    Defaults[other] = 2
    #expect(!elsewhere.core.observers.mayBeInterested)
    Defaults[key] = 2
    #expect(seen.elements == [1])
    #expect(!suite.core.observers.mayBeInterested)
  }

  @Test func `what a handler holds is released with the observation`() {
    weak var held: Owner?
    do {
      let owner = Owner()
      held = owner
      let observation = Defaults.observe(key, options: []) { _ in withExtendedLifetime(owner) {} }
      Defaults[key] = 1
      observation.invalidate()
    }
    #expect(held == nil)
  }
}
