public import Defaults
public import Testing

/// The behaviour that every store must have, whatever it keeps its values in.
///
/// Each method checks one part of it. A test runs each method for each store:
///
/// ```swift
/// @Test(arguments: [memory, file])
/// func `every kind of value comes back equal`(contract: StoreContract) throws {
///   try contract.everyKindComesBack()
/// }
/// ```
public struct StoreContract: Sendable, CustomTestStringConvertible {
  /// A new, empty place to store values in.
  public struct Place {
    /// The store under test.
    public var store: any Defaults.Store
    /// A second store over the same place, as another process would have it.
    public var other: any Defaults.Store
    /// An object that must live as long as the place, a directory for example.
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

  /// The store's name in test results.
  public let testDescription: String
  private let open: @Sendable () throws -> Place

  /// Creates the contract of one kind of store; the closure makes an empty place at each call.
  public init(_ name: String, open: @escaping @Sendable () throws -> Place) {
    testDescription = name
    self.open = open
  }

  /// Checks that a new place is empty.
  public func aNewPlaceIsEmpty() throws {
    let place = try open()
    let snapshot = try #require(try place.store.load(unlike: nil))
    #expect(snapshot.values == [:])
  }

  /// Checks that a commit returns the values it replaced, also those of another store.
  public func aCommitTellsWhatItReplaced() throws {
    let place = try open()
    #expect(try place.store.commit(["a": .integer(1)]).replaced == [:])
    _ = try place.other.commit(["a": .integer(2), "b": .integer(3), "c": .integer(4)])
    let edits: [Defaults.KeyName: Defaults.StoredValue?] = ["a": .integer(5), "b": nil, "d": nil]
    #expect(try place.store.commit(edits).replaced == ["a": .integer(2), "b": .integer(3)])
  }

  /// Checks that values of every kind are equal after they were stored.
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

  /// Checks that values of all kinds can be stored together, under any key.
  public func everyKeyComesBack() throws {
    let place = try open()
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (number, value) in StoredSamples.all.enumerated() { values["key \(number)"] = value }
    for key in StoredSamples.keys { values[Defaults.KeyName(key)] = .string(key) }
    try commit(values, to: place.store)
    #expect(try place.other.load(unlike: nil)?.values == values)
  }

  /// Checks that a removed key is not stored, and that removing it again does nothing.
  public func removalRemoves() throws {
    let place = try open()
    try commit(["a": .bool(true), "b": .bool(false)], to: place.store)
    let commit = try place.store.commit(["a": nil, "missing": nil])
    #expect(commit.snapshot.values == ["b": .bool(false)])
    #expect(try place.store.commit(["a": nil]).snapshot.values == ["b": .bool(false)])
    #expect(try place.other.load(unlike: nil)?.values == ["b": .bool(false)])
  }

  /// Checks that a commit changes only the keys it names and keeps those of other stores.
  public func othersKeepTheirKeys() throws {
    let place = try open()
    try commit(["mine": .integer(1), "shared": .integer(1)], to: place.store)
    try commit(["theirs": .integer(2), "shared": .integer(2)], to: place.other)
    let snapshot = try place.store.commit(["mine": .integer(3)]).snapshot
    #expect(snapshot.values == ["mine": .integer(3), "theirs": .integer(2), "shared": .integer(2)])
  }

  /// Checks that loading returns nil for an unchanged version, and values for any other.
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

  /// Checks that a commit that changes nothing keeps the version.
  public func equalEditsChangeNothing() throws {
    let place = try open()
    let before = try place.store.commit(["a": .real(-0.0)]).snapshot
    _ = try place.store.commit(["a": .real(-0.0), "b": nil])
    #expect(try place.store.load(unlike: before.version) == nil)
    _ = try place.store.commit(["a": .real(0.0)])
    #expect(try place.store.load(unlike: before.version)?.values == ["a": .real(0.0)])
  }

  /// Checks that a commit with one unsupported value stores none of its values.
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

  /// Checks that a watch reports commits of other stores, and can be cancelled twice.
  public func aWatchTellsOfOthers() async throws {
    let place = try open()
    try commit(["a": .integer(1)], to: place.store)
    let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watch = try #require(place.store.watch { _ in changes.continuation.yield() })
    try commit(["a": .integer(2)], to: place.other)
    for await _ in changes.stream
    where try place.store.load(unlike: nil)?.values == ["a": .integer(2)] {
      break
    }
    watch.cancel()
    watch.cancel()
  }

  /// Checks that a watch can be cancelled, and the store changed, inside its closure.
  public func aWatchMayEndItself() async throws {
    let place = try open()
    let store = place.store
    let box = WatchBox()
    let ended = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    box.hold(
      store.watch { _ in
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
