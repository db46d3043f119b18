import Defaults
import DefaultsSchema
import Terminal

/// Edits a list: adds, removes and moves items, and edits each with the control of its kind.
///
/// An item that is edited is an ``OpenItem`` with a control of its own, which gets every event
/// while it is open; so a list in a list is edited the same way. Closing an item's control keeps
/// its input with the item, and the next opening shows it again. In a list in a list, Esc closes
/// all items at once, so the second Esc always closes the whole edit.
struct ListControl: Control {
  /// One item of the list.
  private struct Item {
    var value: Defaults.StoredValue
    /// The input that was not saved into the item; nil for none.
    var parked: (any Control)?
  }

  /// The item that is being edited.
  private struct OpenItem {
    /// The index of the item; for a new item, the index at which it is inserted when it is saved.
    var place: Int
    let isNew: Bool
    let edited: EditedValue
    var control: any Control
    /// Whether the control has input of an earlier, closed edit of the item.
    var isParked: Bool = false
  }

  private let kind: ValueKind
  private let limits: CollectionLimits
  private let edited: EditedValue
  /// The items that were shown first; nil if the value was no list.
  private let shown: [Defaults.StoredValue]?
  private var items: [Item]
  private var selected = 0
  private var scroll: Scroll = Scroll()
  private var open: OpenItem?
  /// The input for an item that was not added.
  private var parkedAddition: OpenItem?
  private var past: [[Item]] = []
  private var future: [[Item]] = []

  init(of kind: ValueKind, _ limits: CollectionLimits, _ edited: EditedValue) {
    self.kind = kind
    self.limits = limits
    self.edited = edited
    if case .array(let elements) = edited.shown { shown = elements } else { shown = nil }
    items = (shown ?? []).map { Item(value: $0) }
  }

  // MARK: - The value

  private var isAsShown: Bool { items.map(\.value) == shown ?? [] }

  var isDirty: Bool {
    !isAsShown || edited.isReplaced || open?.control.isDirty == true || parkedAddition != nil
      || items.contains { $0.parked != nil }
  }

