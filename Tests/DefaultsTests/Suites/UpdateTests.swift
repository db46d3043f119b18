import Testing

@testable import Defaults
@testable import DefaultsCore

/// Changes of a value by a function of it, while the store changes as well.
struct UpdateTests {
  private func added(
    _ item: String,
    to stored: Defaults.StoredValue?
  ) -> Defaults.StoredValue {
    guard case .array(let items) = stored else { return .array([.string(item)]) }
    return .array(items + [.string(item)])
  }

  @Test(arguments: [true, false])
  func `a value that the store got meanwhile is not overwritten`(hasValue: Bool) throws {
    let store = Defaults.InMemoryStore(hasValue ? ["list": .array([.string("a")])] : [:])
    let suite = Defaults.Suite(name: "org.example.update", store: store)
    var calls = 0
    try suite.update(forKey: "list") { stored in
      calls += 1
      // Another process is faster twice.
      if calls < 3 {
        let present = try store.load(unlike: nil)?.values["list"]
        try store.commit(["list": added("other \(calls)", to: present)])
      }
      return added("own", to: stored)
    }
    #expect(calls == 3)
    let items = (hasValue ? ["a"] : []) + ["other 1", "other 2", "own"]
    let expected = Defaults.StoredValue.array(items.map { .string($0) })
    #expect(try store.load(unlike: nil)?.values == ["list": expected])
    #expect(suite.storedValue(forKey: "list") == expected)
  }

  @Test func `an outdated write is taken back as a whole, and other edits are stored`() throws {
    let store = Defaults.InMemoryStore(["a": .integer(1)])
    // Without a watch, so that only the commit can notice the change.
    let core = SuiteCore(name: "org.example.outdated", store: store, worksInBackground: false)
    let suite = Defaults.Suite(core: core)
    #expect(suite.storedValue(forKey: "a") == .integer(1))
    try store.commit(["a": .integer(2)])
    var options = Defaults.WriteOptions()
    options.expectedInStore = ["a": .integer(1)]
    suite.set(7, forKey: "c")
    try suite.write(["a": .integer(3), "b": .integer(3)], options: options)
    #expect(suite.storedValues() == ["a": .integer(3), "b": .integer(3), "c": .integer(7)])
    #expect(throws: Defaults.StoreError(location: "memory", cause: .outdated(["a"]))) {
      try suite.flush(options)
    }
    #expect(try store.load(unlike: nil)?.values == ["a": .integer(2), "c": .integer(7)])
    #expect(suite.storedValues() == ["a": .integer(2), "c": .integer(7)])
    try suite.flush()
  }
}
