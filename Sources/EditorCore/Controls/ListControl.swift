import Defaults
import DefaultsSchema
import Terminal

/// Edits a list: adds, removes and moves items, and edits each with the control of its kind.
///
/// While an item is being edited, `open` holds a control for it, which gets every event; so a list in a
/// list works without further code. Closing an item's control parks its input in the item, and the next
/// opening shows it again. In nested lists, Esc closes all open items at once, so the second Esc always
/// closes the whole edit. Saving a list that has parked input opens that input instead.
struct ListControl: Control {
  /// The item that is being edited.
  private struct OpenItem {
    /// The index of the item; for a new item, the index at which it is inserted when it is saved.
    var index: Int
    let isNew: Bool
    let edited: EditedValue
    var control: any Control
    /// Whether the control holds the input of an earlier edit of the item.
    var isParked: Bool = false
  }

  private let kind: ValueKind
  private let limits: CollectionLimits
  private let edited: EditedValue
  /// The items that were shown first; nil if the value was not a list.
  private let shown: [Defaults.StoredValue]?
  private var items: ListItems
  private var selected = 0
  private var scroll: Scroll = Scroll()
  private var open: OpenItem?
  /// The input for a new item that was closed without saving.
  private var parkedAddition: OpenItem?

  init(of kind: ValueKind, _ limits: CollectionLimits, _ edited: EditedValue) {
    self.kind = kind
    self.limits = limits
    self.edited = edited
    if case .array(let elements) = edited.shown { shown = elements } else { shown = nil }
    items = ListItems(shown ?? [])
  }

  // MARK: - The value

  private var isUnchanged: Bool { items.map(\.value) == shown ?? [] }

