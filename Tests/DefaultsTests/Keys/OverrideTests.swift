import Defaults
import Dispatch
import TestSupport
import Testing

struct OverrideTests {
  private let suite = Defaults.Suite(inMemory: "override")
  private var quality: Defaults.Key<Double> { Defaults.Key("q", default: 0.8, suite: suite) }
  private var name: Defaults.Key<String?> { Defaults.Key("override.name", suite: suite) }

  @Test func `keys have other values inside, and nothing is stored`() throws {
    let (quality, name) = (quality, name)
    Defaults[quality] = 0.1
    Defaults.withOverrides([.init(quality, 0.5), .init(name, "Ada")]) {
      #expect(Defaults[quality] == 0.5)
      #expect(suite[quality] == 0.5)
      #expect(suite.double(forKey: "q") == 0.5)
      #expect(Defaults[name] == "Ada")
    }
    #expect(Defaults[quality] == 0.1)
    #expect(Defaults[name] == nil)
    #expect(suite.storedValues() == ["q": .real(0.1)])
  }

  @Test func `writes inside go to the override and are not told`() throws {
    let quality = quality
    let observation = Defaults.observe(quality, options: []) { _ in Issue.record("told") }
    try Defaults.withOverrides([.init(quality, 0.5)]) {
      Defaults[quality] = 0.6
      #expect(Defaults[quality] == 0.6)
      try Defaults.modify(quality) { $0 += 0.1 }
      #expect(Defaults[quality] == 0.7)
      try suite.transaction { values in
        #expect(values[quality] == 0.7)
        values[quality] = 0.9
        #expect(values[quality] == 0.9)
      }
      #expect(Defaults[quality] == 0.9)
      quality.reset()
      #expect(Defaults[quality] == 0.8)
    }
    observation.invalidate()
    #expect(suite.storedValues() == [:])
  }

  @Test func `nil stands for nothing stored`() {
    let name = name
    Defaults[name] = "Ada"
    Defaults.withOverrides([.init(name, nil)]) { #expect(Defaults[name] == nil) }
    #expect(Defaults[name] == "Ada")
  }

  @Test func `they may be nested`() {
    let (quality, name) = (quality, name)
    Defaults.withOverrides([.init(quality, 0.5)]) {
      Defaults.withOverrides([.init(quality, 0.6), .init(name, "Ada")]) {
        #expect(Defaults[quality] == 0.6)
      }
      #expect(Defaults[quality] == 0.5)
      #expect(Defaults[name] == nil)
    }
  }

  @Test func `other keys are written as ever`() {
    let (quality, name) = (quality, name)
    Defaults.withOverrides([.init(quality, 0.5)]) { Defaults[name] = "Ada" }
    #expect(Defaults[name] == "Ada")
  }

  @Test func `other tasks do not see them, tasks that are started inside do`() async {
    let quality = quality
    await Defaults.withOverrides([.init(quality, 0.5)]) {
      await Task { #expect(Defaults[quality] == 0.5) }.value
      await Task.detached { #expect(Defaults[quality] == 0.8) }.value
      await Task.yield()
      #expect(Defaults[quality] == 0.5)
    }
    #expect(Defaults[quality] == 0.8)
  }
}
