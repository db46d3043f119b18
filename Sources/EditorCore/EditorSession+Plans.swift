import DefaultsCore
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

extension Effect {
  /// Make a plan and report it.
  static func plan(_ request: PlanRequest) -> Effect {
    Effect("plan for \(request.purpose) in \(request.suiteName)", request) { $0.plan(request) }
  }

  /// Apply a plan and report the outcome.
  static func apply(_ request: ApplyRequest) -> Effect {
    let words = "apply a plan of \(request.keyCount) keys in \(request.request.suiteName)"
    return Effect(words, request, changesValues: true) { session in
      let hasParts = !request.parts.isEmpty
      let opened = (hasParts ? request.parts : [request])
        .map { ($0, session.suiteAndSchema(of: $0.request)) }
      let isShown = request.request.suite == ScopedSuite(name: session.suite.name)
      session.report(writingTo: request.request.scope) {
        let outcomes = opened.map { part, suite -> ApplyOutcome in
          guard let (suite, schema) = suite else { return .failed("The file cannot be opened.") }
          let outcome = EditorSession.outcome(of: part, suite, schema)
          return isShown && !hasParts ? outcome : outcome.takenBack(part, in: suite)
        }
        return .applied(request, hasParts ? .parts(outcomes) : outcomes[0])
      }
    }
  }
}

extension Action {
  /// A requested plan has been made, or could not be made.
  static func planned(_ request: PlanRequest, _ outcome: PlanOutcome) -> Action {
    Action("plan for \(request.purpose) in \(request.suiteName): \(caseName(of: outcome))") {
      $0.finish(request, outcome)
    }
  }

  /// A plan has been applied or refused.
  static func applied(_ request: ApplyRequest, _ outcome: ApplyOutcome) -> Action {
    Action("applying in \(request.request.suiteName): \(caseName(of: outcome))") {
      $0.finish(request, outcome)
    }
  }
}

extension ApplyOutcome {
  /// Takes back what is in memory but not on disk, which would be lost: only the shown file has a status
  /// line, and a question before the editor ends.
  fileprivate func takenBack(_ request: ApplyRequest, in suite: Defaults.Suite) -> ApplyOutcome {
    guard case .pending = self else { return self }
    do throws(Defaults.StoreError) {
      try suite.flush()
      let entry = request.plan.changes.first.flatMap { suite.ownHistoryEntry(forKey: $0.key) }
      return .applied(backup: nil, entry: entry)
    } catch {
      // A value that the file may have already is not taken back.
      return suite.takeBackLastFailedWrite().isEmpty ? .pending : .failed("\(error)")
    }
  }
}

// Plans: the session makes them, because they need the suite, files and the clock, and applies them.
extension EditorSession {
  /// What a plan is made from besides the request.
  struct PlanContext: Sendable {
    let suite: Defaults.Suite
    let schema: Schema?
    /// The suite to compare with; nil for none.
    let other: Defaults.Suite?
    /// The schema of `other`.
    var otherSchema: Schema?
    /// The present time.
    let date: Date
    /// The clock by which times are typed and shown.
    let clock: LocalClock
    /// The path of the file for an export before a reset of the whole suite; nil for none.
    let backupPath: String?
  }

  /// Makes a plan on the work queue.
  fileprivate func plan(_ request: PlanRequest) {
    guard request.parts.isEmpty else { return planNext(of: request, []) }
    let context = context(of: request)
    report { .planned(request, Self.outcome(of: request, context)) }
  }

  /// Makes the plans of the parts, one at a time so that a write waits for one of them, until the user closes
  /// their table.
  private func planNext(of request: PlanRequest, _ outcomes: [PlanOutcome]) {
    guard outcomes.count < request.parts.count else {
      let planned = PlannedChange(plan: .empty, parts: outcomes)
      return dispatch(.planned(request, .planned(planned)))
    }
    guard !request.opensTable || state.isPlan(request) else { return }
    let part = request.parts[outcomes.count]
    let (context, inbox) = (context(of: part), inbox)
    work {
      let outcome = Self.outcome(ofPart: part, context)
      inbox.post { $0.planNext(of: request, outcomes + [outcome]) }
    }
  }

  /// Opens the suite of a request, with its schema; nil if its file cannot be opened.
  fileprivate func suiteAndSchema(
    of request: PlanRequest
  ) -> (suite: Defaults.Suite, schema: Schema?)? {
    guard let suite = openedSuite(request.suite) else { return nil }
    if !suite.keepsHistory, let history = historyOptions(of: suite) { suite.keepHistory(history) }
    return (suite, schema(of: suite, request.suite))
  }

