import Defaults
import DefaultsSchema
import Terminal

extension EditorState {
  // MARK: - From the list

  mutating func edit() -> [Effect] {
    if case .section(let section) = selection {
      toggleFold(section)
      return []
    }
    guard let item = editableItem() else { return [] }
    if case .bool = item.entry.kind { return toggle() }
    let control = ControlCatalog.control(for: item.entry)
    let value = item.stored ?? item.valueWhenReset
    open(OpenEdit(key: item.key, draft: control.draft(for: value), base: item.stored))
    return []
  }

  mutating func toggle() -> [Effect] {
    guard let item = editableItem() else { return [] }
    guard case .bool = item.entry.kind else {
      refuse("Space toggles only a Bool. Enter edits.")
      return []
    }
    return press(.character(" "), on: item, isStep: false)
  }

  mutating func step(_ press: KeyPress) -> [Effect] {
    guard let item = editableItem() else { return [] }
    switch item.entry.kind {
    case .integer, .real:
      return self.press(press, on: item, isStep: true)
    case .bool, .string, .choice, .choices, .date, .data, .url, .path, .color, .list, .dictionary,
      .table, .alternatives, .json, .any:
      refuse("+ and - step only numbers. Enter edits.")
      return []
    }
  }

  /// Lets the item's control take one key press and stores what comes out of it.
  private mutating func press(_ press: KeyPress, on item: Item, isStep: Bool) -> [Effect] {
    let control = ControlCatalog.control(for: item.entry)
    var draft = control.draft(for: item.value)
    guard control.update(&draft, with: press) != .ignored,
      let value = try? control.parse(draft)
    else { return [] }
    guard !isStep || value != item.value else {
      refuse("\(item.entry.title) is at its bound already.")
      return []
    }
    let isNextStep = isStep && steppedKey == item.key
    steppedKey = isStep ? item.key : nil
    return write(value, to: item, .edit(extendsLast: isNextStep))
  }

  mutating func reset() -> [Effect] {
    guard let item = editableItem() else { return [] }
    guard item.stored != nil else {
      refuse("\(item.entry.title) is not set.")
      return []
    }
    return write(nil, to: item, .reset)
  }

  /// The selected item if it may be changed; says why when it may not.
  private mutating func editableItem() -> Item? {
    guard let item = selectedItem else {
      refuse("No key is selected.")
      return nil
    }
    guard !item.isLocked else {
      refuse("Locked by policy: nothing was changed.")
      return nil
    }
    guard !item.entry.isReadOnly else {
      refuse("The app itself sets \(item.entry.title): nothing was changed.")
      return nil
    }
    guard item.isDeclared || editsUndeclaredKeys else {
      refuse("No schema describes this key. f allows editing it as \(item.entry.kind.name).")
      return nil
    }
    return item
  }

  func write(
    _ value: Defaults.StoredValue?,
    suiteName: String? = nil,
    key: Defaults.KeyName,
    _ purpose: WriteRequest.Purpose
  ) -> WriteRequest {
    WriteRequest(
      suiteName: suiteName ?? document.suiteName,
      key: key,
      value: value,
      purpose: purpose
    )
  }

  mutating func request(_ request: WriteRequest) -> [Effect] {
    pendingWrites[request.key, default: 0] += 1
    return [.write(request)]
  }

  private mutating func write(
    _ value: Defaults.StoredValue?,
    to item: Item,
    _ purpose: WriteRequest.Purpose
  ) -> [Effect] {
    request(write(value, key: item.key, purpose))
  }

  // MARK: - In an open edit

  private mutating func open(_ edit: OpenEdit) {
    notice = nil
    var edit = edit
    edit.rejection = rejection(of: edit)
    mode = .edit(edit)
  }

