import Defaults

/// One run of one check of a store contract.
struct ContractRun {
  let contract: StoreContract
  private let check: StoreContract.Check
  let store: any Defaults.Store
  let other: any Defaults.Store
  /// At least four keys that the store accepts.
  let keys: [Defaults.KeyName]
  /// The samples that the store accepts, at least four.
  let values: [Defaults.StoredValue]

  init(
    _ contract: StoreContract,
    _ check: StoreContract.Check,
    _ pair: StoreContract.Pair
  ) throws {
    self.contract = contract
    self.check = check
    store = pair.store
    other = pair.other
    let capabilities = store.capabilities
    values = contract.samples.values.filter { capabilities.accepts($0) }
    keys =
      switch capabilities.keys {
      case .any: ["a", "b", "c", "d"]
      case .known(let known): known.sorted()
      }
    try expect(keys.count >= 4, "the checks need four keys that the store accepts")
    try expect(values.count >= 4, "the checks need four samples of kinds that the store accepts")
    let limit = capabilities.transactionLimit ?? .max
    try expect(limit >= 3, "the checks need commits of three keys")
  }

  // MARK: - Loads and commits

  func newStoreIsEmpty() throws {
    try expect(stored(in: store), equals: [:])
  }

  func commitReturnsReplacedValues() throws {
    try expect(store.commit([keys[0]: values[0]]).replaced, equals: [:])
    _ = try other.commit([keys[0]: values[1], keys[1]: values[2], keys[2]: values[3]])
    let commit = try store.commit([keys[0]: values[2], keys[1]: nil, keys[3]: nil])
    try expect(commit.replaced, equals: [keys[0]: values[1], keys[1]: values[2]])
  }

  func everyKindComesBack() throws {
    for value in values {
      let pair = try contract.open()
      let commit = try pair.store.commit([keys[0]: value])
      try expect(commit.snapshot.values, equals: [keys[0]: value])
      try expect(
        commit.setAside == nil,
        "a commit to an empty store returned content that it set aside"
      )
      try expect(stored(in: pair.other), equals: [keys[0]: value])
      withExtendedLifetime(pair.owner) {}
    }
  }

  func everyKeyComesBack() throws {
    var contents: [Defaults.KeyName: Defaults.StoredValue] = [:]
    switch store.capabilities.keys {
    case .any:
      for (number, value) in values.enumerated() { contents["key \(number)"] = value }
      for key in contract.samples.keys { contents[key] = .string(key.string) }
    case .known:
      for (key, value) in zip(keys, values) { contents[key] = value }
    }
    if !store.capabilities.kinds.contains(.string) {
      contents = contents.mapValues { _ in values[0] }
    }
    try commit(contents)
    try expect(stored(in: other), equals: contents)
  }

  func removedKeysAreGone() throws {
    try commit([keys[0]: values[0], keys[1]: values[1]])
    let removal = try store.commit([keys[0]: nil, keys[2]: nil])
    try expect(removal.snapshot.values, equals: [keys[1]: values[1]])
    try expect(store.commit([keys[0]: nil]).snapshot.values, equals: [keys[1]: values[1]])
    try expect(stored(in: other), equals: [keys[1]: values[1]])
  }

  func commitKeepsOtherKeys() throws {
    try commit([keys[0]: values[0], keys[1]: values[0]])
    _ = try other.commit([keys[2]: values[1], keys[1]: values[1]])
    let snapshot = try store.commit([keys[0]: values[2]]).snapshot
    try expect(
      snapshot.values,
      equals: [keys[0]: values[2], keys[2]: values[1], keys[1]: values[1]]
    )
  }

  func outdatedCommitChangesNothing() throws {
    _ = try store.commit([keys[0]: values[0]], expecting: [keys[0]: nil, keys[1]: nil])
    _ = try other.commit([keys[0]: values[1]])
    let outdated: [[Defaults.KeyName: Defaults.StoredValue?]] = [
      [keys[0]: values[0]], [keys[0]: nil], [keys[0]: values[1], keys[2]: values[0]],
    ]
    for expected in outdated {
      var isRefused = false
      do throws(Defaults.StoreError) {
        _ = try store.commit([keys[0]: values[2], keys[1]: values[2]], expecting: expected)
      } catch {
        guard case .outdated = error.cause else { throw error }
        isRefused = true
      }
      try expect(isRefused, "a commit that expects another value than the stored one succeeded")
      try expect(stored(in: other), equals: [keys[0]: values[1]])
    }
    let commit = try store.commit([keys[0]: values[2]], expecting: [keys[0]: values[1]])
    try expect(commit.snapshot.values, equals: [keys[0]: values[2]])
  }

