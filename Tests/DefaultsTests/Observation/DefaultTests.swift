import Defaults
import DefaultsTesting
import TestSupport
import Testing

private struct Profile: Codable, Hashable, Defaults.Serializable {
  var name = "nobody"
  var tags: [String] = []
}

extension Defaults.Keys {
  fileprivate static let memory = Defaults.Suite(inMemory: "DefaultTests")
  fileprivate static let hasUnicorn = Key<Bool>("DefaultTests.u", default: false, suite: memory)
}

private struct View {
  @Default(.hasUnicorn) var hasUnicorn

  func reset() { _hasUnicorn.reset() }
  var isDefault: Bool { _hasUnicorn.isDefaultValue }
  var defaultValue: Bool { _hasUnicorn.defaultValue }
}

private final class Model {
  @Default private(set) var profile: Profile

  init(_ key: Defaults.Key<Profile>) {
    _profile = Default(key)
  }

  var binding: Defaults.Binding<Profile> { $profile }

  func add(_ tag: String) { profile.tags.append(tag) }
}

struct DefaultTests {
  private let suite = TemporarySuite().suite

  @Test func `a property is the value of its key, in a constant too`() {
    let view = View()
    #expect(!view.hasUnicorn)
    view.hasUnicorn = true
    #expect(Defaults[.hasUnicorn])
    #expect(!view.isDefault)
    #expect(!view.defaultValue)
    Defaults[.hasUnicorn] = false
    #expect(!view.hasUnicorn)
    view.hasUnicorn.toggle()
    #expect(Defaults[.hasUnicorn])
    view.reset()
    #expect(view.isDefault)
    #expect(!Defaults.hasStoredValue(.hasUnicorn))
  }

  @Test func `a property of a class is changed in place`() {
    let key = Defaults.Key<Profile>("DefaultTests.model", default: Profile(), suite: suite)
    let model = Model(key)
    model.add("a")
    model.add("b")
    #expect(Defaults[key].tags == ["a", "b"])
  }

  @Test func `a binding reads and writes the key`() {
    let key = Defaults.Key<Int>("DefaultTests.int", default: 1, suite: suite)
    let binding = Default(key).projectedValue
    #expect(binding.wrappedValue == 1)
    binding.wrappedValue += 1
    #expect(Defaults[key] == 2)
    #expect(binding.projectedValue.wrappedValue == 2)
  }

  @Test func `a binding leads to a part of the value`() {
    let key = Defaults.Key<Profile>("DefaultTests.part", default: Profile(), suite: suite)
    let binding = Model(key).binding
    binding.name.wrappedValue = "somebody"
    binding.tags.wrappedValue.append("a")
    #expect(Defaults[key] == Profile(name: "somebody", tags: ["a"]))
  }

  @Test func `a binding leads to something made from the value`() {
    let key = Defaults.Key<Int>("DefaultTests.map", default: 20, suite: suite)
    let text = Defaults.Binding(key: key).map(get: { "\($0)" }, set: { $0 = Int($1) ?? $0 })
    #expect(text.wrappedValue == "20")
    text.wrappedValue = "30"
    #expect(Defaults[key] == 30)
    text.wrappedValue = "many"
    #expect(Defaults[key] == 30)
  }

  @Test func `a binding may show the opposite`() {
    let key = Defaults.Key<Bool>("DefaultTests.opposite", default: false, suite: suite)
    let opposite = Defaults.Binding(key: key).toggled()
    #expect(opposite.wrappedValue)
    opposite.wrappedValue = false
    #expect(Defaults[key])
    #expect(!opposite.wrappedValue)
  }
}
