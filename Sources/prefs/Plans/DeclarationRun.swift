import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// A declaration for the suites as they are, to be shown, or applied.
///
/// Everything is planned and checked when the run is created. Applying it changes the managed files
/// of all suites first, because only root may do that, and then the values, perhaps as another user.
/// Each file changes in one commit, so a process that is killed leaves the values of a suite, and its
/// locks, as they were or as they are declared. The next run does the rest.
struct DeclarationRun {
  /// What happens to one suite.
  private struct Part {
    let declared: Declaration.Suite
    var values: PlanRun
    var locks: LockRun?
    /// Whether the values are what the plan says; not if they, or the locks, could not be changed.
    var areValuesApplied = true
    /// The mistyped keys, with the names that are probably meant.
    var mistyped: [(key: Defaults.KeyName, near: String)] = []

    /// What is refused, each with its place and with the exit status for it.
    var refusals: [(problem: DeclarationProblem, status: Status)] {
      let rows =
        values.plan.refusals.map {
          ($0.key, $0.now, $0.wanted, $0.refusal, declared.values[$0.key]?.place)
        }
        + (locks?.plan.refusals ?? []).map {
          ($0.key, $0.now?.value, $0.wanted?.value, $0.refusal, declared.locks[$0.key]?.place)
        }
      let refused: [(DeclarationProblem, Status)] = rows.compactMap {
        key,
        now,
        wanted,
        refusal,
        place in
        guard let refusal else { return nil }
        let reason = values.filter.reason(of: refusal, key, now, wanted)
        return (problem(reason, key, place), Failure(refusal).status)
      }
      return refused
        + mistyped.map { key, near in
          let reason =
            "the schema has no such key (did you mean \"\(near)\"?); --force takes it all the same"
          let place = declared.values[key]?.place ?? declared.locks[key]?.place
          return (problem(reason, key, place), .invalidValue)
        }
    }

    /// Returns the secrets that would get into files that every user can read.
    func secrets(areValuesShared: Bool) -> [DeclarationProblem] {
      let sharedValues = areValuesShared ? values.plan.changes : []
      let shared =
        sharedValues.map { ($0.key, $0.wanted, declared.values[$0.key]?.place) }
        + (locks?.plan.changes ?? []).map {
          ($0.key, $0.wanted?.value, declared.locks[$0.key]?.place)
        }
      return shared.compactMap { key, value, place in
        guard let value, values.filter.isSecretForAll(key, value) else { return nil }
        return problem(SharedFileOptions.refusal, key, place)
      }
    }

    private func problem(
      _ reason: String,
      _ key: Defaults.KeyName,
      _ place: DeclarationPlace?
    ) -> DeclarationProblem {
      DeclarationProblem(place: place, suite: values.suite.name, key: key, reason: reason)
    }
  }

  private var parts: [Part]
  /// The suites of the declaration, and the failures of those that cannot be read.
  var choice: SuiteChoice

  /// Makes and checks the plans.
  ///
  /// A suite that cannot be read is left out, and `choice` has its failure.
  ///
  /// - Parameters:
  ///   - declaration: what the suites are to contain.
  ///   - options: how the suites are opened.
  ///   - schemas: the schemas whose limits the values must satisfy.
  ///   - replacesOpaque: whether stored values of kinds that cannot be shown may be replaced.
  ///   - sharesSecrets: whether secrets may be stored where every user can read them.
  ///   - prunes: whether values and locks that are not declared are removed.
  /// - Throws: ``Failure`` when anything is refused, or when a name is a pattern, `Defaults.StoreError`
  ///   when the directory of the suites cannot be read.
  init(
    _ declaration: Declaration,
    options: SuiteOptions,
    schemas: SchemaOptions,
    replacesOpaque: Bool,
    sharesSecrets: Bool,
    prunes: Bool
  ) throws {
    var parts: [Part] = []
    var refusals: [(problem: DeclarationProblem, status: Status)] = []
    let suites = try Self.named(declaration.suites, in: options.scope)
    choice = SuiteChoice(names: suites.keys.sorted(), isPattern: true)
    // By the declared names: that of an opened suite can be another one, an absolute path for example.
    var opened: [String: Defaults.Suite] = [:]
    try choice.forEach { opened[$0] = try options.openReadableSuite(named: $0) }
    for (name, declared) in suites.sorted(by: { $0.key < $1.key }) {
      guard let suite = opened[name] else { continue }
      let maker = PlanMaker(
        declared,
        suite: suite,
        schema: try KnownSchemas(schemas, suiteName: name),
        replacesOpaque: replacesOpaque,
        prunes: prunes
      )
      var part = Part(declared: declared, values: try maker.values(), locks: try maker.locks())
      part.mistyped = maker.mistyped
      refusals += part.refusals
      if !sharesSecrets {
        let isShared = options.scope.role == .administrator
        refusals += part.secrets(areValuesShared: isShared).map { ($0, .usage) }
      }
      parts.append(part)
    }
    if let first = refusals.first {
      let isLocked = refusals.contains { $0.status == .locked }
      throw Failure(
        refusals.prefix(Declaration.problemLimit).map(\.problem),
        of: refusals.count,
        isLocked ? .locked : first.status
      )
    }
    self.parts = parts
  }

