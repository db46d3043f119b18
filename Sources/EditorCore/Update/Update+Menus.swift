import DefaultsCore
import DefaultsSchema

// Commands for many keys that begin with a menu or a prompt.
extension EditorState {
  /// Performs a command for many keys.
  mutating func perform(_ command: ManyCommand) {
    if session.isReadOnly, command.changesValues { return refuse(Self.readOnlyText) }
    switch command {
    case .resetMany: openReset()
    case .compare: openComparison()
    case .stage: toggleStaging()
    case .review: reviewStaged()
    case .history: selectedItem == nil ? openHistory() : openViewer(at: .history)
    case .layers: openViewer(at: .layers)
    case .allChanges: openHistory()
    case .scope: chooseScope()
    case .lock: lockOrUnlock(chosenKeys)
    case .export: openExport()
    case .forSuites: chooseForSuites()
    case .import:
      let help =
        "A property list or JSON, as an export writes it. Nothing is stored before you agree."
      askForPath("Import from the file", help: help) { state, path in
        let title = "Import \(path)"
        state.plan(.file(path: path, isWhole: false), .importing, title: title)
      }
    }
  }

  /// Opens the menu of what to reset.
  private mutating func openReset() {
    guard document.count > 0 else { return refuse("There is no key.") }
    var choices: [MenuScreen.Choice] = []
    let marked = suite.marked.count.counted("key")
    if !suite.marked.isEmpty {
      choices.append(
        .init(title: "the \(marked) with a mark") {
          $0.planReset(of: $0.chosenKeys)
        }
      )
    }
    let shown = suite.listing.shown.count.counted("key")
    let words =
      suite.filter.isActive ? "the \(shown) that the filter shows" : "the \(shown) in the list"
    choices.append(
      .init(title: words) {
        $0.planReset(of: $0.suite.listing.shown.map($0.document.key(at:)), "in the list")
      }
    )
    if let section = selectedSection {
      let title = document.sections[section]
      choices.append(
        .init(title: "the group \(title)") { state in
          let slots = state.document.order.filter { state.document.section(of: $0) == section }
          let words = "in \"\(title)\" of \(state.document.suiteName)"
          return state.planReset(of: slots.map(state.document.key(at:)), words)
        }
      )
    }
    choices.append(
      .init(title: "all of \(document.suiteName)") {
        $0.plan(.nothing, .resetSuite, title: "Reset all of \($0.document.suiteName)?")
      }
    )
    if !suite.marked.isEmpty {
      choices += [
        .init(
          title: "the marked keys, storing defaults",
          help: "A stored default stays when a later version has another default."
        ) { $0.planDefaults() },
        .init(title: "the marked keys, to one value") { $0.openForMarked() },
      ]
    }
    show(MenuScreen(title: "Reset", choices))
  }

  /// Opens the menu of the files in which the selected key, or all marked keys, can be edited.
  private mutating func chooseScope() {
    let isMarked = suite.marked.count > 0
    if !isMarked, mustAsk(before: .edit) {
      return show(UndeclaredQuestion(command: .edit, key: selectedItem?.key))
    }
    guard isMarked || editableItem() != nil else { return }
    guard scopes.count > 1 else { return refuse(onlyOwnFileText) }
    let title =
      isMarked ? words(for: chosenKeys) : selectedItem?.entry.title ?? ""
    let choices = scopes.map { scope in
      MenuScreen.Choice(title: scope.words, help: scope.help) {
        isMarked ? $0.openForMarked(in: scope) : $0.open(in: scope)
      }
    }
    show(MenuScreen(title: "Edit \(title) for", choices))
  }

  /// The files to which the values of the shown suite can be written; those of other programs have no other.
  var scopes: [WriteScope] { isOfOtherProgram ? [.user] : session.scopes }

  /// Why there is only one file to which the values of the shown suite can be written.
  private var onlyOwnFileText: String {
    guard isOfOtherProgram else {
      return "Only the file for \(WriteScope.user.words) can be written here."
    }
    let isLockable = catalog.suites.contains { $0.name == document.suiteName && $0.isLockable }
    return "\(document.suiteName) belongs to another program, "
      + (isLockable
        ? "whose values for all users are set by prefs lock."
        : "which has no other file for a host or for all users.")
  }

  /// Opens the menu of what to compare with.
  private mutating func openComparison() {
    let help = "A property list or JSON, as an export writes it."
    var choices: [MenuScreen.Choice] = [
      .init(title: "its defaults") { $0.compare(.defaults, "its defaults") },
      .init(title: "a file") { state in
        state.askForPath("Compare with the file", help: help) {
          $0.compare(.file(path: $1, isWhole: true), $1)
        }
      },
      .init(title: "what was stored an hour ago") {
        $0.compare(.past(at: "1 hour ago"), "an hour ago")
      },
    ]
    if hasOtherSuites {
      choices.append(.init(title: "another suite") { $0.chooseComparedSuite() })
    }
    choices.append(
      .init(title: "what was stored at a time") { state in
        state.askForTime("Compare with what was stored at") { $0.compare(.past(at: $1), $1) }
      }
    )
    show(MenuScreen(title: "Compare \(document.suiteName) with", choices))
  }

  /// Opens the list of suites to compare with; a short one is a menu.
  private mutating func chooseComparedSuite() {
    let others = catalog.suites.filter { $0.name != document.suiteName }
    // They may have been removed while the menu was open.
    guard !others.isEmpty else { return refuse("There is no other suite.") }
    guard others.count <= MenuScreen.limit else {
      return show(PickerScreen(.comparison, suites: others))
    }
    let choices = others.map { suite in
      MenuScreen.Choice(title: suite.name, help: suite.title) { $0.compare(with: suite.name) }
    }
    show(MenuScreen(title: "Compare \(document.suiteName) with", choices))
  }

  /// Requests the comparison with another suite.
  mutating func compare(with name: String) {
    compare(.suite(ScopedSuite(name: name), isWhole: true), name)
  }

  private mutating func compare(_ wanted: PlanRequest.Wanted, _ words: String) {
    plan(wanted, .comparison, title: "\(document.suiteName) and \(words)")
  }

  /// Requests the plan that stores the defaults of the marked keys.
  private mutating func planDefaults() {
    let chosen = chosenKeys.filter { $0.item.defaultValue != nil }
    guard !chosen.isEmpty else { return refuse("None of the marked keys has a default.") }
    let title = "Store the defaults of \(words(for: chosen))?"
    let defaults = Dictionary(chosen.map { ($0.key, $0.item.defaultValue) }) { $1 }
    plan(defaults, .assignment, title, .user)
  }

  /// Opens the control for one value of all marked keys of a kind: that of the selected key if it is
  /// marked, otherwise that of the first marked key.
  private mutating func openForMarked(in scope: WriteScope = .user) {
    let selected = selectedItem.flatMap { suite.marked.contains($0.key) ? $0 : nil }
    openForAll(suite.marked.isEmpty ? [] : chosenKeys, like: selected, in: scope)
  }
}
