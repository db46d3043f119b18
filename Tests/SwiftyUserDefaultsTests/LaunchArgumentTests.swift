import Foundation
import SwiftyUserDefaults
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// What a process was started with, and what it hides.
@Suite struct LaunchArgumentTests {
  private func adapter(_ arguments: String...) -> DefaultsAdapter<DefaultsKeys> {
    let core = SuiteCore(
      name: "org.example.frogs",
      store: _Defaults.InMemoryStore(),
      arguments: LaunchArguments(arguments),
    )
    return DefaultsAdapter(defaults: DefaultsSuite(core: core), keyStore: DefaultsKeys())
  }

  @Test func `a process is customized by pairs of a key and a value`() {
    let prefs = adapter(
      "-skipLogin",
      "true",
      "-launchCount",
      "3",
      "-volume",
      "61.3",
      "-username",
      "sunshine",
      "-words",
      "(a, b)",
      "-pet",
      "newt",
      "-level",
      "2",
    )
    #expect(prefs.skipLogin && prefs.launchCount == 3 && prefs.volume == 61.3)
    #expect(prefs.username == "sunshine" && prefs.words == ["a", "b"])
    #expect(prefs.pet == .newt && prefs.level == .high)
    #expect(prefs.hasKey(\.skipLogin) && !prefs.hasKey(\.nickname))
  }

  @Test func `a word that makes no sense gives the default`() {
    let prefs = adapter("-skipLogin", "test", "-launchCount", "many", "-pet", "dragon")
    #expect(!prefs.skipLogin && prefs.launchCount == 0 && prefs.pet == .frog)
  }

  @Test func `a change that an argument hides is not told`() {
    let prefs = adapter("-volume", "0.75")
    let seen = Recorder<Double?>()
    let observer = prefs.observe(\.volume) { seen.record($0.newValue) }
    prefs.volume = 0.25
    #expect(prefs.volume == 0.75 && seen.elements.isEmpty)
    observer.dispose()
  }
}