  /// Returns the declarations by the names of their suites, in which a backslash stands before * and ?.
  private static func named(
    _ declared: [String: Declaration.Suite],
    in scope: SuiteScope
  ) throws -> [String: Declaration.Suite] {
    guard declared.keys.contains(where: NameChoice.mayBePattern) else { return declared }
    let existing = Set(
      try SuiteChoice.Existing.stored.names(in: scope).map { Defaults.KeyName($0) }
    )
    let named = try declared.map { name, suite in
      guard case .name(let name) = NameChoice(name, exists: existing.contains) else {
        throw Failure(
          .invalidValue,
          "Nothing was changed: \"\(name)\" has * or ?, and the name of one suite is expected. Write "
            + "\\* or \\? for a character of the name."
        )
      }
      return (name, suite)
    }
    return Dictionary(named) { $1 }
  }

  /// Whether applying the run changes anything.
  var hasChanges: Bool { changedSuiteCount > 0 }

  /// The number of suites that applying the run changes.
  var changedSuiteCount: Int {
    parts.count { !$0.values.plan.changes.isEmpty || $0.locks?.plan.changes.isEmpty == false }
  }

  /// Changes all suites durably.
  ///
  /// A suite whose files cannot be written, or of which a key was changed meanwhile, does not keep the others
  /// from being changed: `choice` has its failure. Its values stay as they are if its locks do, and so do those
  /// of all suites if `becomeUser` fails, which is a failure of none of them.
  ///
  /// - Parameter becomeUser: called between the changes of the managed files and those of the values.
  /// - Throws: ``Failure`` when locks are to change and this process may not change them; nothing is changed
  ///   then.
  mutating func apply(becomeUser: () throws -> Void) throws {
    let isLocked = parts.map { $0.locks?.plan.isUnfinished == true }
    if isLocked.contains(true) { try ManagedSuite.checkRights() }
    // An error of the usage must not keep the command from saying what was changed before it.
    choice.takesUsageErrors = true
    for index in parts.indices where isLocked[index] {
      try attempt(index) { try $0.locks?.apply() }
      if !parts[index].areValuesApplied { parts[index].locks = nil }
    }
    do {
      try becomeUser()
    } catch {
      for index in parts.indices { parts[index].areValuesApplied = false }
      return try choice.take(error)
    }
    for index in parts.indices where parts[index].areValuesApplied {
      guard !parts[index].values.plan.changes.isEmpty else { continue }
      try attempt(index) { try $0.values.apply(program: "prefs apply") }
    }
  }

  private mutating func attempt(_ index: Int, _ change: (inout Part) throws -> Void) throws {
    parts[index].areValuesApplied = false
    try choice.attempt(parts[index].values.suite.name) {
      try change(&parts[index])
      parts[index].areValuesApplied = true
    }
  }

  /// Prints what people should know about the keys that change.
  func reportNotes(isApplied: Bool) {
    for part in parts {
      if part.areValuesApplied { part.values.reportNotes(isApplied: isApplied) }
      part.locks?.reportNotes(
        for: part.values.suite,
        part.values.schema,
        isApplied: isApplied
      )
    }
  }