  func value() throws(Defaults.Rejection) -> Defaults.StoredValue {
    if isAsShown, let shown = edited.shown { return shown }
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

  // MARK: - Input

  mutating func update(_ press: KeyPress) -> ControlOutcome {
    if var item = open {
      let outcome = item.control.update(press)
      open = item
      return finish(outcome)
    }
    guard let command = Keymap.items.command(for: press) else { return .ignored }
    switch command {
    case .next: selected += 1
    case .previous: selected -= 1
    case .pageDown: selected += 9
    case .pageUp: selected -= 9
    case .first: selected = 0
    case .last: selected = items.count
    case .edit: edit()
    case .addAfter: add(after: true)
    case .addBefore: add(after: false)
    case .remove: remove()
    case .moveDown: move(by: 1)
    case .moveUp: move(by: -1)
    case .undo: restore(from: \.past, to: \.future)
    case .redo: restore(from: \.future, to: \.past)
    case .pass(.commit): return openParkedInput() ? .changed : .commit
    case .pass(let outcome): return outcome
    }
    selected = max(0, min(selected, items.count - 1))
    return .changed
  }

  /// Handles what the open item's control returned.
  private mutating func finish(_ outcome: ControlOutcome) -> ControlOutcome {
    guard let item = open else { return outcome }
    switch outcome {
    case .commit:
      if let value = try? value(of: item) { save(value, item) }
      return .changed
    case .cancel:
      close(item)
      return edited.isItem ? .cancel : .changed
    case .useDefault, .useOriginal:
      var edited = item.edited
      edited.shown = outcome == .useDefault ? edited.defaultValue : edited.original
      let control = ControlCatalog.control(for: edited)
      open?.control = control
      open?.isParked = false
      return .changed
    case .ignored, .changed, .readClock, .help, .redraw, .suspend:
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
      remember()
      let place = items.isEmpty ? 0 : selected + 1
      items.insert(contentsOf: values.map { Item(value: $0) }, at: place)
      selected = place + values.count - 1
      return .inserted(dropped: 0)
    } catch {
      return .rejected(error)
    }
  }

  /// Parses pasted text as a JSON array of items, else each of its lines as an item.
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
    case .wheelUp: return update(KeyPress(.up))
    case .wheelDown: return update(KeyPress(.down))
    case .press, .doubleClick:
      let visible = visible(rows)
      guard event.row < visible.count else { return .ignored }
      selected = visible.lowerBound + event.row
      if event.action == .doubleClick { edit() }
      return .changed
    }
  }

  // MARK: - Items

  /// The kind of an item: that of the list, or that of the value if the list holds any values.
  private func kind(of value: Defaults.StoredValue?) -> ValueKind {
    guard case .any = kind, let value else { return kind }
    return .inferred(from: value)
  }

  /// The kind of an item that is added: if the list holds any values, that of the selected item.
  private var kindOfNewItems: ValueKind {
    kind(of: items.indices.contains(selected) ? items[selected].value : nil)
  }

  private mutating func edit() {
    guard items.indices.contains(selected) else { return add(after: true) }
    let value = items[selected].value
    let edited = EditedValue(
      kind: kind(of: value),
      unit: edited.unit,
      stored: value,
      original: value,
      shown: value,
      isItem: true
    )
    let control = items[selected].parked ?? ControlCatalog.control(for: edited)
    open = OpenItem(
      place: selected,
      isNew: false,
      edited: edited,
      control: control,
      isParked: items[selected].parked != nil
    )
  }

  /// Opens an item with input that was not saved, so that saving the list does not lose it.
  ///
  /// - Returns: false if no item has such input.
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
    let place = isAfter && !items.isEmpty ? selected + 1 : selected
    let edited = EditedValue(kind: kindOfNewItems, unit: edited.unit, isItem: true)
    let control = ControlCatalog.control(for: edited)
    var item =
      parkedAddition ?? OpenItem(place: place, isNew: true, edited: edited, control: control)
    item.place = place
    item.isParked = parkedAddition != nil
    open = item
    parkedAddition = nil
  }

  private mutating func save(_ value: Defaults.StoredValue, _ item: OpenItem) {
    open = nil
    selected = item.place
    if item.isNew {
      remember()
      items.insert(Item(value: value), at: item.place)
    } else {
      if items[item.place].value != value { remember() }
      items[item.place] = Item(value: value)
    }
  }

  private mutating func close(_ item: OpenItem) {
    open = nil
    let isKept = item.control.isDirty && item.control.isWorthParking
    if item.isNew {
      parkedAddition = isKept ? item : nil
    } else {
      items[item.place].parked = isKept ? item.control : nil
    }
  }

  private mutating func remove() {
    guard items.indices.contains(selected) else { return }
    remember()
    items.remove(at: selected)
  }

  private mutating func move(by distance: Int) {
    let target = selected + distance
    guard items.indices.contains(selected), items.indices.contains(target) else { return }
    remember()
    items.swapAt(selected, target)
    selected = target
  }

  private mutating func remember() {
    past.append(items)
    if past.count > 100 { past.removeFirst() }
    future = []
  }

  private mutating func restore(
    from source: WritableKeyPath<Self, [[Item]]>,
    to target: WritableKeyPath<Self, [[Item]]>
  ) {
    guard let last = self[keyPath: source].popLast() else { return }
    self[keyPath: target].append(items)
    items = last
  }

  // MARK: - Drawing

  /// The number of lines above the control of the open item.
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
      let add = Keymap.items.rows.first { $0.command == .addAfter }?.presses.first?.name ?? ""
      return ControlPicture(
        lines: [
          StyledLine(SafeText("no items: \(add) adds one").truncated(to: columns), role: .quiet)
        ],
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
        StyledLine(SafeText("\(name) \(item.place + 1) of \(count)\(note)"), role: .quiet),
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

  var keys: KeyHelp { open?.control.keys ?? Keymap.items.keyHelp }
}
