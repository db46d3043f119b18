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

  /// What was done, as a sentence.
  fileprivate func outcome(in state: EditorState) -> String {
    let word = values.values.contains { $0 != nil } ? "locked" : "unlocked"
    guard values.count == 1, let key = values.keys.first else {
      return "\(values.count) keys are \(word) for all users."
    }
    let isShown = suiteName == state.document.suiteName
    return "\(isShown ? state.title(ofKey: key.string) : key.string) is \(word) for all users."
  }
}

extension Effect {
  /// Lock or unlock keys for all users, and report the outcome.
  static func changeLocks(_ request: LockRequest) -> Effect {
    let words = "change the locks of \(request.values.count) keys in \(request.suiteName)"
    return Effect(words, request, changesValues: true) { session in
      guard let change = session.source.changeLocks else { return }
      let schema = session.source.catalog.registry.schema(named: request.suiteName)
      // The file of the locks is as little the user's as that of a value for all users.
      session.report(writingTo: .system) {
        .changedLocks(request, problem: change(request, schema))
      }
    }
  }
}

extension Action {
  /// Keys have been locked or unlocked, or a problem has prevented it.
  static func changedLocks(_ request: LockRequest, problem: String?) -> Action {
    Action("locks in \(request.suiteName): \(problem == nil ? "done" : "error")") { state in
      if let problem {
        for key in request.values.keys {
          state.requests.locks[SuiteKey(suiteName: request.suiteName, key: key)] = nil
        }
        state.fail(problem)
      } else {
        state.feedback.notice = Notice(kind: .done, text: request.outcome(in: state))
      }
      return []
    }
  }
}

// Locks that an administrator sets and removes, for the marked keys or the selected one.
extension EditorState {
  /// Asks for the reason of a lock, or whether locked keys are to be unlocked.
  mutating func lockOrUnlock() -> [Effect] {
    guard session.canLock else {
      refuse("Keys are locked by root, with sudo prefs edit SUITE.")
      return []
    }
    let keys = suite.marked.isEmpty ? selectedItem.map { [$0.key] } ?? [] : markedInOrder
    let items = keys.compactMap(document.item)
    guard !items.isEmpty else {
      refuse("No key is selected.")
      return []
    }
    let locked = items.filter(\.isLocked)
    let others = items.filter { !$0.isLocked }
    if locked.isEmpty { askForReason(to: others) }
    if others.isEmpty { askToUnlock(locked) }
    guard !locked.isEmpty, !others.isEmpty else { return [] }
    show(
      MenuScreen(
        title: "Some of the marked keys are locked",
        [
          .init(title: "lock the other \(others.count)") { state in
            state.askForReason(to: others)
            return []
          },
          .init(title: "unlock the \(locked.count)") { $0.unlock(locked) },
        ]
      )
    )
    return []
  }

  private mutating func unlock(_ items: [Item]) -> [Effect] {
    let values = Dictionary(items.map { ($0.key, nil as Defaults.StoredValue?) }) { first, _ in
      first
    }
    return change(LockRequest(suiteName: document.suiteName, values: values, reason: ""))
  }

  private mutating func askToUnlock(_ items: [Item]) {
    let name = items.count == 1 ? items[0].entry.title : Self.keys(items.count)
    show(
      MenuScreen(
        title: "Unlock \(name) for all users?",
        [
          Self.leaving("leave the lock"),
          .init(title: "unlock") { $0.unlock(items) },
        ]
      )
    )
  }

  /// Requests a change of locks.
  private mutating func change(_ request: LockRequest) -> [Effect] {
    for (key, value) in request.values { requests.locks[suiteKey(key)] = value != nil }
    return [.changeLocks(request)]
  }

  /// The choice that changes no lock.
  private static func leaving(_ title: String) -> MenuScreen.Choice {
    .init(title: title) { state in
      state.refuse("Nothing was changed.")
      return []
    }
  }

  private mutating func askForReason(to items: [Item]) {
    // Every user can read what is locked.
    if let secret = items.first(where: { $0.entry.isSecret }) {
      return refuse("\(secret.entry.title) is a secret, which only prefs lock --secrets locks.")
    }
    // An unset key is locked at its default.
    func value(of item: Item) -> Defaults.StoredValue? { item.value ?? item.entry.defaultValue }
    let unset = items.first { value(of: $0) == nil }
    let items = items.filter { value(of: $0) != nil }
    if let unset, items.isEmpty {
      return refuse("\(unset.entry.title) has no value to lock: set one first.")
    }
    let locks = Dictionary(items.map { ($0.key, value(of: $0)) }) { first, _ in first }
    let isOne = items.count == 1
    let lock = "lock \(isOne ? items[0].entry.title : Self.keys(items.count))"
    let values =
      isOne
      ? "at \(ValueText.brief(stored: value(of: items[0]), in: items[0].entry))"
      : "at the values in use"
    let remark = values + (unset == nil ? "" : ", without those that have none")
    let name = document.suiteName
    guard !isOfOtherProgram else {
      // Other programs keep no reasons.
      let request = LockRequest(suiteName: name, values: locks, reason: "")
      return show(
        MenuScreen(
          title: "\(lock.prefix(1).uppercased() + lock.dropFirst()) for all users \(remark)?",
          [
            .init(title: "lock") { $0.change(request) },
            Self.leaving("leave it unlocked"),
          ]
        )
      )
    }
    var prompt = Prompt { [locks] state, value in
      let reason = if case .string(let text) = value { text } else { "" }
      return state.change(LockRequest(suiteName: name, values: locks, reason: reason))
    }
    prompt.remark = remark
    show(
      EditScreen(
        OpenEdit(
          prompt,
          title: "Reason to \(lock) for all users",
          help: "Users see it when they want to change the value. It may be empty.",
          kind: .string(TextLimits())
        )
      )
    )
  }
}