  /// For each suite that changes, its name and a table of the changes.
  var lines: [OutputLine] {
    parts.flatMap { part -> [OutputLine] in
      let values = part.areValuesApplied ? part.values.changeReport.lines : []
      let locks = part.locks.map { $0.lines(of: $0.plan.changes) } ?? []
      let name = part.values.suite.name
      return (values.isEmpty ? [] : [OutputLine(name, .title)] + values)
        + (locks.isEmpty ? [] : [OutputLine("\(name), locks", .title)] + locks)
    }
  }

  /// A record for each declared value and lock, with what becomes of it; none for what could not be changed.
  var records: [Record] {
    parts.flatMap { part in
      (part.areValuesApplied ? part.values.report.records : []) + (part.locks?.records ?? [])
    }
  }
}

/// Makes the plans of one declared suite.
private struct PlanMaker {
  private let declared: Declaration.Suite
  private let suite: Defaults.Suite
  private let schema: Schema?
  private let filter: KeyFilter
  private let present: LockPlan.Present
  private let managed: ManagedSuite
  private let replacesOpaque: Bool
  private let prunes: Bool

  init(
    _ declared: Declaration.Suite,
    suite: Defaults.Suite,
    schema known: KnownSchemas,
    replacesOpaque: Bool,
    prunes: Bool
  ) {
    self.declared = declared
    self.suite = suite
    known.reportProblems(about: suite)
    schema = known.schema(for: suite)
    filter = KeyFilter(schema: schema)
    managed = ManagedSuite(suite.name)
    present = managed.presentLocks
    self.replacesOpaque = replacesOpaque
    self.prunes = prunes
  }

  /// The plan of the values, in which keys that are unlocked at the same time count as unlocked.
  func values() throws -> PlanRun {
    try PlanRun(suite: suite, schema: schema, filter: filter, source: "file") {
      var wanted = declared.values.mapValues(\.content)
      if prunes, declared.listsValues {
        for (key, value) in suite.storedValues() where wanted[key] == nil && isPrunable(key, value)
        {
          wanted.updateValue(nil, forKey: key)
        }
      }
      return Plan(
        wanted,
        for: suite,
        schema: schema,
        options: .init(cause: .import, replacesOpaque: replacesOpaque),
        refusesUndeclared: !replacesOpaque,
        unlocking: Set(wantedLocks.filter { $0.value == nil }.keys)
      )
    }
  }

  /// The mistyped keys that are to get a value or a lock, unless others are taken too.
  var mistyped: [(key: Defaults.KeyName, near: String)] {
    // A schema with all keys refuses any other one in the plans.
    guard !replacesOpaque, schema?.declaresEveryKey == false else { return [] }
    let values = declared.values.filter { $0.value.content != nil }.keys
    let locks = declared.locks.filter { $0.value.content != nil }.keys
    return KeyNotes.mistyped(Set(values).union(locks).sorted(), in: suite, schema)
  }

  private func isPrunable(_ key: Defaults.KeyName, _ value: Defaults.StoredValue) -> Bool {
    !filter.hides(key, value) && suite.lock(forKey: key.string) == nil
      && declared.locks[key] == nil
  }

  /// The plan of the locks; nil when nothing is declared about them.
  func locks() throws -> LockRun? {
    let wanted = wantedLocks
    guard !wanted.isEmpty else { return nil }
    if try Origin.lockable(suite.name) != nil {
      try Origin.refuse(suite.name, "whose keys are locked with prefs lock and not by a document")
    }
    return try LockRun(suite: suite.name, filter: filter) {
      try managed.plan(wanted, schema: schema, program: "prefs apply")
    }
  }

  private var wantedLocks: LockPlan.Wanted {
    var wanted = declared.locks.mapValues(\.content)
    guard prunes, declared.listsLocks else { return wanted }
    for key in present.keys(lockedBy: managed.file) where wanted[key] == nil {
      wanted.updateValue(nil, forKey: key)
    }
    return wanted
  }
}

extension Failure {
  /// Creates the failure of declarations with `count` problems, and describes some of them.
  init(_ problems: [DeclarationProblem], of count: Int, _ status: Status) {
    let more = count > problems.count ? ["and \(count - problems.count) more"] : []
    self.init(status, .lines(["Nothing was changed:"] + problems.map(\.description) + more))
  }
}
