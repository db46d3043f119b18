import Defaults
import DefaultsCombine
import Foundation
import Observation
import OpenCombine
import TestSupport
import Testing

extension Defaults.Keys {
  fileprivate static let wrapped = UserDefaults(inMemory: "wrapped")
  fileprivate static let hasUnicorn = Key<Bool>(
    "CompatibilityTests hasUnicorn",
    default: false,
    suite: wrapped,
  )
}

// A key of their own for tests that run at the same time.
extension Defaults.Keys {
  fileprivate static let hasHorn = Key<Bool>(
    "CompatibilityTests hasHorn",
    default: false,
    suite: wrapped,
  )
}

private struct ContentView {
  @Default(.hasUnicorn) var hasUnicorn

  var binding: Defaults.Binding<Bool> { $hasUnicorn }
  var isDefault: Bool { _hasUnicorn.isDefaultValue }
  var defaultValue: Bool { _hasUnicorn.defaultValue }

  func reset() { _hasUnicorn.reset() }
}

private final class Store {
  @Default var list: [Int]
  @_Default var text: String?

  init(_ suite: UserDefaults) {
    _list = Default(Defaults.Key(unique("list"), default: [1], suite: suite))
    _text = Default(Defaults.Key(unique("text"), suite: suite))
  }

  var changes: AnyPublisher<Defaults.KeyChange<[Int]>, Never> { _list.publisher }
}

@Observable
private final class Model {
  @ObservableDefault @ObservationIgnored var name: String
  @ObservableDefault @ObservationIgnored var list: [Int]

  init(_ name: Defaults.Key<String>, _ list: Defaults.Key<[Int]>) {
    _name = ObservableDefault(name)
    _list = ObservableDefault(list)
  }
}

@Observable
private final class Flags {
  @ObservableDefault(.hasHorn) @ObservationIgnored var implicit: Bool
  @ObservableDefault(Defaults.Keys.hasHorn) @ObservationIgnored var explicit: Bool
}

struct PropertyWrapperTests {
  private let suite = UserDefaults(inMemory: "wrappers")
  private let name: Defaults.Key<String>
  private let list: Defaults.Key<[Int]>

  init() {
    name = Defaults.Key(unique("name"), default: "none", suite: suite)
    list = Defaults.Key(unique("list"), default: [], suite: suite)
  }

  /// Counts whether what a closure reads is told to change while another one runs.
  private func changes<Read>(of read: () -> Read, during body: () -> Void) -> Int {
    let told = Recorder<Int>()
    withObservationTracking {
      _ = read()
    } onChange: {
      told.record(1)
    }
    body()
    return told.elements.count
  }

  // MARK: - @Default

  @Test func `a property has the value of its key`() {
    let view = ContentView()
    Defaults[.hasUnicorn] = true
    #expect(view.hasUnicorn)
    view.hasUnicorn = false
    #expect(!Defaults[.hasUnicorn])
    view.binding.wrappedValue = true
    #expect(view.hasUnicorn)
    #expect(!view.isDefault)
    #expect(!view.defaultValue)
    view.reset()
    #expect(view.isDefault)
    #expect(!view.hasUnicorn)
  }

  @Test func `a property of an object is changed in place`() {
    let store = Store(suite)
    store.list.append(2)
    store.text = "a"
    store.text?.append("b")
    #expect(store.list == [1, 2])
    #expect(store.text == "ab")
    store.text = nil
    #expect(store.text == nil)
  }

  @Test func `a property publishes its value`() {
    let store = Store(suite)
    let seen = Recorder<[Int]>()
    let cancellable = store.changes.sink { seen.record($0.newValue) }
    store.list.append(2)
    #expect(seen.elements == [[1], [1, 2]])
    cancellable.cancel()
  }

  @Test func `reading a property is tracked`() {
    let store = Store(suite)
    #expect(changes(of: { store.list }) { store.list = [5] } == 1)
    #expect(changes(of: { store.list }) { store.text = "x" } == 0)
  }

  // MARK: - @ObservableDefault

  @Test func `a key may be written with a dot or in full`() {
    let flags = Flags()
    Defaults.reset(.hasHorn)
    flags.implicit = true
    #expect(flags.explicit)
    flags.explicit = false
    #expect(!Defaults[.hasHorn])
  }

  @Test func `a change through the model is told`() {
    let model = Model(name, list)
    #expect(changes(of: { model.name }) { model.name = "a" } == 1)
    #expect(Defaults[name] == "a")
  }

  @Test func `a change of the key is told`() {
    let model = Model(name, list)
    #expect(changes(of: { model.name }) { Defaults[name] = "b" } == 1)
    #expect(model.name == "b")
  }

  @Test func `a change by those who know no types is told`() {
    let model = Model(name, list)
    #expect(changes(of: { model.name }) { suite.set("c", forKey: name.name) } == 1)
    #expect(changes(of: { model.name }) { suite.removeObject(forKey: name.name) } == 1)
    #expect(model.name == "none")
  }

  @Test func `a change in place is told once and does not recur`() {
    let model = Model(name, list)
    #expect(changes(of: { model.list }) { model.list.append(1) } == 1)
    model.list[0] += 1
    #expect(model.list == [2])
  }

  @Test func `two models see each other's changes`() {
    let (one, other) = (Model(name, list), Model(name, list))
    #expect(changes(of: { one.name }) { other.name = "d" } == 1)
    #expect(one.name == "d")
  }

  @Test func `an equal value and another property tell nothing`() {
    let model = Model(name, list)
    #expect(changes(of: { model.name }) { model.name = "none" } == 0)
    #expect(changes(of: { model.name }) { model.list = [1] } == 0)
  }

  @Test func `a reset is told`() {
    let model = Model(name, list)
    model.name = "e"
    #expect(changes(of: { model.name }) { Defaults.reset(name) } == 1)
    #expect(model.name == "none")
  }
}
