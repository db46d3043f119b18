#if swift(<6)
import Defaults
import DefaultsCombine
import Dispatch
import Foundation
import OpenCombine
import TestSupport
import Testing

// What code of the time before language mode 6 does, and mode 6 refuses or warns of. It must
// compile without a warning.

/// A value that is an object and is not `Sendable`.
private class Document: Codable, Equatable, Defaults.Serializable {
  var title: String
  init(title: String) { self.title = title }
  static func == (left: Document, right: Document) -> Bool { left.title == right.title }
}

private struct Money: Hashable {
  var cents: Int
}

/// A bridge that is a class which may be subclassed, and has a variable.
private class MoneyBridge: Defaults.Bridge {
  typealias Value = Money
  typealias Serializable = Int

  var calls = 0

  func serialize(_ value: Money?) -> Int? {
    calls += 1
    return value?.cents
  }

  func deserialize(_ object: Int?) -> Money? { object.map(Money.init) }
}

extension Money: Defaults.Serializable {
  static var bridge = MoneyBridge()
}

private var globalSuite = UserDefaults(inMemory: "older code")
private var globalKey = Defaults.Key<Int>("OlderCode global", default: 1, suite: globalSuite)

extension Defaults.Keys {
  fileprivate static var money = Key<Money>(
    "OlderCode money",
    default: Money(cents: 5),
    suite: globalSuite,
  )
}

private class ViewModel: ObservableObject {
  @Default(.money) var money
  var values: [Int] = []
  var cancellables = Set<AnyCancellable>()
  var observation: Defaults.Observation?

  func start() {
    observation = Defaults.observe(.money, options: []) { [unowned self] change in
      values.append(change.newValue.cents)
    }
    Defaults.publisher(.money, options: [])
      .map { $0.newValue.cents }
      .sink { [weak self] in self?.values.append($0) }
      .store(in: &cancellables)
  }
}

@Suite(.serialized)
struct OlderCodeTests {
  @Test func `keys and suites are variables`() {
    globalKey = Defaults.Key<Int>("OlderCode other", default: 2, suite: globalSuite)
    #expect(Defaults[globalKey] == 2)
    Defaults.Keys.money.reset()
    #expect(Defaults[.money].cents == 5)
  }

  @Test func `a bridge is an object with a state`() {
    let before = Money.bridge.calls
    Defaults[.money] = Money(cents: 7)
    #expect(Money.bridge.calls > before)
    #expect(globalSuite.integer(forKey: "OlderCode money") == 7)
    Defaults.reset(.money)
  }

  @Test func `a model observes in two ways and is released`() {
    var model: ViewModel? = ViewModel()
    weak let released = model
    model?.start()
    model?.money = Money(cents: 10)
    #expect(model?.values == [10, 10])
    model = nil
    #expect(released == nil)
    Defaults.reset(.money)
  }

  @Test func `values that are not sendable are read, written and observed`() async {
    let key = Defaults.Key<Document>(unique(), default: Document(title: "a"), suite: globalSuite)
    var titles: [String] = []
    let observation = Defaults.observe(key) { titles.append($0.newValue.title) }
    Defaults[key] = Document(title: "b")
    #expect(titles == ["a", "b"])
    observation.invalidate()
    for await document in Defaults.updates(key) {
      #expect(document.title == "b")
      break
    }
  }

  @Test func `variables are captured by closures on queues and in tasks`() async {
    let key = Defaults.Key<Int>(unique(), default: 0, suite: globalSuite)
    var last = 0
    let observation = Defaults.observe(key, options: []) { last = $0.newValue }
    DispatchQueue.global().sync { Defaults[key] = 5 }
    #expect(last == 5)
    await Task { Defaults[key] = 6 }.value
    #expect(last == 6)
    Defaults.withoutPropagation { last = 7 }
    #expect(last == 7)
    observation.invalidate()
  }

  @Test func `an observation ends itself`() {
    let key = Defaults.Key<Int>(unique(), default: 0, suite: globalSuite)
    var observation: Defaults.Observation?
    var count = 0
    observation = Defaults.observe(key, options: []) { _ in
      count += 1
      observation?.invalidate()
    }
    Defaults[key] = 1
    Defaults[key] = 2
    #expect(count == 1)
  }
}
#endif
