import TestSupport

@testable import Defaults
@testable import DefaultsCore

/// Drives the state of a suite with random events, in every order that threads and other processes
/// could cause, and checks after each of them what must be true.
///
/// A step of the store is two events: the store performs it, and the state is told. So writes and changes
/// by others come between them too.
struct RandomSuite {
  private typealias Values = [Defaults.KeyName: Defaults.StoredValue]

  /// What this process has written last under a key, until it is stored or taken back.
  private struct OwnWrite {
    var number: UInt64
    var value: Defaults.StoredValue?
    var isConditional: Bool
  }

  private static let keys: [Defaults.KeyName] = ["a", "b", "c", "d"]
  private static let location = "store"
  /// The value that the store rejects.
  private static let rejected = Defaults.StoredValue.integer(9)

  private let core = SuiteCore(name: "random", store: Defaults.InMemoryStore())
  private var random: SeededGenerator
  private(set) var state: SuiteState
  private var store: Values = [:]
  private var version: UInt64 = 0
  private var step: SuiteState.Step?
  private var outcome: SuiteState.Outcome?
  /// By write, the keys whose values it has changed; flushes may commit its other ones later.
  private var changedKeys: [UInt64: Set<Defaults.KeyName>] = [:]
  private var ownWrites: [Defaults.KeyName: OwnWrite] = [:]
  /// The values that the changes have told, by key.
  private var told: Values = [:]
  private var lastSequence: UInt64 = 1
  private var flushWaits = false
  private var fails = true

  /// What was wrong first; nil while nothing was.
  private(set) var violation: String?
  /// How often each kind of event happened.
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64, worksInBackground: Bool, transactionLimit: Int?) {
    random = SeededGenerator(seed: seed)
    state = SuiteState(
      policy: SuiteState.Policy(
        transactionLimit: transactionLimit,
        worksInBackground: worksInBackground,
        watchDelay: seed % 2 == 0 ? 0.05 : nil
      )
    )
    perform(state.begin(.start))
    while step != nil { advance() }
    told = state.slots.values
  }

  /// Makes events, then lets everything end without failures, and compares.
  mutating func run(events: Int) {
    for _ in 0..<events where violation == nil { makeEvent() }
    settle()
  }

  private mutating func settle() {
    fails = false
    while step != nil { advance() }
    if flushWaits { flush() }
    while step != nil { advance() }
    flush()
    repeat {
      while step != nil { advance() }
      beginScheduledWork()
    } while step != nil
    perform(state.begin(.load))
    while step != nil { advance() }
    check()
    expect(state.pending.isEmpty, "edits are left after a flush")
    expect(state.slots.values == store, "the suite has other values than its store")
    expect(
      state.commitFailure == nil && state.loadError == nil,
      "an error is left although the store works"
    )
  }

  private mutating func makeEvent() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0, 1, 2: write()
    case 3: changeElsewhere()
    case 4: flush()
    case 5: beginScheduledWork()
    default: advance()
    }
    check()
  }

  private mutating func count(_ event: String) { counts[event, default: 0] += 1 }

  private mutating func expect(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition, violation == nil { violation = message() }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }
}

// MARK: - Events

extension RandomSuite {
  private mutating func randomEdits() -> [SuiteCore.Edit] {
    Self.keys.filter { _ in chance(35) }.map { key in
      let number = Int128.random(in: 0..<10, using: &random)
      return SuiteCore.Edit(key: key, value: number == 0 ? nil : .integer(number))
    }
  }

  private mutating func write() {
    let edits = randomEdits().prefix(state.policy.transactionLimit ?? 10)
    var options = Defaults.WriteOptions()
    if chance(30), let seen = Self.keys.randomElement(using: &random) {
      options.expectedInStore = [seen: state.slots[seen]?.value]
    }
    let before = edits.map { state.slots[$0.key]?.value }
    do throws(Defaults.WriteError) {
      guard let changes = try state.write(edits, options, in: core) else { return }
      count(options.expectedInStore.isEmpty ? "write" : "conditional write")
      _ = state.scheduleCommit(of: edits, changes)
      tell(changes)
      changedKeys[state.lastWrite] = Set(changes.map(\.key))
    } catch {
      expect(false, "a write was refused: \(error)")
    }
    for (edit, old) in zip(edits, before) where old != edit.value {
      ownWrites[edit.key] = OwnWrite(
        number: state.lastWrite,
        value: edit.value,
        isConditional: !options.expectedInStore.isEmpty
      )
    }
  }

  private mutating func changeElsewhere() {
    for edit in randomEdits() where edit.value != Self.rejected { store[edit.key] = edit.value }
    version += 1
    count("change elsewhere")
    if state.policy.worksInBackground { perform(state.schedule(.load)) }
  }

  /// Flushes, as soon as the store is not used.
  private mutating func flush() {
    if !flushWaits { state.claimAssertions() }
    flushWaits = true
    guard case .idle = state.phase else { return }
    flushWaits = false
    count("flush")
    perform(state.begin(.commit))
  }

  private mutating func beginScheduledWork() {
    guard !flushWaits else { return flush() }
    guard case .idle = state.phase else { return }
    let works = SuiteState.Work.allCases.filter(state.scheduled.contains)
    guard let work = works.randomElement(using: &random) else { return }
    count("\(work)")
    perform(state.begin(work))
  }

  /// Lets the store perform the step, or tells the state that it has.
  private mutating func advance() {
    if let outcome {
      self.outcome = nil
      step = nil
      perform(state.finish(outcome, at: Self.location, in: core))
    } else if let step {
      outcome = perform(step)
    }
  }

