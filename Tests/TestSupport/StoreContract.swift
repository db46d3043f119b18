public import Defaults
public import Testing

/// What every store must do, whatever it keeps its values in.
///
/// A test runs each function for each store:
///
/// ```swift
/// @Test(arguments: [memory, file])
/// func `every kind of value comes back equal`(contract: StoreContract) throws {
///   try contract.everyKindComesBack()
/// }
/// ```
public struct StoreContract: Sendable, CustomTestStringConvertible {
  /// A fresh, empty place to store values.
  public struct Place {
    /// The store under test.
    public var store: any Defaults.Store
    /// A store that another user has opened over the same place.
    public var other: any Defaults.Store
    /// What must live as long as the place.
    public var owner: (any AnyObject & Sendable)?

    /// Creates a place.
    public init(
      store: any Defaults.Store,
      other: any Defaults.Store,
      owner: (any AnyObject & Sendable)? = nil
    ) {
      self.store = store
      self.other = other
      self.owner = owner
    }
  }

  /// The store's name in the results of tests.
  public let testDescription: String
  private let open: @Sendable () throws -> Place

  /// Creates the contract of one kind of store from what makes an empty place at each call.
  public init(_ name: String, open: @escaping @Sendable () throws -> Place) {
    testDescription = name
    self.open = open
  }

  /// A new place is empty.
  public func aNewPlaceIsEmpty() throws {
    let place = try open()
    let snapshot = try #require(try place.store.load(unlike: nil))
    #expect(snapshot.values == [:])
  }

  /// A commit tells what it replaced, also where somebody else has stored it.
  public func aCommitTellsWhatItReplaced() throws {
    let place = try open()
    #expect(try place.store.commit(["a": .integer(1)]).replaced == [:])
    _ = try place.other.commit(["a": .integer(2), "b": .integer(3), "c": .integer(4)])
    let edits: [Defaults.KeyName: Defaults.StoredValue?] = ["a": .integer(5), "b": nil, "d": nil]
    #expect(try place.store.commit(edits).replaced == ["a": .integer(2), "b": .integer(3)])
  }

  /// Values of every kind are the same after they were stored.
  public func everyKindComesBack() throws {
    for value in StoredSamples.all {
      let place = try open()
      let commit = try place.store.commit(["key": value])
      #expect(commit.snapshot.values == ["key": value])
      #expect(commit.setAside == nil)
      let loaded = try #require(try place.other.load(unlike: nil))
      #expect(loaded.values == ["key": value])
    }
  }

  /// Values of all kinds can be stored together, under any key.
  public func everyKeyComesBack() throws {
    let place = try open()
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (number, value) in StoredSamples.all.enumerated() { values["key \(number)"] = value }
    for key in StoredSamples.keys { values[Defaults.KeyName(key)] = .string(key) }
    try commit(values, to: place.store)
    #expect(try place.other.load(unlike: nil)?.values == values)
  }

  /// A key that was removed is not stored, and removing it again does nothing.
  public func removalRemoves() throws {
    let place = try open()
    try commit(["a": .bool(true), "b": .bool(false)], to: place.store)
    let commit = try place.store.commit(["a": nil, "missing": nil])
    #expect(commit.snapshot.values == ["b": .bool(false)])
    #expect(try place.store.commit(["a": nil]).snapshot.values == ["b": .bool(false)])
    #expect(try place.other.load(unlike: nil)?.values == ["b": .bool(false)])
  }

  /// A commit changes the keys it names and leaves those of others alone.
  public func othersKeepTheirKeys() throws {
    let place = try open()
    try commit(["mine": .integer(1), "shared": .integer(1)], to: place.store)
    try commit(["theirs": .integer(2), "shared": .integer(2)], to: place.other)
    let snapshot = try place.store.commit(["mine": .integer(3)]).snapshot
    #expect(snapshot.values == ["mine": .integer(3), "theirs": .integer(2), "shared": .integer(2)])
  }

  /// Loading tells an unchanged state from a changed one.
  public func loadingKnowsWhatIsUnchanged() throws {
    let place = try open()
    let empty = try #require(try place.store.load(unlike: nil))
    #expect(try place.store.load(unlike: empty.version) == nil)
    let first = try place.store.commit(["a": .integer(1)]).snapshot
    #expect(try place.store.load(unlike: first.version) == nil)
    #expect(try place.store.load(unlike: empty.version)?.values == ["a": .integer(1)])
    try commit(["a": .integer(2)], to: place.other)
    let second = try #require(try place.store.load(unlike: first.version))
    #expect(second.values == ["a": .integer(2)])
    #expect(try place.store.load(unlike: second.version) == nil)
  }

  /// A commit that changes nothing leaves the version as it is.
  public func equalEditsChangeNothing() throws {
    let place = try open()
    let before = try place.store.commit(["a": .real(-0.0)]).snapshot
    _ = try place.store.commit(["a": .real(-0.0), "b": nil])
    #expect(try place.store.load(unlike: before.version) == nil)
    _ = try place.store.commit(["a": .real(0.0)])
    #expect(try place.store.load(unlike: before.version)?.values == ["a": .real(0.0)])
  }

  /// One value that cannot be stored keeps the whole commit from happening.
  public func aRefusedValueRefusesAll() throws {
    let place = try open()
    try commit(["a": .integer(1)], to: place.store)
    for refused in StoredSamples.refused {
      let error = #expect(throws: Defaults.StoreError.self) {
        try place.store.commit(["a": .integer(2), "b": refused, "c": .integer(3)])
      }
      guard case .unsupportedValue(key: "b", reason: _) = error?.cause else {
        Issue.record("unexpected error: \(String(describing: error))")
        continue
      }
    }
    #expect(try place.store.load(unlike: nil)?.values == ["a": .integer(1)])
  }

  /// A watch tells of what others store, and of no more after it was cancelled.
  public func aWatchTellsOfOthers() async throws {
    let place = try open()
    try commit(["a": .integer(1)], to: place.store)
    let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = try #require(place.store.watch { changes.continuation.yield() })
    try commit(["a": .integer(2)], to: place.other)
    for await _ in changes.stream
    where try place.store.load(unlike: nil)?.values == ["a": .integer(2)] {
      break
    }
    watch.cancel()
    watch.cancel()
  }

  /// A watch may be cancelled, and the store changed, from inside the call.
  public func aWatchMayEndItself() async throws {
    let place = try open()
    let store = place.store
    let box = WatchBox()
    let ended = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    box.hold(
      store.watch {
        box.cancel()
        _ = try? store.commit(["seen": .bool(true)])
        ended.continuation.yield()
      }
    )
    try commit(["a": .integer(1)], to: place.other)
    for await _ in ended.stream { break }
    #expect(try store.load(unlike: nil)?.values["seen"] == .bool(true))
  }

  private func commit(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    to store: any Defaults.Store
  ) throws {
    _ = try store.commit(values.mapValues { $0 })
  }
}
