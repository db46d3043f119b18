import Defaults
import DefaultsSchema
import Terminal

extension EditorState {
  mutating func handleInList(_ press: KeyPress) -> [Effect] {
    guard let command = Keymap.list.command(for: press) else {
      refuse("\(press.name) does nothing here. ? shows what the keys do.")
      return []
    }
    notice = nil
    if command != .stepUp, command != .stepDown { steppedKey = nil }
    return perform(command)
  }

  mutating func perform(_ command: ListCommand) -> [Effect] {
    switch command {
    case .next: move(by: 1)
    case .previous: move(by: -1)
    case .pageDown: move(by: pageLength)
    case .pageUp: move(by: -pageLength)
    case .halfPageDown: move(by: max(1, pageLength / 2))
    case .halfPageUp: move(by: -max(1, pageLength / 2))
    case .first: move(by: -rows.count)
    case .last: move(by: rows.count)
    case .nextSection: moveToSection(after: true)
    case .previousSection: moveToSection(after: false)
    case .unfold: selectedSection.map { setFolded($0, false) }
    case .fold: selectedSection.map { setFolded($0, true) }
    case .foldSection: selectedSection.map { toggleFold($0) }
    case .foldAll: foldAll()
    case .edit: return edit()
    case .toggle: return toggle()
    case .stepUp: return step(.init(.up))
    case .stepDown: return step(.init(.down))
    case .reset: return reset()
    case .undo: return restore(.undo)
    case .redo: return restore(.redo)
    case .filter: mode = .filter(LineBuffer(filter.query.text))
    case .onlySet: toggleOnlySet()
    case .escape: clearFilter()
    case .details:
      showsDetails.toggle()
      settle()
    case .suites: chooseSuite()
    case .editUndeclared: toggleUndeclared()
    case .help: mode = .help(HelpList(groups: Keymap.list.helpGroups, previous: .list))
    case .redraw: return [.reload]
    case .suspend: return [.suspend]
    case .quit: isFinished = true
    }
    return []
  }

  // MARK: - Moving

  private var pageLength: Int { max(1, Layout(state: self).list.size.rows - 1) }

  /// Moves the cursor over the lines where it can stand.
  mutating func move(by distance: Int) {
    let places = rows.compactMap { selection(for: $0) }
    guard !places.isEmpty else { return }
    let current = selection.flatMap { places.firstIndex(of: $0) } ?? 0
    let target = places[max(0, min(places.count - 1, current + distance))]
    if target != selection { leaveRow() }
    selection = target
    settle()
  }

  /// What was changed elsewhere counts as seen once the cursor goes on.
  mutating func leaveRow() {
    guard case .key(let key) = selection else { return }
    document.update(key) { $0.isChangedElsewhere = false }
  }

  private mutating func moveToSection(after isAfter: Bool) {
    let rows = rows
    guard let current = selectedRow(in: rows) else { return }
    let firsts = rows.indices.filter { index in
      guard case .heading(let section) = rows[index] else { return false }
      return foldedSections.contains(section) || index + 1 < rows.count
    }
    .map { index in selection(for: rows[index]) == nil ? index + 1 : index }
    let place = isAfter ? firsts.first { $0 > current } : firsts.last { $0 < current }
    guard let place else { return }
    leaveRow()
    selection = selection(for: rows[place])
    settle()
  }

  // MARK: - Folding

  mutating func toggleFold(_ section: Int) {
    setFolded(section, !foldedSections.contains(section))
  }

  private mutating func setFolded(_ section: Int, _ isFolded: Bool) {
    if isFolded {
      foldedSections.insert(section)
      if selectedSection == section { selection = .section(section) }
    } else {
      foldedSections.remove(section)
      if selection == .section(section) { selection = firstKey(of: section) }
    }
    settle()
  }

  private mutating func foldAll() {
    let all = Set(document.sections.indices)
    if foldedSections == all {
      let section = selectedSection
      foldedSections = []
      if case .section = selection { selection = section.flatMap(firstKey) }
    } else {
      selection = selectedSection.map { .section($0) }
      foldedSections = all
    }
    settle()
  }

  private func firstKey(of section: Int) -> Selection? {
    document.items.first { $0.section == section && isShown($0) }.map { .key($0.key) }
  }

  // MARK: - Other suites and keys without a schema

  private mutating func chooseSuite() {
    guard suites.count > 1 else { return refuse("There is no other suite.") }
    mode = .suites(suites.firstIndex { $0.name == document.suiteName } ?? 0)
  }

  private mutating func toggleUndeclared() {
    guard document.items.contains(where: { !$0.isDeclared }) else {
      return refuse("The schema describes every key here.")
    }
    editsUndeclaredKeys.toggle()
    notice = Notice(
      kind: .done,
      text: editsUndeclaredKeys
        ? "Keys without a schema can be edited now, as the type they are stored with."
        : "Keys without a schema are read-only again."
    )
  }

  mutating func handle(_ press: KeyPress, inSuitesAt index: Int) -> [Effect] {
    guard let command = Keymap.picker.command(for: press) else { return [] }
    switch command {
    case .pass(.commit):
      mode = .list
      return [.open(suiteName: suites[index].name)]
    case .pass(.cancel):
      mode = .list
    case .pass(.suspend):
      return [.suspend]
    case .pass(.redraw):
      return [.reload]
    case .pass:
      break
    case .next, .previous, .pageDown, .pageUp, .first, .last:
      mode = .suites(command.moved(index, count: suites.count) ?? index)
    }
    return []
  }

  /// Sets a notice with the problem of the suite or its schema, if there is one.
  mutating func noticeOpening() {
    if let problem = document.problem {
      notice = Notice(kind: .failed, text: problem)
    } else if let remark = document.remark {
      notice = Notice(kind: .refused, text: remark)
    }
  }

  mutating func show(_ document: Document) {
    self.document = document
    foldedSections = []
    filter = Filter()
    mode = .list
    top = 0
    selection = nil
    editsUndeclaredKeys = false
    noticeOpening()
    settle()
  }
}
