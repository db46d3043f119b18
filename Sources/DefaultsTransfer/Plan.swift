package import DefaultsCore
package import DefaultsSchema

/// The values that several keys of a suite are to have, each beside its present value.
///
/// Everything that changes many keys at once is a plan: an import, a comparison, a return to a saved
/// state. A plan is made without changing anything, so it can be shown, and rows can be left out. It
/// is applied as one transaction, with one entry in the history.
///
/// A wanted number has the form that the schema declares: a whole number for a key of real numbers
/// becomes a real number, and `1.0` for a key of whole numbers becomes 1. Otherwise the same value
/// would be stored in two forms, and a file without a fraction would seem to differ from what is
/// stored. A text that the app reads as a number or a flag becomes that value, unless it is stored already.
/// A wanted URL that is equal to the stored one keeps its stored form, of which there are two.
///
/// A plan is made at one moment and applied at a later one. So that nobody's change in between is
/// overwritten unseen, the values that keys have in the plan are compared with those in the store when
/// it is committed, under the store's lock: if any of them differs, nothing is stored, and all keys
/// that differ are listed. A plan that nobody has seen is made again once for what is stored by then,
/// see ``committed(to:replanning:)``.
package struct Plan: Sendable {
  /// One key, with its present and its wanted value.
  package typealias Row = PlanRow<Defaults.StoredValue>

  /// What applying a plan does to a key.
  package enum Result: String, Hashable, Sendable, CaseIterable {
    /// A value is stored where none is now.
    case new
    /// The stored value is replaced.
    case changed
    /// The stored value is removed.
    case removed
    /// The wanted value is stored already.
    case same
    /// The value may not be stored.
    case refused
  }

  /// The rows, sorted by key.
  package private(set) var rows: [Row]

  /// How the values are written.
  private let options: Defaults.WriteOptions

  /// Makes the plan of values for a suite.
  ///
  /// - Parameters:
  ///   - wanted: by key, the value to store, or nil to remove the stored one.
  ///   - suite: the suite, which must be readable.
  ///   - schema: the schema whose limits the values must satisfy; nil for none.
  ///   - options: the cause in the history, and whether stored values of kinds that cannot be shown
  ///     may be replaced.
  ///   - refusesUndeclared: whether keys that the schema does not have are refused, if it says that it
  ///     has all keys.
  ///   - unlocking: the keys that are unlocked before the plan is applied.
  ///   - checksStored: whether a value that is stored already is refused like a new one, as it is when a
  ///     person writes it. Otherwise it may stay, whatever it is.
  package init(
    _ wanted: [Defaults.KeyName: Defaults.StoredValue?],
    for suite: Defaults.Suite,
    schema: Schema?,
    options: Defaults.WriteOptions = .init(cause: .import),
    refusesUndeclared: Bool = false,
    unlocking: Set<Defaults.KeyName> = [],
    checksStored: Bool = false
  ) {
    var names = NameRule(schema: schema, refusesUndeclared: refusesUndeclared)
    let stored = suite.storedValues()
    var planned = schema.map { $0.normalized(wanted, stored) } ?? wanted
    if suite.capabilities.holdsJSON { planned = planned.mapValues { $0?.withOneKindOfNumbers } }
    let checked = checksStored ? planned : planned.filter { stored[$0.key] != $0.value }
    let refusals = suite.refusals(of: checked, options: options)
      .filter { !unlocking.contains($0.key) || !$0.value.isLock }
    self.options = options
    rows = planned.keys.sorted().map { key in
      let value = planned[key] ?? nil
      let given = wanted[key] ?? nil
      let isChecked = checked.keys.contains(key)
      let refusal =
        !isChecked
        ? nil
        : refusals[key] ?? (given == nil ? nil : names.refusal(of: key))
          ?? schema?.refusal(of: given, forKey: key)
      return Row(
        key: key,
        now: stored[key],
        // A message about a value that is refused is about the value as it was given.
        wanted: refusal == nil ? value : given,
        refusal: refusal
      )
    }
  }

  /// The plan without rows.
  package static let empty = Plan(rows: [], options: Defaults.WriteOptions())

  private init(rows: [Row], options: Defaults.WriteOptions) {
    self.rows = rows
    self.options = options
  }

  /// Returns the plan with the rows that satisfy a predicate.
  package func filter(_ isIncluded: (Row) -> Bool) -> Plan {
    Plan(rows: rows.filter(isIncluded), options: options)
  }

  /// The rows that applying the plan changes.
  package var changes: [Row] { rows.filter(\.isChange) }

  /// The rows with values that may not be stored.
  package var refusals: [Row] { rows.filter { $0.refusal != nil } }

  /// Writes the wanted values of all rows, all or none, and returns the options of the write.
  ///
  /// The store is read again first, so that a change by another process is noticed.
  private func write(to suite: Defaults.Suite) throws(PlanError) -> Defaults.WriteOptions {
    let refused = refusals.compactMap(\.refusal)
    guard refused.isEmpty else { throw .refused(refused) }
    let changes = changes
    guard !changes.isEmpty else { return options }
    suite.reload()
    var options = options
    options.expectedInStore = Dictionary(changes.map { ($0.key, $0.now) }) { $1 }
    do throws(Defaults.WriteError) {
      try suite.write(Dictionary(changes.map { ($0.key, $0.wanted) }) { $1 }, options: options)
      return options
    } catch {
      if case .outdated(let keys) = error { throw .outdated(keys) }
      throw .refused([error])
    }
  }
}

