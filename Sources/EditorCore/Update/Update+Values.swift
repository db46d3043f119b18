import Defaults
import DefaultsSchema
import Terminal

// Changes of the selected key from the list: toggle, step, reset.
//
// A write takes as long as the disk needs, and the list stays usable meanwhile. The document still
// holds the old value until the change is reported. So the next change of the same key is computed
// from the value that was requested last (`PendingWrite`): two quick presses of Space are two toggles.
// The session performs the writes in the order of the requests.
extension EditorState {
  /// Inverts the selected Bool.
  mutating func toggle() -> [Effect] {
    guard let item = editableItem() else { return [] }
    guard case .bool = item.entry.kind else {
      refuse(onlyText([.toggle], "a Bool"))
      return []
    }
    return perform(KeyAction(ListCommand.toggle), on: item, isStep: false)
  }

  /// Increases or decreases the selected number by one step.
  mutating func step(_ action: KeyAction) -> [Effect] {
    guard let item = editableItem() else { return [] }
    switch item.entry.kind {
    case .integer, .real:
      return perform(action, on: item, isStep: true)
    case .bool, .string, .choice, .choices, .date, .data, .url, .path, .color, .list, .dictionary,
      .table, .alternatives, .json, .any:
      refuse(onlyText([.stepUp, .stepDown], "numbers"))
      return []
    }
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
  private mutating func perform(_ action: KeyAction, on item: Item, isStep: Bool) -> [Effect] {
    let before =
      pendingWrites[suiteKey(item.key)].map { $0.value ?? item.valueWhenReset }
      ?? item.value
    var control = ControlCatalog.control(
      for: EditedValue(
        kind: item.entry.kind,
        unit: item.entry.unit,
        original: before,
        shown: before
      )
    )
    _ = control.perform(action)
    let value: Defaults.StoredValue
    do throws(Defaults.Rejection) {
      value = try control.value()
    } catch {
      refuse("Not saved: \(error.text(isSecret: item.entry.holdsSecret))".ended)
      return []
    }
    guard !isStep || value != before else {
      refuse("\(item.entry.title) is already at its limit.")
      return []
    }
    let isNextStep = isStep && steppedKey == item.key
    steppedKey = isStep ? item.key : nil
    return request(value, key: item.key, .edit(extendsLast: isNextStep))
  }

  /// Removes the stored value of the selected key.
  mutating func reset() -> [Effect] {
    guard let item = selectedItem else {
      refuse("No key is selected.")
      return []
    }
    if let reason = refusal(toReset: item) {
      refuse(reason)
      return []
    }
    guard expectedValue(of: item) != nil else {
      refuse("\(item.entry.title) is not set.")
      return []
    }
    return request(nil, key: item.key, .reset)
  }

  /// Returns the selected item if it can be changed; otherwise sets a notice with the reason and
  /// returns nil.
  mutating func editableItem() -> Item? {
    guard let item = selectedItem else {
      refuse("No key is selected.")
      return nil
    }
    if let reason = refusal(toEdit: item) {
      refuse(reason)
      return nil
    }
    return item
  }

  /// Returns the sentence that says why an item cannot be edited; nil if it can.
  func refusal(toEdit item: Item) -> String? {
    if let reason = refusal(toReset: item) { return reason }
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
    if isReadOnly { return Self.readOnlyText }
    if item.isLocked { return "Locked by policy: nothing was changed." }
    guard !item.entry.isReadOnly else {
      return "The app itself sets \(item.entry.title): nothing was changed."
    }
    return item.disabledReason.map { "\($0) Nothing was changed." }
  }

  /// What every key press says that would change a value in a session that may not.
  static let readOnlyText: String = "Read-only: nothing was changed."

  /// Removes the effects that would change a value, and says why.
  ///
  /// Every command checks `isReadOnly` before it asks for something; this is for one that does not.
  mutating func refuseChanges(_ effects: inout [Effect]) {
    guard effects.contains(where: \.changesValues) else { return }
    effects.removeAll(where: \.changesValues)
    pendingWrites = [:]
    pendingRestores = 0
    refuse(Self.readOnlyText)
  }

  /// Returns the value that will be stored after all pending writes; nil if the key will be unset.
  func expectedValue(of item: Item) -> Defaults.StoredValue? {
    let key = suiteKey(item.key)
    if let pending = pendingWrites[key] { return pending.value }
    return stagedValue(of: item.key) ?? item.layers.value(in: scope)
  }

  /// Requests a write, and records it as pending; a nil value removes the stored one.
  mutating func request(
    _ value: Defaults.StoredValue?,
    key: Defaults.KeyName,
    _ purpose: WriteRequest.Purpose
  ) -> [Effect] {
    let count = pendingWrites[suiteKey(key)]?.count ?? 0
    pendingWrites[suiteKey(key)] = PendingWrite(count: count + 1, value: value, scope: scope)
    return [
      .write(
        WriteRequest(
          suiteName: document.suiteName,
          key: key,
          value: value,
          purpose: purpose,
          isStaged: isStaging,
          scope: scope
        )
      )
    ]
  }

  /// Returns whether an event must wait for the outcome of a request, or for the suite's values.
  ///
  /// Which keys an undo changes is known only from its outcome, so commands that read or change a
  /// value wait for it. Quitting waits for all outcomes, because a rejected write must still be
  /// shown. Before the suite's values have been read there is no key to act on, so all input waits.
  /// Pending writes delay nothing else, because the values are in `pendingWrites`.
  func shouldDefer(_ event: Event) -> Bool {
    guard !document.isLoading else { return true }
    guard isWaiting else { return false }
    if case .mouse(let event) = event { return shouldDefer(event) }
    if case .rightClick = event { return pendingRestores > 0 }
    guard case .key(let press) = event else { return false }
    switch mode {
    case .list:
      let action = bindings.action(for: press, in: .list)
      if action.flatMap(ManyCommand.init) != nil { return pendingRestores > 0 }
      switch action.flatMap(ListCommand.init) {
      case .quit: return press != .interrupt
      case .edit, .editExternally, .toggle, .stepUp, .stepDown, .reset, .undo, .redo, .suites,
        .settings, .back:
        return pendingRestores > 0
      default: return false
      }
    case .edit, .conflict, .difference, .picker, .everywhere, .plan, .history, .layers, .menu:
      return pendingRestores > 0
    case .viewer:
      let action = bindings.action(for: press, in: .viewer)
      return pendingRestores > 0 && action == KeyAction(ViewerCommand.edit)
    case .suitesPane:
      return pendingRestores > 0
    case .detailsPane, .filter, .help, .confirm, .allowUndeclared, .message:
      return false
    }
  }
}
