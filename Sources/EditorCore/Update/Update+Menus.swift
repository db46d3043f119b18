import Defaults
import DefaultsSchema

// Commands for many keys that begin with a menu or a field. Both are open edits with another use
// (`OpenEdit.Use`), so that they have the controls and the keys of values.
extension EditorState {
  /// Performs a command for many keys.
  mutating func perform(_ command: ManyCommand) -> [Effect] {
    switch command {
    case .resetMany: return openReset()
    case .compare: openComparison()
    case .stage: toggleStaging()
    case .review: return reviewStaged()
    case .history: return openHistory()
    case .layers: openLayers()
    case .scope: chooseScope()
    case .export: openExport()
    case .import:
      let help =
        "A property list or JSON, as an export writes it. Nothing is stored before you agree."
      show(EditScreen(OpenEdit(path: .importing, title: "Import from the file", help: help)))
    }
    return []
  }

  /// Opens the menu of what to reset.
  private mutating func openReset() -> [Effect] {
    guard document.count > 0 else {
      refuse("There is no key.")
      return []
    }
    var items: [MenuItem] = []
    let marked = Self.keys(marked.count)
    if !self.marked.isEmpty {
      items.append(MenuItem(title: "the \(marked) that are marked", action: .resetMarked))
    }
    let shown = Self.keys(listing.shown.count)
    let words = filter.isActive ? "the \(shown) that the filter shows" : "the \(shown) in the list"
    items.append(MenuItem(title: words, action: .resetShown))
    if let section = selectedSection {
      let title = "the group \(document.sections[section])"
      items.append(MenuItem(title: title, action: .resetSection(section)))
    }
    items.append(
      MenuItem(title: "all of \(document.suiteName)", action: .resetSuite)
    )
    if !self.marked.isEmpty {
      items.append(
        MenuItem(
          title: "the marked keys, storing defaults",
          help: "A stored default stays when a later version has another default.",
          action: .storeDefaults
        )
      )
      items.append(MenuItem(title: "the marked keys, to one value", action: .storeOneValue))
    }
    openMenu(items, title: "Reset")
    return []
  }

  /// Opens the menu of the files to which edits can be written.
  private mutating func chooseScope() {
    guard scopes.count > 1 else {
      return refuse("Only the file for \(scope.words) can be written here.")
    }
    let items = scopes.map { MenuItem(title: $0.words, help: $0.help, action: .write($0)) }
    openMenu(items, title: "Write to the file for")
  }

  /// Writes edits to another file from now on.
  mutating func setScope(_ new: WriteScope) {
    scope = new
    notice = Notice(kind: .done, text: "Edits are written to the file for \(new.words) now.")
  }

  /// Opens the menu of what to compare with.
  private mutating func openComparison() {
    var items = [
      MenuItem(title: "its defaults", action: .compareDefaults),
      MenuItem(title: "a file", action: .compareFile),
      MenuItem(title: "what was stored an hour ago", action: .compareHourAgo),
    ]
    if hasOtherSuites { items.append(MenuItem(title: "another suite", action: .chooseSuite)) }
    openMenu(items, title: "Compare \(document.suiteName) with")
  }

  /// Opens a menu; one of more than nine items is a search.
  mutating func openMenu(_ items: [MenuItem], title: String) {
    guard items.count <= MenuScreen.limit else {
      return show(EditScreen(OpenEdit(menu: items, title: title)))
    }
    let choices = items.map { item in
      MenuScreen.Choice(title: item.title, help: item.help) { $0.perform(item.action) }
    }
    show(MenuScreen(title: title, choices))
  }

  /// Closes a menu or a field, and does what it was opened for.
  mutating func finish(_ edit: OpenEdit) -> [Effect] {
    let value: Defaults.StoredValue
    do throws(Defaults.Rejection) {
      value = try edit.value()
    } catch {
      show(EditScreen(edit))
      refuse("\(error.text(isSecret: edit.entry.holdsSecret)).")
      return []
    }
    showList()
    switch (edit.use, value) {
    case (.menu(let items), .string(let title)):
      return items.first { $0.title == title }.map { perform($0.action) } ?? []
    case (.confirmation(let plan), .string(let name)): return confirm(plan, typed: name)
    case (.path(let use), .string(let path)): return perform(use, path)
    case (.keys(let keys), _):
      let title = "Set \(Self.keys(keys.count)) to one value?"
      return plan(Dictionary(keys.map { ($0, value) }) { $1 }, .assignment, title, scope)
    case (.key, _), (.menu, _), (.confirmation, _), (.path, _): return []
    }
  }

