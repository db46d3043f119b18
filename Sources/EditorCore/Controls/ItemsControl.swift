import Defaults
import DefaultsSchema
import Terminal

/// Edits a list, a dictionary or a table: adds, removes, moves and renames items, and edits each with the
/// control of its kind.
///
/// While an item is being edited, `open` holds a control for it, which gets every event; so a list in a
/// dictionary works without further code. Closing an item's control parks its input in the item, and the
/// next opening shows it again. In nested values, Esc closes all open items at once, so the second Esc
/// always closes the whole edit. Saving a value that has parked input opens that input instead.
///
/// A new item with a name has two steps: the name is entered first, and then the value.
struct ItemsControl: Control {
  /// The item that is being edited, or its name.
  struct OpenItem: Sendable {
    /// What the control edits.
    enum Part: Hashable, Sendable {
      case name, value
    }

    /// The index of the item; for a new item, the index at which it is inserted when it is saved.
    var index: Int
    let isNew: Bool
    var name: Defaults.KeyName?
    var part: Part = .value
    var control: any Control
    /// Whether the control holds the input of an earlier edit of the item.
    var isParked: Bool = false
    /// Whether the item is a record of which one cell is edited.
    var isCell: Bool = false
    /// The value that a new item with a name shows first; nil for none.
    var template: Defaults.StoredValue?
  }

  let structure: any ItemStructure
  var edited: EditedValue
  /// The items that were shown first; nil if the value had another structure.
  let shown: [EditedItem]?
  var items: EditedItems
  /// The selected item and the scroll position.
  var cursor: ListCursor = ListCursor()
  /// The selected cell of a record; see `ItemsControl+Records`.
  var selectedColumn = 0
  /// The size at the last drawing.
  var size = Size(columns: 72, rows: 12)
  var open: OpenItem?
  /// The input for a new item that was closed without saving.
  var parkedAddition: OpenItem?
  /// Why the last key press changed nothing; nil if it did something.
  var refusal: String?

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

  // MARK: - The value

  private var isUnchanged: Bool {
    let shown = shown ?? structure.items(of: structure.value(of: [])) ?? []
    return items.count == shown.count
      && zip(items, shown).allSatisfy { $0.name == $1.name && $0.value == $1.value }
  }

  var isDirty: Bool {
    !isUnchanged || edited.isReplaced || open?.control.isDirty == true || parkedAddition != nil
      || items.contains { $0.parked != nil }
  }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    return structure.value(of: items)
  }

  /// The items, the parked input by index, and the input for a new item; an open item counts as closed.
  var input: Defaults.StoredValue {
    var closed = self
    if let open { closed.close(open) }
    var input: [Defaults.KeyName: Defaults.StoredValue] = [
      "items": structure.value(of: closed.items),
      "typed": .dictionary(
        closed.items.enumerated().reduce(into: [:]) { typed, item in
          typed[Defaults.KeyName("\(item.offset)")] = item.element.parked?.input
        }
      ),
    ]
    if let new = closed.parkedAddition {
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
    if case .dictionary(let typed) = input["typed"] {
      for index in items.indices {
        guard let kept = typed[Defaults.KeyName("\(index)")] else { continue }
        var control = control(at: index)
        if ControlCatalog.restore(kept, in: &control) { self.items.park(control, at: index) }
      }
    }
    selected = max(0, items.count - 1)
    guard let kept = input["new"] else { return true }
    add(after: true)
    if case .string(let name) = input["name"] { openValue(ofNewItemNamed: Defaults.KeyName(name)) }
    if var item = open, ControlCatalog.restore(kept, in: &item.control) { close(item) }
    open = nil
    return true
  }

  // MARK: - Input

  var keyMode: KeyMode {
    open?.control.keyMode
      ?? (structure.hasNames ? .members : structure.columns.isEmpty ? .items : .records)
  }

  var typedCharacters: String? { open?.control.typedCharacters }

  mutating func type(_ character: Character) -> ControlOutcome {
    guard var item = open else { return .ignored }
    refusal = nil
    let outcome = item.control.type(character)
    open = item
    return finish(outcome)
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    refusal = nil
    if var item = open {
      let outcome = item.control.perform(action)
      open = item
      return finish(outcome)
    }
    if let command = MoveCommand(action) {
      cursor.move(command)
      return .moved
    }
    guard let command = ItemsCommand(action) else {
      let outcome = ControlOutcome(action)
      return outcome == .commit && openParkedInput() ? .changed : outcome
    }
    switch command {
    case .edit: return editCell() ? .changed : .moved
    case .view, .rename, .addAfter, .addBefore, .nextCell, .previousCell, .mark:
      performWithoutChange(command)
      return .moved
    case .duplicate: duplicate()
    case .remove: remove()
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .undo: items.undo()
    case .redo: items.redo()
    }
    cursor.limit(to: items.count)
    return .changed
  }

  /// Performs a command that opens, selects or marks an item.
  private mutating func performWithoutChange(_ command: ItemsCommand) {
    switch command {
    case .view: edit()
    case .rename: rename()
    case .addAfter: add(after: true)
    case .addBefore: add(after: false)
    case .nextCell: selectedColumn = max(0, min(selectedColumn + 1, structure.columns.count - 1))
    case .previousCell: selectedColumn = max(0, selectedColumn - 1)
    case .mark: mark()
    case .edit, .duplicate, .remove, .moveDown, .moveUp, .undo, .redo: break
    }
  }

  /// Handles the outcome of the open item's control, and returns that of the whole value.
  private mutating func finish(_ outcome: ControlOutcome) -> ControlOutcome {
    guard let item = open else { return outcome }
    if item.isCell, hasEndedCell(item) {
      // If the record cannot be saved, it stays open as a whole.
      open?.isCell = false
      save(item)
      return .changed
    }
    switch outcome {
    case .commit:
      save(item)
      return .changed
    case .cancel:
      close(item)
      // In a nested value, the outer ones close their open items too.
      return edited.isItem ? .cancel : .moved
    case .useDefault, .useOriginal:
      var edited = item.control.edited
      edited.shown = outcome == .useDefault ? edited.defaultValue : edited.original
      open?.control = ControlCatalog.control(for: edited)
      open?.isParked = false
      return .moved
    case .unset:
      close(item)
      unset(at: item.index)
      return .changed
    case .changed:
      // The value does not have the input of an item before the item is saved.
      return .moved
    case .ignored, .moved, .readClock:
      return outcome
    }
  }

  var question: ControlQuestion? { open?.control.question }

  mutating func receive(_ answer: ControlAnswer) {
    open?.control.receive(answer)
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    if var item = open {
      let outcome = item.control.paste(text)
      open = item
      return outcome
    }
    do throws(Defaults.Rejection) {
      return try paste(items: pasted(text))
    } catch {
      return .rejected(error)
    }
  }

  mutating func handle(_ event: MouseEvent) -> ControlOutcome {
    if var item = open {
      var event = event
      event.row -= headerRows(size.rows)
      guard event.row >= 0 else { return .ignored }
      let outcome = item.control.handle(event)
      open = item
      return finish(outcome)
    }
    refusal = nil
    let lines = Rect(
      row: recordHeaderRows(size.rows),
      column: 0,
      columns: size.columns,
      rows: cursor.rows
    )
    let click = cursor.handle(event, in: lines)
    guard click != .ignored else { return .ignored }
    if click != .moved { selectCell(at: event.column) }
    return click == .chosen && editCell() ? .changed : .moved
  }
}
