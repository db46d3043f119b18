import Defaults
import DefaultsTesting
import TestSupport
import Testing

struct ResetTests {
  private let suite = TemporarySuite().suite
  private let number: Defaults.Key<Int>
  private let text: Defaults.Key<String?>
  private let other: Defaults.Key<Bool>

  init() {
    number = Defaults.Key("ResetTests.number", default: 1, suite: suite)
    text = Defaults.Key("ResetTests.text", suite: suite)
    other = Defaults.Key("ResetTests.other", default: false, suite: suite)
    Defaults[number] = 2
    Defaults[text] = "set"
    Defaults[other] = true
  }

  private func expectOnlyOtherSet(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      suite.storedValues() == [Defaults.KeyName(other.name): .bool(true)],
      sourceLocation: sourceLocation
    )
    #expect(Defaults[number] == 1, sourceLocation: sourceLocation)
    #expect(Defaults[text] == nil, sourceLocation: sourceLocation)
  }

  @Test func `keys of several types are reset at once`() {
    Defaults.reset(number, text)
    expectOnlyOtherSet()
  }

  @Test func `an array of keys is reset`() {
    Defaults.reset([number, text])
    expectOnlyOtherSet()
  }

  @Test func `names are reset in a suite`() {
    Defaults.reset(number.name, text.name, suite: suite)
    expectOnlyOtherSet()
  }

  @Test func `an array of names is reset in a suite`() {
    Defaults.reset([number.name, text.name], suite: suite)
    expectOnlyOtherSet()
  }

  @Test func `a key resets itself`() {
    number.reset()
    text.reset()
    expectOnlyOtherSet()
  }

  @Test func `keys can be reset in another suite than their own`() {
    let elsewhere = TemporarySuite().suite
    elsewhere[number] = 7
    elsewhere[other] = true
    Defaults.reset(number, suite: elsewhere)
    #expect(elsewhere.storedValues() == [Defaults.KeyName(other.name): .bool(true)])
    Defaults.reset([other], suite: elsewhere)
    #expect(elsewhere.storedValues().isEmpty)
    #expect(Defaults[number] == 2)
  }

  @Test func `removing all shows the defaults and tells every observer`() {
    let changes = Recorder<String>()
    let observation = suite.observeStoredValues { changes.record($0.key.string) }
    Defaults.removeAll(suite: suite)
    #expect(suite.storedValues().isEmpty)
    #expect(Defaults[number] == 1)
    #expect(changes.elements == [number.name, other.name, text.name])
    observation.invalidate()
  }
}
