import DefaultsCore
import DefaultsSchema

// The changes of the items.
extension ItemsControl {
  // MARK: - Kinds and controls

  /// Returns the kind of an item; if items can have values of any kind, that of the value.
  func kind(of value: Defaults.StoredValue?, named name: Defaults.KeyName?) -> ValueKind {
    let kind = structure.kind(ofItemNamed: name)
    guard case .any = kind, let value else { return kind }
    return .inferred(from: value)
  }

  /// The value whose kind a new item of a list gets if items can have values of any kind.
  var sample: Defaults.StoredValue? {
    !structure.hasNames && items.indices.contains(selected) ? items[selected].value : nil
  }

  /// Returns the control for the value of an item.
  func control(at index: Int) -> any Control {
    let item = items[index]
    let member = structure.member(item.name)
    let fallback = inherited(item.name) ?? member?.defaultValue
    let edited = EditedValue(
      kind: kind(of: item.value ?? fallback, named: item.name),
      unit: edited.unit,
      defaultValue: fallback,
      isItem: true,
      isOptional: member?.isRequired == false,
      isSecret: member?.isSecret == true,
      clock: edited.clock
    )
    return ControlCatalog.control(for: edited.begun(with: item.value))
  }

  /// Returns the control for the value of a new item, which begins with a template.
  private func newControl(
    of kind: ValueKind,
    like template: Defaults.StoredValue? = nil
  ) -> any Control {
    var new = EditedValue(kind: kind, unit: edited.unit, isItem: true, clock: edited.clock)
    new.shown = template
    return ControlCatalog.control(for: new)
  }

  /// Returns what an item with a name has in the default of the whole value; nil for nothing.
  private func inherited(_ name: Defaults.KeyName?) -> Defaults.StoredValue? {
    guard let name, let whole = edited.defaultValue else { return nil }
    return structure.items(of: whole)?.first { $0.name == name }?.value
  }