  private mutating func perform(_ effects: SuiteState.Effects) {
    if let next = effects.step { step = next }
    tell(effects.changes)
    if let (_, edits) = effects.commit {
      for (key, edit) in edits where ownWrites[key]?.number == edit.write { ownWrites[key] = nil }
    }
    for (work, _) in effects.scheduled {
      expect(state.policy.worksInBackground, "\(work) was scheduled without background work")
    }
    for case .rejectedByStore(let key, _) in effects.diagnostics { ownWrites[key] = nil }
    guard let failure = effects.failure, !state.policy.worksInBackground else { return }
    if case .notDurable = failure.cause { return }
    expect(state.pending.isEmpty, "a command that failed still has edits")
  }
}

// MARK: - The store

extension RandomSuite {
  private var snapshot: Defaults.StoreSnapshot {
    Defaults.StoreSnapshot(values: store, version: Defaults.StoreVersion(words: [version]))
  }

  private mutating func perform(_ step: SuiteState.Step) -> SuiteState.Outcome {
    switch step {
    case .watch: return .watching
    case .readLayers: return .layers(LayerFiles.Contents(), nil)
    case .read(let known):
      if let error = failure() { return .read(.failure(error)) }
      let isSame = known?.version == snapshot.version
      return .read(.success(isSame ? nil : contents(since: known)))
    case .commit(let edits, let known):
      return .committed(commit(edits, since: known))
    }
  }

  private func contents(since known: Defaults.StoreSnapshot?) -> SuiteState.Contents {
    let before = known?.values ?? [:]
    let keys = Set(store.keys).union(before.keys).filter { store[$0] != before[$0] }
    return SuiteState.Contents(snapshot: snapshot, changedKeys: keys.sorted())
  }

  private mutating func commit(
    _ edits: SuiteState.Edits,
    since known: Defaults.StoreSnapshot?
  ) -> Result<(Defaults.StoreCommit, SuiteState.Contents), Defaults.StoreError> {
    func error(_ cause: Defaults.StoreError.Cause) -> Defaults.StoreError {
      Defaults.StoreError(location: Self.location, cause: cause)
    }
    if let limit = state.policy.transactionLimit {
      expect(edits.count <= limit, "a commit has \(edits.count) keys")
    }
    for (key, edit) in edits {
      let others = state.pending.filter { $0.value.write == edit.write && edits[$0.key] == nil }
      let changed = changedKeys[edit.write] ?? []
      expect(changed.isDisjoint(with: others.keys), "the write of \(key) is committed in parts")
    }
    if let failure = failure() { return .failure(failure) }
    let expected = edits.expectedInStore
    let outdated = expected.filter { key, value in store[key] != value }.keys.sorted()
    if !outdated.isEmpty { return .failure(error(.outdated(outdated))) }
    if let key = edits.keys.sorted().first(where: { edits[$0]?.value == Self.rejected }) {
      return .failure(error(.unsupportedValue(key: key, reason: "it is nine")))
    }
    if Set(edits.values.map(\.write)).count > 1, chance(10) {
      return .failure(error(.commitTooLarge(bytes: edits.count, limit: 1)))
    }
    let isNext = known?.version == snapshot.version
    let replaced = store
    for (key, edit) in edits { store[key] = edit.value }
    version += 1
    if fails, chance(5) { return .failure(error(.notDurable(errorNumber: 5))) }
    let commit = Defaults.StoreCommit(snapshot: snapshot, replaced: replaced)
    let contents = contents(since: known)
    return .success(
      (commit, isNext ? SuiteState.Contents(snapshot: snapshot, changedKeys: []) : contents)
    )
  }

  private mutating func failure() -> Defaults.StoreError? {
    guard fails, chance(20) else { return nil }
    let causes: [Defaults.StoreError.Cause] = [
      .system(operation: "open", errorNumber: 28), .lockedByAnother, .notAFile,
      .unreadable(PropertyListError(reason: "it is random", line: 1, byteOffset: 0)),
    ]
    return causes.randomElement(using: &random).map {
      Defaults.StoreError(location: Self.location, cause: $0)
    }
  }
}

// MARK: - What must be true

extension RandomSuite {
  private mutating func tell(_ changes: [Defaults.StoredChange]) {
    for change in changes {
      expect(change.sequence > lastSequence, "a change has an old sequence number")
      lastSequence = change.sequence
      expect(change.old == told[change.key], "a change of \(change.key) has another old value")
      told[change.key] = change.new
    }
  }

  private mutating func check() {
    for key in Self.keys {
      let seen = state.slots[key]?.value
      expect(seen == told[key], "observers of \(key) were told another value")
      let edit = state.pending[key]
      let stored = edit == nil ? state.base?.values[key] : edit?.value
      expect(seen == stored, "the value of \(key) is neither that of its edit nor the stored one")
      if let own = ownWrites[key], edit?.write ?? 0 < own.number {
        // Either the store had the value, or it was taken back, which only a command does with an
        // ordinary write that the store accepts.
        let isStored = edit == nil && stored == own.value
        let isAllowed = own.isConditional || edit == nil && !state.policy.worksInBackground
        expect(isStored || isAllowed, "a write of \(key) was lost")
        ownWrites[key] = nil
      }
    }
    guard case .idle = state.phase, state.policy.worksInBackground, !state.pending.isEmpty else {
      return
    }
    let isTried =
      flushWaits || state.scheduled.contains(.commit) || state.scheduled.contains(.commitAgain)
    expect(
      isTried || state.commitFailure?.isTemporary == false,
      "edits wait, and nothing will commit them"
    )
  }
}