extension Plan {
  /// Stores the wanted values of all rows durably: all of them or none.
  ///
  /// - Throws: ``PlanError`` when a value may not be stored, or when a key has another value than at
  ///   the time when the plan was made; nothing is changed then. `Defaults.StoreError` when the
  ///   values cannot be stored.
  package func commit(to suite: Defaults.Suite) throws {
    let options = try write(to: suite)
    do throws(Defaults.StoreError) {
      try suite.flush(options)
    } catch {
      guard case .outdated(let keys) = error.cause else { throw error }
      throw PlanError.outdated(keys)
    }
  }

  /// Stores the wanted values durably, for a caller whose user has not seen the plan.
  ///
  /// If another program changes one of the keys before the commit, `make` makes the plan once more,
  /// for the present values of the suite. The result is the plan that was stored.
  ///
  /// - Throws: the errors of ``commit(to:)``: ``PlanError`` lists the keys that were changed twice.
  package func committed(
    to suite: Defaults.Suite,
    replanning make: () throws -> Plan
  ) throws -> Plan {
    do {
      try commit(to: suite)
      return self
    } catch PlanError.outdated {
      let plan = try make()
      try plan.commit(to: suite)
      return plan
    }
  }
}

/// Why a plan was not applied; nothing was changed.
package enum PlanError: Error, Hashable, Sendable {
  /// Values may not be stored.
  case refused([Defaults.WriteError])
  /// Keys were changed by someone else since the plan was made.
  case outdated([Defaults.KeyName])
}

/// The check of the names of keys that get values.
private struct NameRule {
  let schema: Schema?
  let refusesUndeclared: Bool
  /// For how many keys the nearest name is still searched, which takes as long as there are names.
  private var remainingSuggestions = 20

  init(schema: Schema?, refusesUndeclared: Bool) {
    self.schema = schema
    self.refusesUndeclared = refusesUndeclared
  }

  /// Returns why a key may not get a value, whichever it is; nil if it may.
  mutating func refusal(of key: Defaults.KeyName) -> Defaults.WriteError? {
    if key.string.isEmpty { return refusal(of: key, "a key needs a name") }
    guard refusesUndeclared, let schema, schema.declaresEveryKey,
      schema.entry(forKey: key.string) == nil
    else { return nil }
    remainingSuggestions -= 1
    let near =
      remainingSuggestions < 0
      ? nil : nearestWord(to: key.string, among: schema.entries.map(\.key.string))
    let suggestion = near.map { " (did you mean \"\($0)\"?)" } ?? ""
    return refusal(of: key, "the schema has no such key\(suggestion)")
  }

  private func refusal(of key: Defaults.KeyName, _ reason: String) -> Defaults.WriteError {
    .invalid(key: key, .refused(value: "the key", reason: reason))
  }
}

extension Schema {
  /// Returns values in the forms in which their keys store them; equal URLs in the form that is stored.
  fileprivate func normalized(
    _ values: [Defaults.KeyName: Defaults.StoredValue?],
    _ stored: [Defaults.KeyName: Defaults.StoredValue]
  ) -> [Defaults.KeyName: Defaults.StoredValue?] {
    var normalized = values
    for (key, value) in values {
      guard let value, let entry = entry(forKey: key.string) else { continue }
      let converted = stored[key] == value ? nil : entry.conversion(of: value)
      let form = entry.kind.normalized(converted ?? value)
      let isStored =
        stored[key].map { entry.kind.withPlainURLs($0) == entry.kind.withPlainURLs(form) } == true
      normalized[key] = .some(isStored ? stored[key] ?? form : form)
    }
    return normalized
  }

  /// Returns why the schema refuses a value; nil if it does not.
  fileprivate func refusal(
    of value: Defaults.StoredValue?,
    forKey key: Defaults.KeyName
  ) -> Defaults.WriteError? {
    guard let value, let entry = entry(forKey: key.string) else { return nil }
    do throws(Defaults.Rejection) {
      try entry.validate(value)
      return nil
    } catch {
      return entry.conversion(of: value) == nil ? .invalid(key: key, error) : nil
    }
  }
}

extension Defaults.WriteError {
  /// Whether the reason is a lock.
  fileprivate var isLock: Bool {
    if case .locked = self { true } else { false }
  }
}