  func loadRecognizesVersions() throws {
    let empty = try require(store.load(unlike: nil), "load(unlike: nil) returned nil")
    try expect(
      store.load(unlike: empty.version) == nil,
      "load(unlike:) returned a snapshot for the current version"
    )
    let first = try store.commit([keys[0]: values[0]]).snapshot
    try expect(
      store.load(unlike: first.version) == nil,
      "the version of a commit's snapshot is not the current one"
    )
    try expect(store.load(unlike: empty.version)?.values, equals: [keys[0]: values[0]])
    _ = try other.commit([keys[0]: values[1]])
    let second = try require(
      store.load(unlike: first.version),
      "a commit by another store did not change the version"
    )
    try expect(second.values, equals: [keys[0]: values[1]])
    try expect(
      store.load(unlike: second.version) == nil,
      "load(unlike:) returned a snapshot for the current version"
    )
  }

  func equalEditsKeepTheVersion() throws {
    let before = try store.commit([keys[0]: values[0]]).snapshot
    _ = try store.commit([keys[0]: values[0], keys[1]: nil])
    try expect(
      store.load(unlike: before.version) == nil,
      "edits equal to the stored values changed the version"
    )
    _ = try store.commit([keys[0]: values[1]])
    try expect(store.load(unlike: before.version)?.values, equals: [keys[0]: values[1]])
    // A store whose keys have types may accept no number for these.
    guard values.contains(where: { $0.kind == .real }) else { return }
    let zero = try store.commit([keys[0]: .real(0)]).snapshot
    _ = try store.commit([keys[0]: .real(-0.0)])
    try expect(store.load(unlike: zero.version)?.values, equals: [keys[0]: .real(-0.0)])
  }

  func refusedValueRefusesAll(_ samples: [Defaults.StoredValue]) throws {
    try commit([keys[0]: values[0]])
    for refused in samples {
      let refusal: Defaults.StoreError?
      do throws(Defaults.StoreError) {
        _ = try store.commit([keys[0]: values[1], keys[1]: refused, keys[2]: values[2]])
        refusal = nil
      } catch {
        refusal = error
      }
      guard case .unsupportedValue(key: keys[1], reason: _) = refusal?.cause else {
        throw violation(
          "expected \(brief(refused)) to be refused as an unsupported value, found "
            + brief(refusal?.description ?? "no error")
        )
      }
    }
    try expect(stored(in: store), equals: [keys[0]: values[0]])
  }

  // MARK: - Expectations

  /// Commits values, as many at a time as the store allows.
  private func commit(_ contents: [Defaults.KeyName: Defaults.StoredValue]) throws {
    let limit = store.capabilities.transactionLimit ?? .max
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for (key, value) in contents {
      edits[key] = value
      guard edits.count == limit else { continue }
      _ = try store.commit(edits)
      edits = [:]
    }
    if !edits.isEmpty { _ = try store.commit(edits) }
  }

  func stored(
    in store: any Defaults.Store
  ) throws -> [Defaults.KeyName: Defaults.StoredValue] {
    try require(store.load(unlike: nil), "load(unlike: nil) returned nil").values
  }

  func expect(_ condition: Bool, _ message: String) throws {
    if !condition { throw violation(message) }
  }

  func expect<Value: Equatable>(_ found: Value, equals expected: Value) throws {
    try expect(found == expected, "expected \(brief(expected)), found \(brief(found))")
  }

  /// Compares values, and shows only those keys that differ.
  func expect(
    _ found: [Defaults.KeyName: Defaults.StoredValue],
    equals expected: [Defaults.KeyName: Defaults.StoredValue]
  ) throws {
    let differing = Set(found.keys).union(expected.keys).filter { found[$0] != expected[$0] }
      .sorted()
    guard let key = differing.first else { return }
    let others = differing.count == 1 ? "" : ", and \(differing.count - 1) other keys differ"
    throw violation(
      "expected \(brief(expected[key])) for \(brief(key)), found \(brief(found[key]))\(others)"
    )
  }

  func require<Value>(_ value: Value?, _ message: String) throws -> Value {
    guard let value else { throw violation(message) }
    return value
  }

  func violation(_ message: String) -> StoreContract.Violation {
    StoreContract.Violation(store: contract.name, check: check, message: message)
  }

  /// Returns the beginning of a value's text, because samples are long.
  private func brief(_ value: Any?) -> String {
    guard let value else { return "nothing" }
    let text = "\(value)"
    let limit = 120
    return text.count > limit ? "\(text.prefix(limit))… (\(text.count) characters)" : text
  }
}
