import DefaultsCore
import DefaultsSchema
import Terminal

/// Edits a list, a dictionary or a table: adds, removes, moves and renames items, and edits each with the
/// control of its kind.
///
/// While an item is being edited, `open` holds a control for it, which gets every event; so a list in a
/// dictionary works without further code. The levels of a nested value are steps of one edit: a finished
/// change of an item is in the value of every level at once, and the outcome `finished` passes through
/// all of them, so that the whole value can be stored from any depth. Closing an item goes up one level.
/// Text that was typed and not saved is kept in the item: the key that undoes reopens it if it is pressed
/// next, and later ``recall()`` shows it in place of the value.
///
/// A new item with a name has two steps: the name is entered first, and then the value.
struct ItemsControl: Control {
  let structure: any ItemStructure
  var edited: EditedValue
  /// The items that were shown first; nil if the value had another structure.
  private(set) var shown: [EditedItem]?
  var items: EditedItems
  /// The selected item and the scroll position.
  var cursor: ListCursor = ListCursor()
  /// The selected cell of a record; see `ItemsControl+Records`.
  var selectedColumn = 0
  /// The size at the last drawing.
  var size = Size(columns: 72, rows: 12)
  var open: OpenItem?
  /// A new item that was closed without saving.
  var keptAddition: OpenItem?
  /// The item that the last event has closed with input that was not saved; nil for none.
  var closed: OpenItem?
  /// Why the last key press changed nothing, as a sentence; nil if it did something.
  var refusal: String?
  /// Whether the last event has undone a change of this control's items.
  private var isUndone = false

  init(_ structure: any ItemStructure, _ edited: EditedValue) {
    self.structure = structure
    self.edited = edited
    shown = edited.shown.flatMap(structure.items)
    let items = shown ?? structure.items(of: structure.value(of: [])) ?? []
    self.items = EditedItems(structure.items(items, comparedWith: shown ?? []))
    selected = 0
  }

  /// The index of the selected item; 0 if there is none.
  var selected: Int {
    get { cursor.selected ?? 0 }
    set { cursor.select(newValue, of: items.count) }
  }

  var inner: (any Control)? {
    get { open?.control }
    set { if let newValue { open?.control = newValue } }
  }

  /// By its name, or in a list by the value that the item had when editing began, because its number may be
  /// another one there; by its number if that value is gone, and the number of items is the same.
  func innerPart(of value: Defaults.StoredValue) -> Defaults.StoredValue? {
    guard let open, !open.isNew, items.indices.contains(open.index) else { return nil }
    let item = items[open.index]
    if open.part == .name { return item.name.map { .string($0.string) } }
    switch value {
    case .dictionary(let members): return item.name.flatMap { members[$0] }
    case .array(let elements):
      guard case .value(let original?) = item.origin else { return nil }
      if elements.contains(original) { return original }
      return elements.count == items.count ? elements[open.index] : nil
    default: return nil
    }
  }

  // MARK: - The value

  private var isUnchanged: Bool {
    let shown = shown ?? structure.items(of: structure.value(of: [])) ?? []
    return items.count == shown.count
      && zip(items, shown).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }

  var isDirty: Bool { !isUnchanged || edited.isReplaced || open?.control.isDirty == true }

