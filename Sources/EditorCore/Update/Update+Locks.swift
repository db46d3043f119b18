public import DefaultsCore
import DefaultsSchema

/// The keys of a suite that an administrator locks for all users, or unlocks.
public struct LockRequest: Hashable, Sendable {
  /// The name of the suite.
  public let suiteName: String
  /// The keys with the values at which they are locked; nil for those that are unlocked.
  public let values: [Defaults.KeyName: Defaults.StoredValue?]
  /// Why they are locked, for users who want to change them; empty for nothing.
  public let reason: String
}

/// A change of locks, with what takes it back.
struct LockChange: Hashable, Sendable {
  /// The requests, one for each suite.
  let requests: [LockRequest]
  /// The requests for the locks before.
  let undo: [LockRequest]

  /// Returns whether requests make the change or take it back.
  func has(_ requests: [LockRequest]) -> Bool { requests == self.requests || requests == undo }
}

extension LockRequest {
  /// Returns that other programs have changed the locks that requests of this session have left; nil if none
  /// has.
  fileprivate func conflict(
    with left: [LockRequest],
    in locks: (String) -> Defaults.Suite?
  ) -> String? {
    guard !left.isEmpty, let file = locks(suiteName) else { return nil }
    let values = left.filter { $0.suiteName == suiteName }
      .reduce(into: [Defaults.KeyName: Defaults.StoredValue?]()) { $0.merge($1.values) { $1 } }
    let changed = values.filter { $0.value != file.storedValue(forKey: $0.key.string) }.keys
    guard !changed.isEmpty else { return nil }
    let names = changed.sorted().map(\.string).joined(separator: ", ")
    return "Nothing was changed: the lock of \(names) was changed elsewhere since."
  }
}

extension Effect {
  /// Lock or unlock keys for all users, unless the locks are no longer those that other requests have left, and
  /// report the outcome for each suite.
  static func changeLocks(_ requests: [LockRequest], leftBy left: [LockRequest] = []) -> Effect {
    let count = requests.reduce(0) { $0 + $1.values.count }
    let names = requests.map(\.suiteName).joined(separator: ", ")
    let words = "change the locks of \(count) keys in \(names)"
    return Effect(words, requests + left, changesValues: true) { session in
      guard let change = session.source.changeLocks else { return }
      let registry = session.source.catalog.registry
      let schemas = requests.map { registry.schema(named: $0.suiteName) }
      let locks = session.source.locks
      // The file of the locks is as little the user's as that of a value for all users.
      session.report(writingTo: .system, holdsEnd: true) {
        let problems = zip(requests, schemas).map { request, schema in
          request.conflict(with: left, in: locks) ?? change(request, schema)
        }
        return .changedLocks(requests, problems: problems)
      }
    }
  }
}

extension Action {
  /// Keys have been locked or unlocked; for each suite, what has prevented it, or nil.
  static func changedLocks(_ requests: [LockRequest], problems: [String?]) -> Action {
    let failures = problems.compactMap(\.self).count
    return Action("locks in \(requests.count) suites: \(failures) errors") {
      $0.finish(Array(zip(requests, problems)))
    }
  }
}

// Locks that an administrator sets and removes, for the marked keys or the selected one.
extension EditorState {
  /// Asks for the reason of a lock, or whether locked keys are to be unlocked.
  mutating func lockOrUnlock(_ chosen: [ChosenKey]) {
    guard !session.isReadOnly else { return refuse(Self.readOnlyText) }
    guard session.canLock else {
      return refuse("Keys are locked by root, with sudo prefs edit SUITE.")
    }
    guard !chosen.isEmpty else { return refuse("No key is selected.") }
    let without = Set(catalog.suites.filter { !$0.isLockable }.map(\.name))
    if let name = chosen.map(\.suiteName).first(where: without.contains) {
      return refuse("\(name) belongs to another program, which knows no locks.")
    }
    let locked = chosen.filter(\.item.isLocked)
    let others = chosen.filter { !$0.item.isLocked }
    if locked.isEmpty { askForReason(to: others) }
    if others.isEmpty { askToUnlock(locked) }
    guard !locked.isEmpty, !others.isEmpty else { return }
    show(
      MenuScreen(
        title: "Some of \(words(for: chosen)) are locked",
        [
          .init(title: "lock the other \(others.count)") { $0.askForReason(to: others) },
          .init(title: "unlock the \(locked.count)") { $0.unlock(locked) },
        ]
      )
    )
  }

  private mutating func unlock(_ chosen: [ChosenKey]) {
    let reasons = Dictionary(grouping: chosen) { $0.item.layers.lock?.reason ?? "" }
    let before = reasons.sorted { $0.key < $1.key }.flatMap { reason, chosen in
      requests(for: chosen.map { ($0.key, $0.item.value) }, reason)
    }
    perform(LockChange(requests: requests(for: chosen.map { ($0.key, nil) }, ""), undo: before))
  }

  private mutating func lock(_ values: [(SuiteKey, Defaults.StoredValue?)], reason: String) {
    let undo = requests(for: values.map { ($0.0, nil) }, "")
    perform(LockChange(requests: requests(for: values, reason), undo: undo))
  }

  /// Requests a change of locks, which an undo takes back.
  private mutating func perform(_ change: LockChange) {
    changeOrder.add(change)
    send(change.requests)
  }

  /// Takes a change of locks back, or makes it again, unless other programs have changed the locks since.
  mutating func restore(_ change: LockChange, _ direction: Defaults.RestoreDirection) {
    changeOrder.moveNextLocks(direction)
    let (wanted, left) =
      direction == .undo ? (change.undo, change.requests) : (change.requests, change.undo)
    send(wanted, leftBy: left)
  }

