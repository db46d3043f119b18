import DefaultsCore
import DefaultsSchema
import Terminal

// Changes of the selected key from the list: toggle, step, reset.
//
// A write takes as long as the disk needs, and the list stays usable meanwhile. The document still
// holds the old value until the change is reported. So the next change of the same key is computed
// from the value that was requested last (`PendingWrite`): two quick presses of Space are two toggles.
// The session performs the writes in the order of the requests. Each request carries the value that it
// was made for (`WriteBase`); if the store has another one by then, nothing is written, and the user is
// asked.
extension EditorState {
  /// Inverts the selected Bool.
  mutating func toggle(in scope: WriteScope = .user) {
    guard let item = editableItem(in: scope) else { return }
    guard case .bool = item.entry.kind else { return refuse(onlyText([.toggle], "a Bool")) }
    perform(KeyAction(ListCommand.toggle), on: item, isStep: false, in: scope)
  }

  /// Increases or decreases the selected number by one step.
  mutating func step(_ action: KeyAction) {
    guard let item = editableItem() else { return }
    guard item.entry.kind.isNumber else {
      return refuse(onlyText([.stepUp, .stepDown], "numbers"))
    }
    perform(action, on: item, isStep: true, in: .user)
  }

  /// Returns the sentence for a command that does not apply to the kind of the selected key.
  private func onlyText(_ commands: [ListCommand], _ values: String) -> String {
    let names = commands.compactMap { bindings.name(of: $0, in: .list) }
    let verb = (commands == [.toggle] ? "toggle" : "step") + (names.count == 1 ? "s" : "")
    let text = "\(names.joined(separator: " and ")) \(verb) only \(values)."
    return [text, keyText(ListCommand.edit, "edits.")].line()
  }

  /// Performs an action in a control that is not shown, and requests a write of the new value.
  ///
  /// So toggling and stepping in the list have the same limits and steps as in an open edit.
  private mutating func perform(
    _ action: KeyAction,
    on item: Item,
    isStep: Bool,
    in scope: WriteScope
  ) {
    // A step begins at a stored number that is invalid too; an app does not use it.
    let used = isStep ? item.layers.value(in: scope) ?? item.value : item.value
    let requested =
      pendingWrite(of: item.key, in: scope).map(\.value)
      ?? staged[StagedEdits.Target(suiteKey(item.key), scope)]
    let before = requested.map { $0 ?? item.valueWhenReset } ?? used
    var control = ControlCatalog.control(
      for: EditedValue(
        kind: item.entry.kind,
        unit: item.entry.unit,
        defaultValue: item.defaultValue,
        original: before,
        shown: before
      )
    )
    _ = control.perform(action)
    let value: Defaults.StoredValue
    do throws(Defaults.Rejection) {
      value = try control.value()
    } catch {
      return refuse("Not saved: \(item.entry.text(of: error))".ended)
    }
    guard !isStep || value != before else {
      let rejection = item.entry.rejection(of: value)
      let reason = rejection.map { item.entry.text(of: $0) } ?? "it is at its limit"
      return refuse("\(item.entry.title) cannot go further: \(reason).")
    }
    // A step back to the value before the first step is an entry of its own: joined with the others, the
    // entry would change nothing.
    let start = suite.stepped.flatMap { $0.key == item.key ? $0.start : nil }
    let isNextStep = isStep && suite.stepped?.key == item.key && value != start
    if !isNextStep {
      suite.stepped = isStep ? (item.key, expectedValue(of: item, in: scope)) : nil
    }
    request(
      value,
      key: item.key,
      .edit(extendsLast: isNextStep),
      for: base(of: item, in: scope),
      in: scope
    )
  }

  /// Removes the stored value of the selected key.
  mutating func reset(in scope: WriteScope = .user) {
    guard let item = selectedItem else { return refuse(textWithoutKey) }
    if let reason = refusal(toReset: item) { return refuse(reason) }
    guard expectedValue(of: item, in: scope) != nil else {
      let other = scope == .user ? item.layers.otherInUse : nil
      if let own = session.scopes.first(where: { $0 != scope && $0.layer == other?.layer }) {
        let advice = [
          keyText(ManyCommand.layers, "shows the layers"),
          keyText(ViewerCommand.unset, "unsets it there", in: .viewer),
        ].line(separator: ", ")
        return refuse(["\(item.entry.title) is set for \(own.words).", advice.ended].line())
      }
      let source = other.map { ": its value is from \($0.location ?? $0.layer.word)" } ?? ""
      return refuse("\(item.entry.title) is not set\(other == nil ? "" : " by you")\(source).")
    }
    request(nil, key: item.key, .reset, for: base(of: item, in: scope), in: scope)
  }

  /// Returns the selected item if it can be changed; otherwise sets a notice with the reason.
  mutating func editableItem(in scope: WriteScope = .user) -> Item? {
    guard let item = selectedItem else {
      refuse(textWithoutKey)
      return nil
    }
    if let reason = refusal(toEdit: item, in: scope) {
      refuse(reason)
      return nil
    }
    return item
  }

