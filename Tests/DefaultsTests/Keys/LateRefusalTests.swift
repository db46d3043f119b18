import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// Rules and locks that come into force while a write is being checked.
struct LateRefusalTests {
  /// Declares a key whose rule accepts every value, but first calls a closure, once.
  private func key(
    _ suite: Defaults.Suite,
    _ meanwhile: @escaping @Sendable () -> Void
  ) -> Defaults.Key<Int> {
    let isFirst = Atomic<Bool>(true)
    return Defaults.Key<Int>(
      "k",
      default: 0,
      suite: suite,
      validation: .init { _ in
        if isFirst.exchange(false, ordering: .relaxed) { meanwhile() }
      }
    )
  }

  /// The ways in which a value of 8 can be written.
  enum Way: CaseIterable {
    case set, modify, transaction, untyped, severalKeys

    func write(_ key: Defaults.Key<Int>, _ suite: Defaults.Suite) throws {
      switch self {
      case .set: try Defaults.set(key, to: 8)
      case .modify: try Defaults.modify(key) { $0 = 8 }
      case .transaction: try suite.transaction { $0[key] = 8 }
      case .untyped: try suite.write(["k": .integer(8)])
      case .severalKeys: try suite.write(["a": .integer(1), "k": .integer(8), "z": .integer(1)])
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `a stricter rule that is declared while the first is asked refuses the write`(
    way: Way
  ) throws {
    let suite = Defaults.Suite(inMemory: "late")
    let key = key(suite) {
      _ = Defaults.Key<Int>("k", default: 0, suite: suite, in: 0...5)
    }
    let error = Defaults.WriteError.invalid(key: "k", .aboveMaximum(value: "8", maximum: "5"))
    #expect(throws: error) { try way.write(key, suite) }
    #expect(suite.storedValues() == [:])
  }

  @Test(arguments: Way.allCases)
  func `a lock that is installed while the rule is asked refuses the write`(way: Way) throws {
    let layered = try LayeredSuite()
    let suite = layered.suite
    let put = LayerWriter(layered)
    let key = key(suite) {
      put.lock()
      suite.reload()
    }
    let error = #expect(throws: Defaults.WriteError.self) { try way.write(key, suite) }
    let lock = try #require(suite.lock(forKey: "k"))
    #expect(error == .locked(key: "k", by: lock))
    #expect(suite.storedValues() == [:])
    #expect(Defaults[key] == 3)
  }

  /// Writes the file that locks the key at 3, from inside of a rule.
  private final class LayerWriter: Sendable {
    private let store: Defaults.PropertyListStore

    init(_ layered: LayeredSuite) {
      store = Defaults.PropertyListStore(file: layered.directory.file("managed/app.plist"))
    }

    func lock() {
      do {
        _ = try store.commit(["k": .integer(3)])
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func `no write of any thread breaks a rule after it was declared`() throws {
    let suite = Defaults.Suite(inMemory: "late")
    let stored = Recorder<Defaults.StoredValue?>()
    let observation = suite.observeStoredValues { stored.record($0.new) }
    defer { observation.invalidate() }
    let key = key(suite) {}
    Concurrently.run(threads: 4) { thread in
      for number in 0..<2000 {
        if thread == 0, number == 1000 {
          let stricter = Defaults.Key<Int>("k", default: 0, suite: suite, in: 0...5)
          // Every later change was made under the rule.
          Defaults[stricter] = 5
        }
        try? Defaults.set(key, to: thread == 1 ? number % 5 : 8)
      }
    }
    let marker = try #require(stored.elements.firstIndex(of: .integer(5)))
    #expect(!stored.elements[marker...].contains(.integer(8)))
    let error = Defaults.WriteError.invalid(key: "k", .aboveMaximum(value: "8", maximum: "5"))
    #expect(throws: error) { try Defaults.set(key, to: 8) }
  }
}
