import Defaults
import DefaultsTesting
import Foundation
import Observation
import TestSupport
import Testing

@Observable
private final class Model {
  @ObservableDefault @ObservationIgnored var count: Int
  @ObservableDefault @ObservationIgnored var tags: [String]
  var plain = 0

  init(_ suite: Defaults.Suite) {
    _count = ObservableDefault(Defaults.Key("ObservableDefault.count", default: 0, suite: suite))
    _tags = ObservableDefault(Defaults.Key("ObservableDefault.tags", default: [], suite: suite))
  }
}

struct ObservableDefaultTests {
  private let temporary = TemporarySuite("observable")
  private var suite: Defaults.Suite { temporary.suite }

  /// Counts how often what a closure reads changes; it is tracked anew after each change.
  private func changes<Read>(_ read: @escaping () -> Read, during body: () -> Void) -> Int {
    let told = Recorder<Int>()
    withObservationTracking {
      _ = read()
    } onChange: {
      told.record(1)
    }
    body()
    return told.elements.count
  }

  @Test func `a change through the property is told`() {
    let model = Model(suite)
    #expect(changes({ model.count }) { model.count = 1 } == 1)
    #expect(model.count == 1)
  }

  @Test func `a change of the key is told`() {
    let model = Model(suite)
    #expect(changes({ model.count }) { suite.set(5, forKey: "ObservableDefault.count") } == 1)
    #expect(model.count == 5)
  }

  @Test func `two models see each other's writes`() {
    let (first, second) = (Model(suite), Model(suite))
    #expect(changes({ first.count }) { second.count = 3 } == 1)
    #expect(first.count == 3)
  }

  @Test func `a change in place is one change and does not recur`() {
    let model = Model(suite)
    #expect(changes({ model.tags }) { model.tags.append("x") } == 1)
    #expect(model.tags == ["x"])
  }

  @Test func `an equal write and another property tell nothing`() {
    let model = Model(suite)
    #expect(changes({ model.count }) { model.count = 0 } == 0)
    #expect(changes({ model.count }) { model.tags = ["y"] } == 0)
    #expect(changes({ model.count }) { model.plain = 1 } == 0)
    #expect(changes({ model.plain }) { model.plain = 2 } == 1)
  }

  @Test func `resetting tells, and the binding sets`() {
    let model = Model(suite)
    model.$count.wrappedValue = 4
    #expect(model.count == 4)
    #expect(changes({ model.count }) { suite.removeObject(forKey: "ObservableDefault.count") } == 1)
    #expect(model.count == 0)
  }

  // MARK: - Plain tracking

  @Test func `reading a key is tracked without any property`() {
    let key = Defaults.Key<Int>("ObservableDefault.plain", default: 0, suite: suite)
    let same = Defaults.Key<Int>("ObservableDefault.plain", default: 0, suite: suite)
    let other = Defaults.Key<Int>("ObservableDefault.other", default: 0, suite: suite)
    #expect(changes({ Defaults[key] }) { Defaults[key] = 1 } == 1)
    #expect(changes({ Defaults[key] }) { Defaults[same] = 2 } == 1)
    #expect(changes({ Defaults[key] }) { suite.set(3, forKey: "ObservableDefault.plain") } == 1)
    #expect(changes({ Defaults[key] }) { Defaults[other] = 1 } == 0)
    #expect(changes({ Defaults[key] }) { Defaults[key] = 3 } == 0)
    #expect(changes({ Defaults[key] }) { Defaults.withoutPropagation { Defaults[key] = 4 } } == 0)
    #expect(Defaults[key] == 4)
  }

  @Test func `what another process stores is told to who tracks the key`() async throws {
    let onDisk = try TemporarySuite(onDisk: "org.example.tracked")
    let key = Defaults.Key<Int>("ObservableDefault.disk", default: 0, suite: onDisk.suite)
    let neighbour = try #require(onDisk.neighbour())
    await withCheckedContinuation { continuation in
      withObservationTracking {
        _ = Defaults[key]
      } onChange: {
        continuation.resume()
      }
      neighbour.set(5, forKey: key.name)
    }
    #expect(Defaults[key] == 5)
  }

  // MARK: - Changes and toggles

  @Test func `a stream of changes has old and new values`() async {
    let key = Defaults.Key<Int>("ObservableDefault.stream", default: 7, suite: suite)
    var changes = Defaults.changes(key).makeAsyncIterator()
    Defaults[key] = 1
    key.reset()
    for expected in [[7, 7], [7, 1], [1, 7]] {
      let change = await changes.next()
      #expect(change.map { [$0.oldValue, $0.newValue] } == expected)
    }
  }

  @Test(arguments: [false, true])
  func `a toggle shows, sets and tells its position`(isInverted: Bool) {
    let key = Defaults.Key<Bool>("ObservableDefault.\(isInverted)", default: false, suite: suite)
    let told = Recorder<Bool>()
    let toggle = Defaults.ToggleModel("Title", key: key, inverted: isInverted)
      .onChange { told.record($0) }
    #expect(toggle.title == "Title")
    #expect(toggle.isOn == isInverted)
    toggle.toggle()
    #expect(toggle.isOn != isInverted)
    #expect(Defaults[key])
    toggle.isOn = toggle.isOn
    #expect(told.elements == [!isInverted])
    toggle.binding.wrappedValue = isInverted
    #expect(!Defaults[key])
    #expect(told.elements == [!isInverted, isInverted])
    Defaults[key] = true
    #expect(told.elements.count == 2)
  }
}