  var isWorthParking: Bool {
    guard let open, isUnchanged, !edited.isReplaced else { return isDirty }
    return open.control.isDirty && open.control.isWorthParking
  }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    return structure.value(of: items)
  }

  /// Whether the last event has undone a change, at any depth.
  var hasUndone: Bool { (open?.control as? Self)?.hasUndone ?? isUndone }

  /// Returns the value with the input of the open items, as Enter would store it.
  func valueWithInput() throws(Defaults.Rejection) -> Defaults.StoredValue {
    var taken = self
    taken.takeInput()
    return try taken.value()
  }

  private mutating func takeInput() {
    guard var item = open, item.part == .value else { return }
    if var inner = item.control as? Self {
      inner.takeInput()
      item.control = inner
    }
    take(item)
  }

  mutating func begin(with edited: EditedValue) {
    self.edited = edited
    shown = edited.shown.flatMap(structure.items)
    items.compare(with: shown ?? [], in: structure)
    if let open, open.part == .value, !open.isNew {
      self.open?.control.begin(with: open.control.edited.begun(with: items[open.index].value))
    }
  }

  var openParts: [EditedPart] {
    open.map { item in
      let part = EditedPart(
        title: label(of: item),
        help: item.part == .value ? structure.member(item.name)?.help ?? "" : "",
        edited: item.control.edited,
        wantedRows: item.control.wantedRows
      )
      return [part] + item.control.openParts
    } ?? []
  }

  // MARK: - Kept input

  var hasKeptInput: Bool {
    keptAddition != nil || items.hasKeptInput || open?.control.hasKeptInput == true
      || open.map { $0.isNew && $0.name != nil } == true
  }

  /// The control with the kept input of the open item; nil for none.
  private var keptControl: (any Control)? {
    guard let open, !open.isNew, let kept = items[open.index].kept, kept.part == open.part,
      !kept.control.hasKeptInput
    else { return nil }
    return kept.control
  }

  var keptText: String? { open?.control.keptText ?? keptControl?.editedText.text }

  /// The text that was typed in a closed item, at any depth; nil if there is none.
  var typedText: String? {
    guard let kept = (keptAddition ?? items.firstKept.flatMap { items[$0].kept })?.control else {
      return nil
    }
    return kept.openItems.map(\.typedText) ?? kept.editedText.text
  }

  /// Opens the item in which something was typed and not saved, at any depth.
  mutating func openKept() {
    guard open == nil else { return }
    if keptAddition != nil {
      add(after: true)
    } else if let index = items.firstKept {
      selected = index
      if items[index].kept?.part == .name { rename() } else { edit() }
      _ = recall()
    }
    open?.control.openItems?.openKept()
  }

  mutating func recall() -> Bool {
    guard let open else { return false }
    if inner?.recall() == true { return true }
    guard var control = keptControl else { return false }
    // The value of the item may have changed since.
    control.edited.stored = open.control.edited.stored
    control.edited.original = open.control.edited.original
    self.open?.control = control
    return true
  }

  /// The items, the kept input and names by index, and the input for a new item; an open item counts as
  /// closed.
  var input: Defaults.StoredValue {
    var closed = self
    if let open { closed.close(open) }
    func kept(_ part: OpenItem.Part) -> Defaults.StoredValue {
      .dictionary(
        closed.items.enumerated().reduce(into: [:]) { kept, item in
          guard let input = item.element.kept, input.part == part else { return }
          kept[Defaults.KeyName("\(item.offset)")] = input.control.input
        }
      )
    }
    var input: [Defaults.KeyName: Defaults.StoredValue] = [
      "items": structure.value(of: closed.items), "typed": kept(.value), "names": kept(.name),
    ]
    if let new = closed.keptAddition {
      input["new"] = new.control.input
      input["name"] = new.name.map { .string($0.string) }
    }
    return .dictionary(input)
  }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    if case .string(let text) = input { return replaceText(by: text) }
    guard case .dictionary(let input) = input, let values = input["items"],
      let items = structure.items(of: values)
    else { return false }
    self.items = EditedItems(structure.items(items, comparedWith: shown ?? []))
    restore(input["typed"]) { $0.edit() }
    restore(input["names"]) { $0.rename() }
    selected = self.items.firstKept ?? max(0, items.count - 1)
    guard let kept = input["new"] else { return true }
    add(after: true)
    if case .string(let name) = input["name"] { openValue(ofNewItemNamed: Defaults.KeyName(name)) }
    if var item = open, ControlCatalog.restore(kept, in: &item.control) { close(item) }
    (open, closed) = (nil, nil)
    return true
  }

  /// Restores kept input by index, in the items that `opening` opens.
  private mutating func restore(
    _ inputs: Defaults.StoredValue?,
    opening: (inout ItemsControl) -> Void
  ) {
    guard case .dictionary(let inputs) = inputs else { return }
    for index in items.indices {
      guard let input = inputs[Defaults.KeyName("\(index)")] else { continue }
      selected = index
      opening(&self)
      guard var item = open, ControlCatalog.restore(input, in: &item.control) else { continue }
      items.keep(item, at: index)
    }
    (open, refusal) = (nil, nil)
  }

  // MARK: - Input

  var keyMode: KeyMode {
    open?.control.keyMode
      ?? (structure.hasNames ? .members : structure.columns.isEmpty ? .items : .records)
  }

  /// Passes an event to the control of the open item, and handles its outcome.
  private mutating func pass(_ event: (inout any Control) -> ControlOutcome) -> ControlOutcome {
    guard var item = open else { return .ignored }
    let outcome = event(&item.control)
    open = item
    let result = finish(outcome, item)
    return refused ?? result
  }

  /// The outcome of a key press that was refused.
  private var refused: ControlOutcome? { refusal.map { .refused($0) } }

  mutating func type(_ character: Character) -> ControlOutcome {
    guard open != nil else { return .ignored }
    (refusal, closed, isUndone) = (nil, nil, false)
    return pass { $0.type(character) }
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    let reopened = closed
    (refusal, closed, isUndone) = (nil, nil, false)
    if open != nil { return pass { $0.perform(action) } }
    if let command = MoveCommand(action) {
      cursor.move(command)
      return .moved
    }
    if SecretCommand(action) == .showSecret {
      showSecret(action)
      return refused ?? .moved
    }
    guard let command = ItemsCommand(action) else {
      let outcome = ControlOutcome(action)
      return outcome == .commit ? .commitAll : outcome
    }
    if command == .undo, let reopened {
      reopen(reopened)
      return .moved
    }
    let hasChanged = perform(command)
    cursor.limit(to: items.count)
    if let refused { return refused }
    return hasChanged ? .finished : .moved
  }

  /// Performs a command on the items, and returns whether the value changed.
  private mutating func perform(_ command: ItemsCommand) -> Bool {
    switch command {
    case .edit: return editCell()
    case .toggle: return toggle()
    case .duplicate: return duplicate()
    case .remove: return remove()
    case .moveDown: return move(by: 1)
    case .moveUp: return move(by: -1)
    case .undo:
      isUndone = items.undo()
      if isUndone { return true }
      refusal = "There is nothing to undo in here."
    case .redo:
      guard !items.redo() else { return true }
      refusal = "There is nothing to redo in here."
    case .view: edit()
    case .descend: descend()
    case .rename: rename()
    case .addAfter: add(after: true)
    case .addBefore: add(after: false)
    case .nextCell: selectedColumn = max(0, min(selectedColumn + 1, structure.columns.count - 1))
    case .previousCell: selectedColumn = max(0, selectedColumn - 1)
    case .mark: mark()
    }
    return false
  }

  /// Handles the outcome of the open item's control, and returns that of the whole value.
  private mutating func finish(_ outcome: ControlOutcome, _ item: OpenItem) -> ControlOutcome {
    switch outcome {
    case .commit:
      return save(item)
    case .finished, .commitAll:
      take(item)
      if item.isLeftCell { open = nil }
      return outcome
    case .cancel, .goUp:
      close(item)
      return .moved
    case .reset:
      return reset(item)
    case .unset:
      return unset(item) ? .finished : .moved
    case .changed, .moved:
      // The value does not have the input of an item before the item is saved.
      if item.isLeftCell { close(item) }
      return .moved
    case .refused:
      if item.isLeftCell { close(item) }
      return outcome
    case .ignored, .readClock:
      return outcome
    }
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    (refusal, closed, isUndone) = (nil, nil, false)
    if var item = open {
      let outcome = item.control.paste(text)
      open = item
      if outcome == .finished { take(item) }
      return outcome
    }
    do throws(Defaults.Rejection) {
      return try paste(items: pasted(text))
    } catch {
      return .rejected(error)
    }
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    (refusal, closed, isUndone) = (nil, nil, false)
    if open != nil { return pass { $0.handle(event) } }
    let lines = Rect(
      row: recordHeaderRows(size.rows),
      column: 0,
      columns: size.columns,
      rows: cursor.rows
    )
    let click = cursor.handle(event, in: lines)
    guard click != .ignored else { return .ignored }
    if click != .moved { selectCell(at: event.column) }
    return click == .chosen && editCell() ? .finished : .moved
  }
}