  private mutating func askToUnlock(_ chosen: [ChosenKey]) {
    show(
      MenuScreen(
        title: "Unlock \(words(for: chosen)) for all users?",
        [
          Self.leaving("leave the lock"),
          .init(title: "unlock") { $0.unlock(chosen) },
        ]
      )
    )
  }

  private mutating func send(_ wanted: [LockRequest], leftBy left: [LockRequest] = []) {
    for request in wanted {
      for (key, value) in request.values {
        requests.locks[SuiteKey(suiteName: request.suiteName, key: key)] = value != nil
      }
    }
    send(.changeLocks(wanted, leftBy: left))
  }

  /// Returns the requests that lock keys at values, or unlock them if the value is nil.
  private func requests(
    for wanted: [(key: SuiteKey, value: Defaults.StoredValue?)],
    _ reason: String
  ) -> [LockRequest] {
    let suites = Dictionary(grouping: wanted) { $0.key.suiteName }
    return suites.sorted { $0.key < $1.key }.map { name, wanted in
      LockRequest(
        suiteName: name,
        values: Dictionary(wanted.map { ($0.key.key, $0.value) }) { first, _ in first },
        // Other programs keep no reasons.
        reason: isOfOtherProgram(name) ? "" : reason
      )
    }
  }

  /// Handles the outcomes of changes of locks.
  fileprivate mutating func finish(
    _ outcomes: [(request: LockRequest, problem: String?)]
  ) {
    var (done, problems): ([LockRequest], [(suite: String, reason: String)]) = ([], [])
    for (request, problem) in outcomes {
      let keys = request.values.keys.map { SuiteKey(suiteName: request.suiteName, key: $0) }
      if let problem {
        for key in keys { requests.locks[key] = nil }
        problems.append((request.suiteName, problem))
      } else {
        done.append(request)
        change(SuiteSearchScreen.self) { $0.unmark(keys) }
      }
    }
    if done.isEmpty { changeOrder.remove(locks: outcomes.map(\.request)) }
    if outcomes.count == 1, let problem = problems.first {
      fail(problem.reason)
    } else {
      var text = done.isEmpty ? nil : outcomeText(of: done)
      if problems.isEmpty {
        let isUndone = changeOrder.isUndone(locks: outcomes.map(\.request))
        text = text.map { withUndo($0, after: isUndone ? .undo : .redo) }
      }
      report(text, failures: problems)
    }
    readSearchedAgain(outcomes.map(\.request.suiteName))
  }

  /// Returns what was done, as a sentence.
  private func outcomeText(of requests: [LockRequest]) -> String {
    let keys = requests.flatMap { request in
      request.values.keys.map { SuiteKey(suiteName: request.suiteName, key: $0) }
    }
    let isLock = requests.contains { $0.values.values.contains { $0 != nil } }
    let word = isLock ? "locked" : "unlocked"
    let suites = requests.count == 1 ? "" : " in \(requests.count) suites"
    guard keys.count == 1 else { return "\(keys.count) keys\(suites) are \(word) for all users." }
    return "\(title(of: keys[0])) is \(word) for all users."
  }

  /// Returns the words for the values at which keys are locked.
  private func lockedValues(_ texts: [String]) -> String {
    let different = texts.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard different.count > 1 else { return "at \(different[0])" }
    let rest = different.count > 4 ? " and \(different.count - 4) more" : ""
    return "at the values in use: \(different.prefix(4).joined(separator: ", "))\(rest)"
  }

  /// The choice that changes no lock.
  private static func leaving(_ title: String) -> MenuScreen.Choice {
    .init(title: title) { $0.refuse("Nothing was changed.") }
  }

  private mutating func askForReason(to chosen: [ChosenKey]) {
    // Every user can read what is locked.
    let secrets = chosen.filter(\.item.entry.isSecret)
    let others = chosen.filter { !$0.item.entry.isSecret }
    if let secret = secrets.first?.item, others.isEmpty {
      return refuse("\(secret.entry.title) is a secret, which only prefs lock --secrets locks.")
    }
    // An unset key is locked at its default.
    func value(of item: Item) -> Defaults.StoredValue? { item.value ?? item.entry.defaultValue }
    let unset = others.first { value(of: $0.item) == nil }?.item
    let chosen = others.filter { value(of: $0.item) != nil }
    if let unset, chosen.isEmpty {
      return refuse("\(unset.entry.title) has no value to lock: set one first.")
    }
    let locks = chosen.map { (key: $0.key, value: value(of: $0.item)) }
    let lock = "lock \(words(for: chosen))"
    let remark =
      lockedValues(chosen.map { ValueText.brief(stored: value(of: $0.item), in: $0.item.entry) })
      + (unset == nil ? "" : ", without those that have none")
      + (secrets.isEmpty ? "" : ", without secrets")
    guard chosen.contains(where: { !isOfOtherProgram($0.suiteName) }) else {
      return show(
        MenuScreen(
          title: "\(lock.prefix(1).uppercased() + lock.dropFirst()) for all users \(remark)?",
          [
            .init(title: "lock") { $0.lock(locks, reason: "") },
            Self.leaving("leave it unlocked"),
          ]
        )
      )
    }
    ask(
      "Reason to \(lock) for all users",
      help: "Users see it when they want to change the value. It may be empty.",
      remark: remark
    ) { $0.lock(locks, reason: $1) }
  }
}