  /// Returns the sentence that says why an item cannot be edited; nil if it can.
  func refusal(toEdit item: Item, in scope: WriteScope = .user) -> String? {
    if let reason = refusal(toReset: item) { return reason }
    if let command = session.sharedFiles[scope], item.entry.holdsSecret {
      // Whether a Bool is a secret is known only for its value.
      guard case .bool = item.entry.kind else {
        return "Not edited: \(Self.refusalOfSecrets(command))."
      }
    }
    guard !item.isDeclared, !allowsUndeclared else { return nil }
    let advice = keyText(
      ListCommand.allowUndeclared,
      "allows editing it as \(item.entry.kind.name)."
    )
    return ["No schema describes this key.", advice].line()
  }

  /// Returns the sentence that says why the stored value of an item cannot be removed; nil if it can.
  ///
  /// A key without a schema can be reset at once: that needs no knowledge of its type.
  func refusal(toReset item: Item) -> String? {
    if session.isReadOnly { return Self.readOnlyText }
    if item.isLocked { return "Locked by an administrator: nothing was changed." }
    guard !item.entry.isReadOnly else {
      return "The app itself sets \(item.entry.title): nothing was changed."
    }
    return item.disabledReason.map { "\($0) Nothing was changed." }
  }

  /// Returns whether the user's file has a value of a key, which can be removed.
  func canReset(_ item: Item) -> Bool {
    item.stored != nil && refusal(toReset: item) == nil
  }

  /// Returns why a secret is not stored in a file that every user can read, as a phrase.
  ///
  /// The command stores it nevertheless.
  package static func refusalOfSecrets(_ command: String) -> String {
    "every user can read the file, and the key holds a secret; \(command) stores it all the same"
  }

  /// What every key press says that would change a value in a session that may not.
  static let readOnlyText: String = "Read-only: nothing was changed."

  /// Removes the effects that would change a value, and says why.
  ///
  /// Every command checks `isReadOnly` before it asks for something; this is for one that does not.
  mutating func refuseChanges() {
    guard requests.effects.contains(where: \.changesValues) else { return }
    requests.effects.removeAll(where: \.changesValues)
    requests.writes = [:]
    requests.undosAndPlans = 0
    refuse(Self.readOnlyText)
  }

  /// Returns the value that will be stored in the file of a scope after all pending writes; nil if the
  /// key will be unset.
  func expectedValue(of item: Item, in scope: WriteScope = .user) -> Defaults.StoredValue? {
    if let pending = pendingWrite(of: item.key, in: scope) { return pending.value }
    let target = StagedEdits.Target(suiteKey(item.key), scope)
    return staged[target] ?? item.layers.value(in: scope)
  }

  /// Returns what the store must have for a change of the value that is shown now.
  func base(of item: Item, in scope: WriteScope = .user) -> WriteBase {
    if let pending = pendingWrite(of: item.key, in: scope) {
      // A staged edit is only checked, so it changes nothing in the store.
      guard pending.last.isStaged, let base = pending.last.base else {
        return .requested(pending.value)
      }
      return base
    }
    let target = StagedEdits.Target(suiteKey(item.key), scope)
    return .stored(staged.base(of: target) ?? item.layers.value(in: scope))
  }

  /// Returns the pending write of a key of the shown suite to the file of a scope; nil for none.
  private func pendingWrite(of key: Defaults.KeyName, in scope: WriteScope) -> PendingWrite? {
    requests.writes[suiteKey(key)].flatMap { $0.last.scope == scope ? $0 : nil }
  }

  /// Requests a write, and records it as pending; a nil value removes the stored one.
  ///
  /// The key is of the shown suite. The store must have `base`.
  mutating func request(
    _ value: Defaults.StoredValue?,
    key: Defaults.KeyName,
    _ purpose: WriteRequest.Purpose,
    for base: WriteBase,
    in scope: WriteScope
  ) {
    let request = WriteRequest(
      suiteName: document.suiteName,
      key: key,
      value: value,
      purpose: purpose,
      isStaged: isStaging,
      scope: scope,
      base: base
    )
    let count = requests.writes[suiteKey(key)]?.count ?? 0
    requests.writes[suiteKey(key)] = PendingWrite(count: count + 1, last: request)
    send(.write(request))
  }

  /// Returns whether an event must wait for the outcome of a request, or for the suite's values.
  ///
  /// Which keys an undo or a plan changes is known only from its outcome, which can also be a question.
  /// So until then, only what neither reads nor changes a value and leaves the list is performed:
  /// moving, folding, and the help. After the user has quit, all input waits: a refused write keeps
  /// the editor open. Before the suite's values have been read there is no key to act on, so all input
  /// waits. Pending writes delay nothing else, because the values are in `requests`.
  func shouldDefer(_ event: Event) -> Bool {
    guard !document.isLoading else { return true }
    if isLeaving { return event.isInput }
    guard requests.undosAndPlans > 0 else { return false }
    switch event {
    case .key(let press):
      return screen.mustWait(for: bindings.action(for: press, in: keyMode), isClick: false)
    case .paste: return screen.mustWait(for: nil, isClick: false)
    case .mouse(let event): return shouldDefer(event)
    case .rightClick: return true
    case .resize, .resume, .drag, .background, .wake, .terminate: return false
    }
  }
}