  /// Returns what the plan of a request is made from; nil if the file of the suite cannot be opened.
  private func context(of request: PlanRequest) -> PlanContext? {
    guard let (suite, schema) = suiteAndSchema(of: request) else { return nil }
    var other: Defaults.Suite?
    if case .suite(let wanted, _) = request.wanted { other = openedSuite(wanted) }
    let time = now()
    return PlanContext(
      suite: suite,
      schema: schema,
      other: other,
      otherSchema: other.flatMap { self.schema(of: $0, ScopedSuite(name: $0.name)) },
      date: DateText.parse(time) ?? .distantFuture,
      clock: state.session.clock,
      backupPath: request.purpose == .resetSuite ? backupPath(of: suite, time) : nil
    )
  }

  /// Returns the path of a file beside the history of the suite; nil if that is not kept on disk.
  private func backupPath(of suite: Defaults.Suite, _ time: String) -> String? {
    guard let history = historyOptions(of: suite), history.isOnDisk else { return nil }
    return history.path(ofSuite: suite.name, extension: "\(time.filter { $0 != ":" }).plist")
  }

  // MARK: - On the work queue

  /// Makes a plan and returns what happened.
  static func outcome(of request: PlanRequest, _ context: PlanContext?) -> PlanOutcome {
    guard let context else {
      return .failed("The file for \(request.scope.words) cannot be opened.")
    }
    // The user must see what is stored now; what was not read before is read below, and once.
    context.suite.reloadIfLoaded()
    var remarks: [String] = []
    let wanted: [Defaults.KeyName: Defaults.StoredValue?]
    do throws(Reason) {
      wanted = try values(wantedBy: request.wanted, context, &remarks)
    } catch {
      return .failed(error.text)
    }
    let isReset = request.cause == .reset
    let plan = Plan(
      wanted,
      for: context.suite,
      schema: context.schema,
      options: Defaults.WriteOptions(cause: request.cause, replacesOpaque: isReset),
      refusesUndeclared: request.purpose == .importing
    )
    // A staged edit without an effect can be dropped, and going back says when it has none.
    let showsSame = [.staged, .goingBack].contains(request.purpose)
    let shown = showsSame ? plan : plan.filter { $0.result != .same }
    var planned = PlannedChange(
      plan: shown,
      remarks: remarks,
      sameCount: plan.rows.count - shown.rows.count
    )
    planned.secretKeys = context.suite.secretKeys(
      of: plan.changes.map { .init(key: $0.key, old: $0.now, new: $0.wanted) },
      in: context.schema
    )
    if let path = context.backupPath {
      planned.backupPath = path
      let values = planned.secretKeys.isEmpty ? "values" : "values, secrets too,"
      planned.remarks.append("All stored \(values) are exported to \(path) first.")
    }
    return .planned(planned)
  }

  /// Makes the plan of a part, with the keys of its suite, which may not be shown.
  private static func outcome(ofPart request: PlanRequest, _ context: PlanContext?) -> PlanOutcome {
    let outcome = outcome(of: request, context)
    guard case .planned(var planned) = outcome, let context else { return outcome }
    // A write would keep the damaged file under another name, and only the shown suite has a box for that.
    if let error = context.suite.storeStatus.loadError { return .failed("\(error)") }
    let conditions = context.schema.flatMap { $0.hasConditions ? KeyAvailability(of: $0) : nil }
    let items = planned.plan.rows.map { row in
      let declared = context.schema?.entry(forKey: row.key.string)
      var entry = declared ?? Entry(undeclaredKey: row.key, value: row.wanted ?? row.now)
      if declared == nil, context.suite.capabilities.holdsSecrets { entry.isSecret = true }
      var item = Item(
        entry: entry,
        section: 0,
        isDeclared: declared != nil,
        layers: KeyLayers(of: row.key, in: context.suite)
      )
      item.disabledReason = conditions?.disabledReason(of: row.key)
      return item
    }
    planned.items = Dictionary(items.map { ($0.key, $0) }) { $1 }
    return .planned(planned)
  }