  /// Closes a menu or a field without an answer.
  mutating func closePrompt(_ edit: OpenEdit) {
    notice = nil
    if case .confirmation(let plan) = edit.use { show(plan) }
  }

  fileprivate mutating func perform(_ action: MenuAction) -> [Effect] {
    switch action {
    case .resetMarked: return planReset(of: markedInOrder, "that are marked")
    case .resetShown:
      return planReset(of: listing.shown.map(document.key(at:)), "in the list")
    case .resetSection(let section):
      let slots = document.order.filter { document.section(of: $0) == section }
      let title = document.sections[section]
      return planReset(of: slots.map(document.key(at:)), "in \"\(title)\"")
    case .resetSuite: return planResetOfSuite()
    case .storeDefaults: return planDefaults()
    case .storeOneValue: openForMarked()
    case .compareDefaults: return compare(.defaults, "its defaults")
    case .compareHourAgo: return compare(.past(secondsAgo: 3600), "an hour ago")
    case .compareFile:
      let help = "A property list or JSON, as an export writes it."
      show(EditScreen(OpenEdit(path: .comparison, title: "Compare with the file", help: help)))
    case .chooseSuite:
      let others = suites.filter { $0.name != document.suiteName }
      let items = others.map {
        MenuItem(title: $0.name, help: $0.title, action: .compareSuite($0.name))
      }
      openMenu(items, title: "Compare \(document.suiteName) with")
    case .compareSuite(let name): return compare(.suite(name: name), name)
    case .chooseExport(let isOfValuesInUse): openExport(ofValuesInUse: isOfValuesInUse)
    case .export(let request, let copies): return export(request, copies: copies)
    case .exportAgain(let request): return [.export(request)]
    case .nothing: refuse("Nothing was changed.")
    case .write(let scope): setScope(scope)
    }
    return []
  }

  private mutating func perform(_ use: OpenEdit.PathUse, _ path: String) -> [Effect] {
    guard !path.isEmpty else {
      refuse("No file was named.")
      return []
    }
    switch use {
    case .importing:
      return [
        .plan(
          PlanRequest(
            suiteName: document.suiteName,
            wanted: .file(path: path, isWhole: false),
            purpose: .importing,
            scope: scope,
            title: "Import \(path)"
          )
        )
      ]
    case .comparison: return compare(.file(path: path, isWhole: true), path)
    case .export(var request):
      request.path = path
      return [.export(request)]
    }
  }

  private func compare(_ wanted: PlanRequest.Wanted, _ words: String) -> [Effect] {
    [
      .plan(
        PlanRequest(
          suiteName: document.suiteName,
          wanted: wanted,
          purpose: .comparison,
          scope: scope,
          title: "\(document.suiteName) and \(words)"
        )
      )
    ]
  }

  /// Requests the plan that stores the defaults of the marked keys.
  private mutating func planDefaults() -> [Effect] {
    let items = markedInOrder.compactMap { document.item($0) }
    let defaults = items.compactMap { item in item.defaultValue.map { (item.key, $0) } }
    guard !defaults.isEmpty else {
      refuse("None of the marked keys has a default.")
      return []
    }
    let title = "Store the defaults of \(Self.keys(defaults.count))?"
    return plan(Dictionary(defaults) { $1 }, .assignment, title, scope)
  }

  /// Opens the control for one value of all marked keys of a kind: that of the selected key if it is
  /// marked, otherwise that of the first marked key.
  private mutating func openForMarked() {
    let items = markedInOrder.compactMap { document.item($0) }
    let selected = selectedItem.flatMap { marked.contains($0.key) ? $0 : nil }
    guard let first = selected ?? items.first else { return refuse("No key is marked.") }
    guard !first.entry.holdsSecret else { return refuse("\(first.entry.title) is secret.") }
    let same = items.filter { $0.entry.kind == first.entry.kind && !$0.entry.holdsSecret }
    var edit = newEdit(of: first)
    edit.use = .keys(same.map(\.key))
    show(EditScreen(edit))
    guard same.count < items.count else { return }
    let others = items.count - same.count
    let words = others == 1 ? "1 marked key has" : "\(others) marked keys have"
    notice = Notice(kind: .done, text: "\(words) another type and will be left alone.")
  }
}