  var isDirty: Bool {
    !isUnchanged || edited.isReplaced || open?.control.isDirty == true || parkedAddition != nil
      || items.contains { $0.parked != nil }
  }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isUnchanged, let shown = edited.shown { return shown }
    return .array(items.map(\.value))
  }

  /// Returns the value of the open item.
  ///
  /// - Throws: the reason why it cannot be saved into the list.
  private func value(of open: OpenItem) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let value = try open.control.value()
    try kind.validate(value)
    return value
  }

  /// The items, the parked input by index, and the input for a new item; an open item counts as closed.
  var input: Defaults.StoredValue {
    var closed = self
    if let open { closed.close(open) }
    var input: [Defaults.KeyName: Defaults.StoredValue] = [
      "items": .array(closed.items.map(\.value)),
      "typed": .dictionary(
        closed.items.enumerated().reduce(into: [:]) { typed, item in
          typed[Defaults.KeyName("\(item.offset)")] = item.element.parked?.input
        }
      ),
    ]
    input["new"] = closed.parkedAddition?.control.input
    return .dictionary(input)
  }

  mutating func restore(_ input: Defaults.StoredValue) -> Bool {
    guard case .dictionary(let input) = input, case .array(let values) = input["items"] else {
      return false
    }
    items = ListItems(values)
    if case .dictionary(let typed) = input["typed"] {
      for index in items.indices {
        guard let kept = typed[Defaults.KeyName("\(index)")] else { continue }
        var control = control(at: index)
        if control.restore(kept) { items.park(control, at: index) }
      }
    }
    selected = max(0, items.count - 1)
    guard let kept = input["new"] else { return true }
    add(after: true)
    if let item = open, open?.control.restore(kept) == true { close(open ?? item) }
    open = nil
    return true
  }

  // MARK: - Input

  var keyMode: KeyMode { open?.control.keyMode ?? .items }

  var typedCharacters: String? { open?.control.typedCharacters }

  mutating func type(_ character: Character) -> ControlOutcome {
    guard var item = open else { return .ignored }
    let outcome = item.control.type(character)
    open = item
    return finish(outcome)
  }

  mutating func perform(_ action: KeyAction) -> ControlOutcome {
    if var item = open {
      let outcome = item.control.perform(action)
      open = item
      return finish(outcome)
    }
    if let command = MoveCommand(action) {
      selected = command.moved(selected, count: items.count) ?? 0
      return .changed
    }
    guard let command = ItemsCommand(action) else {
      let outcome = ControlOutcome(action)
      return outcome == .commit && openParkedInput() ? .changed : outcome
    }
    switch command {
    case .edit: edit()
    case .addAfter: add(after: true)
    case .addBefore: add(after: false)
    case .remove: remove()
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .undo: items.undo()
    case .redo: items.redo()
    }
    selected = max(0, min(selected, items.count - 1))
    return .changed
  }

  /// Handles the outcome of the open item's control, and returns that of the list.
  private mutating func finish(_ outcome: ControlOutcome) -> ControlOutcome {
    guard let item = open else { return outcome }
    switch outcome {
    case .commit:
      if let value = try? value(of: item) { save(value, item) }
      return .changed
    case .cancel:
      close(item)
      // In a nested list, the outer lists close their open items too.
      return edited.isItem ? .cancel : .changed
    case .useDefault, .useOriginal:
      var edited = item.edited
      edited.shown = outcome == .useDefault ? edited.defaultValue : edited.original
      let control = ControlCatalog.control(for: edited)
      open?.control = control
      open?.isParked = false
      return .changed
    case .ignored, .changed, .readClock:
      return outcome
    }
  }

  mutating func paste(_ text: String) -> PasteOutcome {
    if var item = open {
      let outcome = item.control.paste(text)
      open = item
      return outcome
    }
    do throws(Defaults.Rejection) {
      let values = try pasted(text)
      guard !values.isEmpty else { return .ignored }
      let index = items.isEmpty ? 0 : selected + 1
      items.insert(values, at: index)
      selected = index + values.count - 1
      return .inserted(dropped: 0)
    } catch {
      return .rejected(error)
    }
  }

  /// Parses pasted text as a JSON array of items; otherwise parses each line as an item.
  private func pasted(_ text: String) throws(Defaults.Rejection) -> [Defaults.StoredValue] {
    if let json = try? JSONValue(parsing: text), case .array = json {
      guard case .array(let values) = try edited.kind.value(from: json) else { return [] }
      return values
    }
    var values: [Defaults.StoredValue] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let value = try kindOfNewItems.parse(String(line))
      try kind.validate(value)
      values.append(value)
    }
    return values
  }

  mutating func handle(_ event: MouseEvent, columns: Int, rows: Int) -> ControlOutcome {
    if var item = open {
      var event = event
      let header = headerRows(rows)
      event.row -= header
      guard event.row >= 0 else { return .ignored }
      let outcome = item.control.handle(event, columns: columns, rows: max(1, rows - header - 1))
      open = item
      return finish(outcome)
    }
    switch event.action {
    case .wheelUp: return perform(KeyAction(MoveCommand.previous))
    case .wheelDown: return perform(KeyAction(MoveCommand.next))
    case .press, .doubleClick:
      let visible = visible(rows)
      guard event.row < visible.count else { return .ignored }
      selected = visible.lowerBound + event.row
      if event.action == .doubleClick { edit() }
      return .changed
    }
  }

  // MARK: - Items

  /// Returns the kind of an item; if the list accepts values of any kind, that of the value.
  private func kind(of value: Defaults.StoredValue?) -> ValueKind {
    guard case .any = kind, let value else { return kind }
    return .inferred(from: value)
  }

  /// The kind of a new item; if the list accepts values of any kind, that of the selected item.
  private var kindOfNewItems: ValueKind {
    kind(of: items.indices.contains(selected) ? items[selected].value : nil)
  }

  private mutating func edit() {
    guard items.indices.contains(selected) else { return add(after: true) }
    open = OpenItem(
      index: selected,
      isNew: false,
      edited: edited(at: selected),
      control: items[selected].parked ?? control(at: selected),
      isParked: items[selected].parked != nil
    )
  }

  private func edited(at index: Int) -> EditedValue {
    let value = items[index].value
    return EditedValue(
      kind: kind(of: value),
      unit: edited.unit,
      stored: value,
      original: value,
      shown: value,
      isItem: true
    )
  }

  private func control(at index: Int) -> any Control {
    ControlCatalog.control(for: edited(at: index))
  }

  /// Opens the first item with parked input, so that saving the list does not lose the input.
  ///
  /// - Returns: false if no item has parked input.
  private mutating func openParkedInput() -> Bool {
    if parkedAddition != nil {
      add(after: true)
    } else if let index = items.firstIndex(where: { $0.parked != nil }) {
      selected = index
      edit()
    } else {
      return false
    }
    return true
  }

  private mutating func add(after isAfter: Bool) {
    let index = isAfter && !items.isEmpty ? selected + 1 : selected
    let edited = EditedValue(kind: kindOfNewItems, unit: edited.unit, isItem: true)
    let control = ControlCatalog.control(for: edited)
    var item =
      parkedAddition ?? OpenItem(index: index, isNew: true, edited: edited, control: control)
    item.index = index
    item.isParked = parkedAddition != nil
    open = item
    parkedAddition = nil
  }

  private mutating func save(_ value: Defaults.StoredValue, _ item: OpenItem) {
    open = nil
    selected = item.index
    if item.isNew {
      items.insert([value], at: item.index)
    } else {
      items.replace(at: item.index, by: value)
    }
  }

  private mutating func close(_ item: OpenItem) {
    open = nil
    let isKept = item.control.isDirty && item.control.isWorthParking
    if item.isNew {
      parkedAddition = isKept ? item : nil
    } else {
      items.park(isKept ? item.control : nil, at: item.index)
    }
  }

  private mutating func remove() {
    guard items.indices.contains(selected) else { return }
    items.remove(at: selected)
  }

  private mutating func move(by distance: Int) {
    let target = selected + distance
    guard items.indices.contains(selected), items.indices.contains(target) else { return }
    items.swapAt(selected, target)
    selected = target
  }

  // MARK: - Drawing

  /// Returns the number of lines above the control of the open item.
  private func headerRows(_ rows: Int) -> Int { rows >= 3 ? 1 : 0 }

  private func visible(_ rows: Int) -> Range<Int> {
    let room = items.count + 1 <= rows || rows < 4 ? rows : rows - 1
    return scroll.visible(containing: selected, of: items.count, rows: room)
  }

  mutating func scroll(columns: Int, rows: Int) {
    let room = max(1, rows - headerRows(rows) - 1)
    open?.control.scroll(columns: columns, rows: room)
    scroll.show(selected, of: items.count, rows: visible(rows).count)
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    if let item = open { return render(item, columns: columns, rows: rows) }
    guard !items.isEmpty else {
      return ControlPicture(
        lines: [StyledLine(SafeText("no items").truncated(to: columns), role: .quiet)],
        cursor: (line: 0, column: 0)
      )
    }
    let visible = visible(rows)
    var lines = visible.map { line(at: $0, columns: columns) }
    if lines.count < items.count, lines.count < rows {
      let hidden = "  … \(visible.lowerBound + 1)–\(visible.upperBound) of \(items.count)"
      lines.append(StyledLine(SafeText(hidden), role: .quiet))
    }
    return ControlPicture(lines: lines, cursor: (line: selected - visible.lowerBound, column: 0))
  }

  private func line(at index: Int, columns: Int) -> StyledLine {
    let item = items[index]
    let width = String(items.count).count
    let number = String(index + 1)
    let mark = item.parked == nil ? " " : Mark.parked.glyph
    let blanks = String(repeating: " ", count: width - number.count)
    let text = ValueText.display(item.value, as: kind(of: item.value), unit: edited.unit)
    let start = "\(index == selected ? ">" : " ")\(mark)\(blanks)\(number)  "
    return StyledLine(
      (SafeText(start) + SafeText(text, limit: columns)).truncated(to: columns),
      isSelected: index == selected
    )
  }

  private func render(_ item: OpenItem, columns: Int, rows: Int) -> ControlPicture {
    let header = headerRows(rows)
    var picture = item.control.render(columns: columns, rows: max(1, rows - header - 1))
    if header > 0 {
      let count = items.count + (item.isNew ? 1 : 0)
      let name = item.isNew ? "new item" : "item"
      let note = item.isParked ? ", not saved yet" : ""
      picture.lines.insert(
        StyledLine(SafeText("\(name) \(item.index + 1) of \(count)\(note)"), role: .quiet),
        at: 0
      )
      picture.cursor?.line += header
    }
    if picture.lines.count < rows, item.control.isDirty {
      do throws(Defaults.Rejection) {
        _ = try value(of: item)
      } catch {
        picture.lines.append(
          StyledLine(SafeText("! \(error)").truncated(to: columns), role: .warning)
        )
      }
    }
    return picture
  }
}