  /// Returns the wanted values by key; nil for a key that is to be unset.
  private static func values(
    wantedBy wanted: PlanRequest.Wanted,
    _ context: PlanContext,
    _ remarks: inout [String]
  ) throws(Reason) -> [Defaults.KeyName: Defaults.StoredValue?] {
    switch wanted {
    case .values(let values):
      return values
    case .nothing:
      return context.suite.storedValues().mapValues { _ in nil }
    case .defaults:
      return context.suite.storedValues()
        .filter { $0.value != context.schema?.entry(forKey: $0.key.string)?.defaultValue }
        .mapValues { _ in nil }
    case .file(let path, let isWhole):
      let values = try values(inFile: path, context)
      return isWhole ? unsettingOthers(values, context, butSecrets: true) : values
    case .document(let document, let isWhole):
      return isWhole
        ? unsettingOthers(document.values, context, butSecrets: true) : document.values
    case .suite(let suite, let isWhole):
      guard let other = context.other else {
        throw Reason("The suite \(suite.name) cannot be opened.")
      }
      other.reloadIfLoaded()
      let stored = other.storedValues()
      if let error = other.storeStatus.loadError { throw Reason("\(error)") }
      let rule = other.secrets(in: context.otherSchema)
      let secrets = stored.filter { rule.hides($0.key, [$0.value]) }
      if !secrets.isEmpty {
        remarks.append(
          "Secrets of \(suite.name) are left out: \(secrets.count.counted("key"))."
        )
      }
      let values = stored.mapValues { Defaults.StoredValue?.some($0) }
      return (isWhole ? unsettingOthers(values, context) : values)
        .filter { secrets[$0.key] == nil }
    case .past(let time):
      guard let date = TimeText(now: context.date, clock: context.clock).parse(time) else {
        throw Reason("\(time) is not a time.")
      }
      return try past(at: date, context, &remarks)
    }
  }

  /// Adds the stored keys that the values do not have, as keys to unset.
  ///
  /// With `butSecrets`, no secrets: a file without them says nothing about them.
  private static func unsettingOthers(
    _ values: [Defaults.KeyName: Defaults.StoredValue?],
    _ context: PlanContext,
    butSecrets keepsSecrets: Bool = false
  ) -> [Defaults.KeyName: Defaults.StoredValue?] {
    let rule = context.suite.secrets(in: context.schema)
    let others = context.suite.storedValues().filter { key, value in
      values[key] == nil && !(keepsSecrets && rule.hides(key, [value]))
    }
    return values.merging(others.mapValues { _ in nil }) { first, _ in first }
  }

  private static func past(
    at date: Date,
    _ context: PlanContext,
    _ remarks: inout [String]
  ) throws(Reason) -> [Defaults.KeyName: Defaults.StoredValue?] {
    let suite = context.suite
    let history: [Defaults.HistoryEntry]
    do throws(Defaults.StoreError) {
      history = suite.keepsHistory ? try suite.history() : []
    } catch {
      throw Reason("\(error)")
    }
    let past = PastValues(at: date, present: suite.storedValues(), history: history)
    if past.isBeforeHistory {
      remarks.append("The history of \(suite.name) begins later; earlier changes are not known.")
    }
    let uncertain = past.uncertainKeys.count
    if uncertain > 0 {
      remarks.append(
        "A program that keeps no history has stored \(uncertain.counted("key")), nobody knows when."
      )
    }
    let count = past.unknownKeys.count
    if count > 0 {
      remarks.append(
        "\(count == 1 ? "1 key is" : "\(count) keys are") left out, because the history has no "
          + "values of changes since then."
      )
    }
    return unsettingOthers(past.values.mapValues { $0 }, context)
      .filter { !past.unknownKeys.contains($0.key) }
  }

  /// Applies a plan and returns what happened.
  fileprivate static func outcome(
    of request: ApplyRequest,
    _ suite: Defaults.Suite,
    _ schema: Schema?
  ) -> ApplyOutcome {
    var backup: String?
    do {
      if let path = request.backupPath {
        _ = try Defaults.PropertyListStore(file: path).commit(suite.storedValues().mapValues { $0 })
        backup = path
      }
      try request.plan.commit(to: suite)
    } catch let error as PlanError {
      switch error {
      case .outdated(let keys): return .outdated(keys)
      case .refused(let errors):
        let reason =
          errors.first.map { error in
            error.text(isSecret: error.key.map { suite.hides($0, in: schema) } ?? false)
          } ?? "A value was refused."
        return .failed("Nothing was changed. \(reason)")
      }
    } catch let error as Defaults.StoreError {
      let keys = request.plan.rows.map(\.key)
      guard suite.storeStatus.uncommittedKeys.isDisjoint(with: keys) else { return .pending }
      return .failed("Nothing was changed: \(error)")
    } catch {
      return .failed("\(error)")
    }
    let entry = request.plan.changes.first.flatMap { suite.ownHistoryEntry(forKey: $0.key) }
    return .applied(backup: backup, entry: entry)
  }
}
