import Foundation
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Values that hold instances of classes: changing such an object must not change later reads.
struct SharedObjectTests {
  final class Counter: Codable {
    var n = 0
    init(_ n: Int = 0) { self.n = n }
  }

  struct Box: Codable, Defaults.Serializable {
    var counter = Counter()
  }

  struct Crate: Codable, Defaults.Serializable {
    struct Inner: Codable { var boxes: [String: [Box]] }
    var inner = Inner(boxes: ["a": [Box()]])
    var counter: Counter { inner.boxes["a"]?[0].counter ?? Counter(-1) }
  }

  enum Choice: Codable, Defaults.Serializable {
    case nothing
    case counted(Counter)
    var counter: Counter {
      if case .counted(let counter) = self { counter } else { Counter(-1) }
    }
  }

  /// A struct with a class inside, stored by a bridge of its own.
  struct Bridged: Defaults.Serializable {
    var counter = Counter()

    struct CounterBridge: Defaults.Bridge {
      func serialize(_ value: Bridged?) -> Int? { value?.counter.n }
      func deserialize(_ object: Int?) -> Bridged? { object.map { Bridged(counter: Counter($0)) } }
    }
    static let bridge = CounterBridge()
  }

  /// A value whose mirror does not show the object.
  struct Secretive: Codable, Defaults.Serializable, CustomReflectable {
    var counter = Counter()
    var customMirror: Mirror { Mirror(self, children: []) }
  }

  struct Flat: Codable, Defaults.Serializable, Equatable {
    var name = "flat"
    var url = URL(string: "https://example.org")
    var dates: [Date] = [.distantPast]
    var more: [String: Set<Int>] = ["a": [1, 2]]
    var data = Data([1, 2])
    var choice: Range<String>? = "a"..<"b"
  }

  private let suite = Defaults.Suite(inMemory: "shared")

  private func check<Value: Defaults.Serializable>(
    _ name: String,
    _ value: Value,
    isStored: Bool,
    _ counter: (Value) -> Counter
  ) {
    let key = Defaults.Key<Value>("SharedObjectTests.\(name)", default: value, suite: suite)
    if isStored { suite[key] = value }
    for _ in 1...3 {
      #expect(counter(suite[key]).n == 0, "\(name), stored: \(isStored)")
      counter(suite[key]).n += 1
    }
    #expect(counter(suite[key]).n == 0, "\(name), stored: \(isStored)")
  }

  @Test(arguments: [true, false])
  func `changing an object inside a value that was read changes no later read`(isStored: Bool) {
    check("box", Box(), isStored: isStored, \.counter)
    check("crate", Crate(), isStored: isStored, \.counter)
    check("choice", Choice.counted(Counter()), isStored: isStored, \.counter)
    check("bridged", Bridged(), isStored: isStored, \.counter)
    check("secretive", Secretive(), isStored: isStored, \.counter)
    check("array", [Box()], isStored: isStored) { $0[0].counter }
    check("dictionary", ["a": Box()], isStored: isStored) { $0["a"]?.counter ?? Counter(-1) }
    check("optional", Optional(Box()), isStored: isStored) { $0?.counter ?? Counter(-1) }
    check("nested", ["a": [Optional(Box())]], isStored: isStored) {
      $0["a"]?[0]?.counter ?? Counter(-1)
    }
  }

  @Test func `each observer gets an object of its own`() {
    let key = Defaults.Key("SharedObjectTests.observed", default: Box(), suite: suite)
    suite[key] = Box(counter: Counter(1))
    nonisolated(unsafe) var seen: [Int] = []  // The observers are called on this thread.
    let observations = (1...3).map { _ in
      Defaults.observe(key, options: []) { change in
        seen += [change.oldValue.counter.n, change.newValue.counter.n]
        change.oldValue.counter.n = 100
        change.newValue.counter.n = 100
      }
    }
    suite[key] = Box(counter: Counter(2))
    #expect(seen == [1, 2, 1, 2, 1, 2])
    #expect(suite[key].counter.n == 2)
    for observation in observations { observation.invalidate() }
  }

  @Test func `a value that is written is not the one that is read`() {
    let key = Defaults.Key("SharedObjectTests.written", default: Box(), suite: suite)
    let observation = Defaults.observe(key, options: []) { _ in }
    let box = Box(counter: Counter(5))
    suite[key] = box
    box.counter.n = 6
    #expect(suite[key].counter.n == 5)
    observation.invalidate()
  }

  @Test func `values without objects are recognised`() {
    #expect(Flat._isIndependent(Flat()))
    #expect(Choice._isIndependent(.nothing))
    typealias Nested = [String: [Optional<Flat>]]
    #expect(Nested._isIndependent(["a": [Flat(), nil]]))
    #expect(URL._isIndependent(URL(filePath: "/")))
    #expect(UUID._isIndependent(UUID()))
    #expect(Locale._isIndependent(Locale(identifier: "de")))
    #expect(!Box._isIndependent(Box()))
    #expect(!Secretive._isIndependent(Secretive()))
  }
}
