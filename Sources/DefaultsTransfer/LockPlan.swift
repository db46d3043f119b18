package import DefaultsCore
package import DefaultsSchema

/// The locks that keys of a suite are to have, each beside its present lock.
///
/// Locked values are in one file, and an administrator's reasons for them in another, so a process
/// that is killed can leave one of them changed and the other not. What is on disk must be true even
/// then: every lock must have the reason that was given for its value. So ``apply()`` changes the files
/// in this order:
///
/// 1. The keys whose reason changes get a `LockReason` with both reasons, each with its value.
/// 2. All values change, in one commit. From then on, the new reasons are the ones that are shown.
/// 3. All reasons become plain text.
///
/// So the history of the reasons has every reason beside its value, for `ManagedSuite.matchReasons(of:)`. It
/// must also have that a value was locked without a reason, or an undo would find an older reason for the same
/// value: a key that the history has gets a `LockReason` with each new value.
///
/// A key may be locked in a file of the directory `<suite>.d` as well, which has a higher priority.
/// Such files belong to packages or other programs and are not changed: a row for such a key is
/// refused, unless the lock has the wanted value already. The file of a fleet has a lower priority, so
/// what it locks can be locked with another value, but not unlocked.
package struct LockPlan: Sendable {
  /// The locked value of a key, and why it is locked.
  package struct Lock: Hashable, Sendable {
    /// The value.
    package let value: Defaults.StoredValue
    /// The administrator's reason; nil for none.
    package let reason: String?

    /// Creates a lock.
    package init(value: Defaults.StoredValue, reason: String?) {
      self.value = value
      self.reason = reason
    }
  }

  /// By key, the lock to set, or nil to unlock the key.
  package typealias Wanted = [Defaults.KeyName: Lock?]

  /// The locks of a suite in all managed files.
  package struct Present: Sendable {
    /// By key, the lock, and the file that has it.
    package fileprivate(set) var locks: [Defaults.KeyName: (lock: Lock, location: String)] = [:]
    /// The lock of all keys, when a managed file cannot be read or trusted; nil otherwise.
    package fileprivate(set) var lockOfAll: Defaults.Lock?
    /// The file with the locks of a fleet.
    fileprivate var fleetFile: String?

    /// Returns the keys that a file locks.
    package func keys(lockedBy file: String?) -> [Defaults.KeyName] {
      locks.filter { $0.value.location == file }.map(\.key)
    }
  }

  /// One key, with its present and its wanted lock.
  package typealias Row = PlanRow<Lock>

  /// The rows, sorted by key.
  package private(set) var rows: [Row]
  private var values: Plan
  private let file: Defaults.Suite
  private let reasons: Defaults.Suite

  /// Creates the plan of locks from the wanted lock of each key, or nil to unlock the key.
  ///
  /// `file` has the locked values, and `reasons` their reasons. `present` are the locks in all
  /// files. The values must satisfy the limits of the schema, if there is one; `isForced` allows keys that
  /// it does not have.
  package init(
    _ wanted: Wanted,
    file: Defaults.Suite,
    reasons: Defaults.Suite,
    present: Present,
    schema: Schema?,
    isForced: Bool = false
  ) {
    self.file = file
    self.reasons = reasons
    let plan = Plan(
      wanted.mapValues { $0?.value },
      for: file,
      schema: schema,
      options: Defaults.WriteOptions(replacesOpaque: isForced),
      refusesUndeclared: !isForced
    )
    let fleetFile = present.fleetFile
    rows = plan.rows.map { row in
      let present = present.locks[row.key]
      let reason = (wanted[row.key] ?? nil)?.reason
      let lock = row.wanted.map { Lock(value: $0, reason: reason) }
      var refusal = row.refusal
      let isFleets = present.map { $0.location == fleetFile } ?? false
      if let present, present.location != file.location, !isFleets || lock == nil,
        present.lock.value != lock?.value
      {
        let reason =
          isFleets
          ? "it is a lock of the fleet" : "prefs does not change this file, so edit it there"
        refusal = .locked(
          key: row.key,
          by: Defaults.Lock(location: present.location, reason: reason)
        )
      }
      // A key that has the wanted lock already, in whichever file, may keep it.
      if present?.lock == lock { refusal = nil }
      return Row(key: row.key, now: present?.lock, wanted: lock, refusal: refusal)
    }
    // A value that a file of the directory locks already is not locked a second time.
    values = plan.filter { row in
      present.locks[row.key].map { [file.location, fleetFile].contains($0.location) } ?? true
    }
  }

  /// Returns the locks of a suite in all managed files.
  package static func presentLocks(
    ofSuite name: String,
    _ directories: Defaults.LayerDirectories
  ) -> Present {
    let suite = Defaults.Suite(
      name: name,
      store: Defaults.InMemoryStore(),
      layerDirectories: directories
    )
    let contents = suite.layerContents()
    var present = Present()
    present.fleetFile = directories.fleetManagedFile(forSuite: name)
    for layer in contents.layers where layer.layer == .managed {
      for (key, value) in layer.values where present.locks[key] == nil {
        let lock = Lock(value: value, reason: contents.lock(forKey: key)?.reason)
        present.locks[key] = (lock, layer.location ?? "")
      }
    }
    present.lockOfAll = contents.lockOfAll
    return present
  }

  /// Returns the plan with the rows that satisfy a predicate.
  package func filter(_ isIncluded: (Row) -> Bool) -> LockPlan {
    var plan = self
    plan.rows = rows.filter(isIncluded)
    let keys = Set(plan.rows.map(\.key))
    plan.values = values.filter { keys.contains($0.key) }
    return plan
  }

  /// The rows that applying the plan changes.
  package var changes: [Row] { rows.filter(\.isChange) }

  /// The rows with locks that cannot be changed.
  package var refusals: [Row] { rows.filter { $0.refusal != nil } }

  /// Whether applying the plan writes anything: changes, or what a killed process has left to do.
  package var isUnfinished: Bool { !changes.isEmpty || !rowsWithOtherReason.isEmpty }

  /// The rows whose reason is stored in another form; it can also be left of a lock that was removed by
  /// hand.
  private var rowsWithOtherReason: [Row] {
    let stored = reasons.storedValues()
    return rows.filter { $0.refusal == nil && stored[$0.key] != $0.storedReason }
  }

  /// The rows with another value and no reason, of whose keys the history of the reasons has some.
  private func rememberedRows(besides others: [Row]) throws(Defaults.StoreError) -> [Row] {
    let others = Set(others.map(\.key))
    let rows = changes.filter { !others.contains($0.key) }
    guard !rows.isEmpty else { return [] }
    let remembered = Set(try reasons.history().flatMap { $0.changes.map(\.key) })
    return rows.filter { remembered.contains($0.key) }
  }

  /// Changes all locks durably.
  ///
  /// - Throws: ``PlanError`` when a lock cannot be changed, or was changed since the plan was made;
  ///   `Defaults.StoreError` when the file with the values cannot be written, ``Unfinished`` when that
  ///   with the reasons cannot.
  package func apply() throws {
    let refused = refusals.compactMap(\.refusal)
    guard refused.isEmpty else { throw PlanError.refused(refused) }
    let others: [Row]
    do {
      let rows = rowsWithOtherReason
      others = try rows + rememberedRows(besides: rows)
      try write(others, \.bothReasons)
    } catch let error as Defaults.StoreError {
      throw Unfinished(isChanged: false, error: error)
    }
    if !values.changes.isEmpty {
      try takingBack(file) { try values.commit(to: file) }
    }
    do {
      try write(others, \.storedReason)
    } catch let error as Defaults.StoreError where !values.changes.isEmpty {
      throw Unfinished(isChanged: true, error: error)
    }
  }

  /// The file with the reasons could not be written, before or after the locked values were changed.
  package struct Unfinished: Error {
    /// Whether the locked values were changed; otherwise no lock and no reason was.
    package let isChanged: Bool
    /// Why it could not be written.
    package let error: Defaults.StoreError
  }

  /// Stores the reasons of some rows durably, or removes those that are nil.
  private func write(
    _ rows: [Row],
    _ reason: (Row) -> Defaults.StoredValue?
  ) throws {
    guard !rows.isEmpty else { return }
    let edits = Dictionary(rows.map { ($0.key, reason($0)) }) { $1 }
    try reasons.write(edits, options: Defaults.WriteOptions(replacesOpaque: true))
    try takingBack(reasons) { try reasons.flush() }
  }

  /// Performs a write of a suite, and takes it back if it fails: what is reported as failed must not be
  /// stored by a later attempt of the suite.
  private func takingBack(_ suite: Defaults.Suite, _ write: () throws -> Void) throws {
    do {
      try write()
    } catch {
      _ = suite.takeBackLastFailedWrite()
      throw error
    }
  }
}

extension LockPlan.Row {
  /// The reason of the wanted lock, as it is stored; nil for none.
  fileprivate var storedReason: Defaults.StoredValue? {
    wanted?.reason.map { .string($0) }
  }

  /// The reasons of the present and of the wanted lock, as they are stored while the lock changes.
  fileprivate var bothReasons: Defaults.StoredValue? {
    let present = now?.value == wanted?.value ? nil : now
    return LockReason.list([present, wanted].compactMap(\.self).map { ($0.value, $0.reason) })
  }
}