  mutating func handle(_ press: KeyPress, in edit: OpenEdit) -> [Effect] {
    guard let item = item(of: edit) else {
      mode = .list
      return []
    }
    var edit = edit
    let control = ControlCatalog.control(for: item.entry)
    switch control.update(&edit.draft, with: press) {
    case .ignored:
      break
    case .changed:
      open(edit)
    case .useDefault:
      edit.draft = control.draft(for: item.defaultValue)
      open(edit)
    case .cancel:
      mode = .list
    case .commit:
      return commit(edit)
    case .help:
      mode = .help(HelpList(groups: control.helpGroups, previous: .edit(edit)))
    case .redraw:
      return [.reload]
    case .suspend:
      return [.suspend]
    }
    return []
  }

  mutating func paste(_ text: String, into edit: OpenEdit) {
    guard let item = item(of: edit) else { return }
    var edit = edit
    let control = ControlCatalog.control(for: item.entry)
    guard let dropped = control.paste(text, into: &edit.draft) else {
      return refuse("Nothing can be pasted here.")
    }
    open(edit)
    if dropped > 0 {
      refuse("\(text.count - dropped) characters kept, \(dropped) dropped.")
    }
  }

  private mutating func commit(_ edit: OpenEdit, overTheirs: Bool = false) -> [Effect] {
    guard let item = item(of: edit) else { return [] }
    var edit = edit
    edit.rejection = rejection(of: edit)
    guard edit.rejection == nil,
      let value = try? ControlCatalog.control(for: item.entry).parse(edit.draft)
    else {
      mode = .edit(edit)
      refuse("Not saved: \(edit.rejection?.description ?? "the draft is no value").")
      return []
    }
    if edit.isChangedElsewhere, !overTheirs, item.stored != edit.base {
      mode = .conflict(edit)
      return []
    }
    mode = .list
    return request(write(value, key: edit.key, .edit(extendsLast: false)))
  }

  mutating func handle(_ press: KeyPress, inConflict edit: OpenEdit) -> [Effect] {
    switch Keymap.conflict.command(for: press) {
    case .keepMine:
      return commit(edit, overTheirs: true)
    case .takeTheirs:
      mode = .list
      notice = Notice(kind: .done, text: "Kept what was written elsewhere.")
    case .editAgain:
      guard let item = item(of: edit) else { return [] }
      let control = ControlCatalog.control(for: item.entry)
      let value = item.stored ?? item.valueWhenReset
      open(OpenEdit(key: edit.key, draft: control.draft(for: value), base: item.stored))
    case nil:
      break
    }
    return []
  }

  /// The item that is being edited; it may have vanished meanwhile.
  func item(of edit: OpenEdit) -> Item? {
    document.item(edit.key)
  }

  /// Why the draft cannot be stored, or nil when it can.
  private func rejection(of edit: OpenEdit) -> Defaults.Rejection? {
    guard let item = item(of: edit) else { return nil }
    // Before a choice is highlighted nothing is wrong yet.
    if case .choice(nil) = edit.draft { return nil }
    do throws(Defaults.Rejection) {
      try item.entry.validate(ControlCatalog.control(for: item.entry).parse(edit.draft))
      return nil
    } catch {
      return error
    }
  }

  // MARK: - In the help

  mutating func handle(_ press: KeyPress, in list: HelpList) -> [Effect] {
    var list = list
    switch Keymap.picker.command(for: press) {
    case .next: list.top += 1
    case .previous: list.top = max(0, list.top - 1)
    case .pageDown: list.top += max(1, size.rows - 6)
    case .pageUp: list.top = max(0, list.top - max(1, size.rows - 6))
    case .first: list.top = 0
    case .last: list.top = .max
    case .suspend: return [.suspend]
    case .redraw: return [.reload]
    case .choose, .cancel, .useDefault, .help, nil:
      switch list.previous {
      case .list: mode = .list
      case .edit(let edit): mode = .edit(edit)
      }
      return []
    }
    list.top = min(list.top, max(0, HelpView.lineCount(list, size: size) - HelpView.height(size)))
    mode = .help(list)
    return []
  }
}