  /// Returns the value of the open item, or its name.
  ///
  /// - Throws: the reason why it cannot be saved.
  func value(of open: OpenItem) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let value = try open.control.value()
    switch open.part {
    case .value:
      try structure.kind(ofItemNamed: open.name).validate(value)
    case .name:
      guard case .string(let text) = value, !text.isEmpty || open.name?.string == "" else {
        throw .refused(value: "\"\"", reason: "a name is needed")
      }
      let name = Defaults.KeyName(text)
      if items.enumerated().contains(where: { $1.name == name && (open.isNew || $0 != open.index) })
      {
        throw .refused(value: text, reason: "another item has this name")
      }
      if !structure.allowsOtherNames, structure.member(name) == nil {
        throw .unknownMember(text, known: items.compactMap { $0.name?.string })
      }
    }
    return value
  }

  // MARK: - Opening

  mutating func edit() {
    guard items.indices.contains(selected) else { return add(after: true) }
    let item = items[selected]
    var control = control(at: selected)
    // An item that was closed with kept input of its own items has the same value, and this input.
    if let kept = item.kept?.control, kept.hasKeptInput { control = kept }
    open = OpenItem(index: selected, isNew: false, name: item.name, control: control)
  }

  /// Opens the selected item if it is a list, a dictionary or a table.
  mutating func descend() {
    guard items.indices.contains(selected), KeyMode.ofItems.contains(control(at: selected).keyMode)
    else { return }
    edit()
  }

  /// Opens an item again that was closed without saving, with what was typed.
  mutating func reopen(_ item: OpenItem) {
    open = item
    if item.isNew { keptAddition = nil }
    guard item.isCell, var record = item.control as? Self, let cell = record.closed else { return }
    record.closed = nil
    record.reopen(cell)
    open?.control = record
  }

  /// Opens the name of the selected item.
  mutating func rename() {
    guard structure.hasNames, items.indices.contains(selected), let name = items[selected].name
    else { return }
    guard structure.member(name) == nil else {
      refusal = "The schema gives this name; it cannot be changed."
      return
    }
    openName(at: selected, isNew: false, .string(name.string))
  }

  /// Inserts copies of the marked items, or of the selected one, after them; a copy of an item with a
  /// name gets another name first.
  ///
  /// - Returns: whether the value changed.
  mutating func duplicate() -> Bool {
    guard items.indices.contains(selected), let value = items[selected].value else { return false }
    guard structure.hasNames else {
      let copies = chosen.map { EditedItem(value: items[$0].value) }
      let index = (chosen.last ?? selected) + 1
      items.insert(copies, at: index)
      selected = index
      return true
    }
    guard structure.allowsOtherNames else {
      refusal = "The schema allows no other members."
      return false
    }
    openName(at: selected + 1, isNew: true, items[selected].name.map { .string($0.string) })
    open?.template = value
    return false
  }

  mutating func add(after isAfter: Bool) {
    let index = isAfter && !items.isEmpty ? selected + 1 : selected
    if var addition = keptAddition {
      keptAddition = nil
      addition.index = index
      open = addition
    } else if structure.hasNames {
      guard structure.allowsOtherNames else {
        refusal = "The schema allows no other members."
        return
      }
      openName(at: index, isNew: true, nil)
    } else {
      let control = newControl(of: kind(of: sample, named: nil))
      open = OpenItem(index: index, isNew: true, control: control)
    }
  }

  private mutating func openName(at index: Int, isNew: Bool, _ name: Defaults.StoredValue?) {
    let edited = EditedValue(kind: .string(TextLimits()), isItem: true).begun(with: name)
    let control = ControlCatalog.control(for: edited)
    open = OpenItem(index: index, isNew: isNew, part: .name, control: control)
  }

  /// Opens the value of a new item, which begins with the template, after its name was entered.
  mutating func openValue(
    ofNewItemNamed name: Defaults.KeyName,
    like template: Defaults.StoredValue? = nil
  ) {
    let control = newControl(of: kind(of: template, named: name), like: template)
    open = OpenItem(index: place(of: name), isNew: true, name: name, control: control)
  }

  // MARK: - Closing

  /// Saves the input of the open item into the value; input that is not valid stays open.
  mutating func save(_ item: OpenItem) -> ControlOutcome {
    // Nothing was entered for a member that is not stored: that need not be a valid value.
    let edited = item.control.edited
    if item.part == .value, !item.isNew, item.name != nil, edited.stored == nil,
      !item.control.isDirty
    {
      if let member = structure.member(item.name), member.isRequired {
        let kind = ValueText.kind(member.kind)
        refusal = "Nothing was entered. \(member.title) is required: \(kind)."
        return .moved
      }
      close(item)
      refusal = "Nothing was entered: \(title(of: item)) stays unset."
      return .moved
    }
    let value: Defaults.StoredValue
    do throws(Defaults.Rejection) {
      value = try self.value(of: item)
    } catch {
      refusal = "Not saved: \(structure.text(of: error, inItemNamed: item.name))".ended
      return .moved
    }
    open = nil
    guard item.part == .name, case .string(let text) = value else { return store(value, in: item) }
    let name = Defaults.KeyName(text)
    if item.isNew {
      openValue(ofNewItemNamed: name, like: item.template)
      return .moved
    }
    guard items[item.index].name != name else { return .moved }
    let place = place(of: name, without: item.index)
    items.rename(at: item.index, to: name, movingTo: place)
    selected = place
    return .finished
  }

  /// Puts the present value of an open list, dictionary or table into the items.
  mutating func take(_ item: OpenItem) {
    guard let value = try? item.control.value() else { return }
    _ = store(value, in: item)
    open?.isNew = false
  }

  /// Puts a value into the items.
  private mutating func store(_ value: Defaults.StoredValue, in item: OpenItem) -> ControlOutcome {
    if item.isNew {
      items.insert([EditedItem(name: item.name, value: value)], at: item.index)
    } else {
      items.replace(at: item.index, by: value)
    }
    selected = item.index
    return .finished
  }

  /// Closes the open item.
  ///
  /// Input that is not in the value is kept: in the item, or as the next new one.
  mutating func close(_ item: OpenItem) {
    var item = item
    // What is open inside it is closed first, so that its text is kept input of the item.
    if var inner = item.control as? Self, let part = inner.open {
      inner.close(part)
      item.control = inner
    }
    open = nil
    if item.control is SecretControl, item.control.isDirty, !isInValue(item) {
      refusal = "\(title(of: item)) is secret: the input is not kept."
    }
    let isTyped = item.control.isDirty && item.control.isWorthParking && !isInValue(item)
    // The name of a new item was entered before.
    guard isTyped || item.control.hasKeptInput || item.isNew && item.name != nil else { return }
    closed = item
    if item.isNew {
      keptAddition = item
    } else {
      items.keep(item, at: item.index)
    }
  }

  /// Returns whether the items have what an open item has.
  func isInValue(_ item: OpenItem) -> Bool {
    !item.isNew && item.part == .value
      && items[item.index].value == (try? item.control.value())
  }

  /// Performs the next step of a reset of the open item; the outcome is for the whole value.
  mutating func reset(_ item: OpenItem) -> ControlOutcome {
    if let edited = item.control.editedAfterReset {
      open?.control = ControlCatalog.control(for: edited)
      return .moved
    }
    // To remove the item would make the whole value differ from the default.
    guard item.part == .name || inherited(item.name) == nil else {
      refusal = "\(title(of: item)) has its default already."
      return .moved
    }
    return unset(item) ? .finished : .moved
  }

  /// Unsets an open member that the schema declares, and closes it; other items cannot be unset.
  ///
  /// - Returns: whether the value changed.
  mutating func unset(_ item: OpenItem) -> Bool {
    guard item.part == .value, !item.isNew, structure.member(item.name) != nil else {
      refusal = "An item cannot be unset. It can be removed."
      return false
    }
    guard items[item.index].value != nil else {
      refusal = "\(title(of: item)) is not set."
      return false
    }
    open = nil
    items.replace(at: item.index, by: nil)
    return true
  }

  func title(of item: OpenItem) -> String {
    structure.member(item.name)?.title ?? item.name?.string ?? "item \(item.index + 1)"
  }

  // MARK: - Changes

  /// The indices of the marked items; without marks, that of the selected one.
  private var chosen: [Int] {
    let marked = items.marked
    return marked.isEmpty && items.indices.contains(selected) ? [selected] : marked
  }

  /// Marks the selected item, or removes its mark, and selects the next one.
  mutating func mark() {
    guard items.indices.contains(selected) else { return }
    items.toggleMark(at: selected)
    selected += 1
  }

  /// Removes the marked items, or the selected one; a member that the schema declares is unset instead.
  ///
  /// - Returns: whether the value changed.
  mutating func remove() -> Bool {
    let indices = chosen
    guard let first = indices.first else { return false }
    let structure = structure
    items.remove(at: indices) { structure.member($0.name) != nil }
    if indices.count > 1 { selected = first }
    return true
  }

  /// Moves the marked items, or the selected one, by one place; returns whether the value changed.
  mutating func move(by distance: Int) -> Bool {
    let movesSelected = chosen.contains(selected)
    guard items.move(at: chosen, by: distance) else { return false }
    if movesSelected { selected += distance }
    return true
  }

  /// Returns the index for an item with a name: after the declared members, by name.
  func place(of name: Defaults.KeyName, without index: Int? = nil) -> Int {
    let others = items.enumerated().compactMap { $0 == index ? nil : $1.name }
    let declared = others.filter { structure.member($0) != nil }
    let sorted = (others.filter { structure.member($0) == nil } + [name]).inTitleOrder
    return declared.count + (sorted.firstIndex(of: name) ?? 0)
  }
}
