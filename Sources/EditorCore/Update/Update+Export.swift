import DefaultsCore
import Terminal

// The export of the marked keys, or of those in the list, to a file or to the clipboard.
extension EditorState {
  /// Opens the menu of forms for the marked keys, or those in the list.
  mutating func openExport() {
    guard suite.marked.isEmpty else { return openExport(of: chosenKeys) }
    let keys = suite.listing.shown.map(document.key(at:))
    guard !keys.isEmpty else { return refuse("There is no key to export.") }
    openExport(of: [document.suiteName: keys], "the \(keys.count.counted("key")) in the list")
  }

  /// Opens the menu of forms for keys of several suites.
  mutating func openExport(of chosen: [ChosenKey]) {
    let suites = Dictionary(grouping: chosen, by: \.suiteName)
    openExport(of: suites.mapValues { $0.map(\.item.key) }, words(for: chosen))
  }

  /// Opens the menu of forms for all keys of several suites.
  mutating func openExport(ofSuites names: [String], _ words: String) {
    openExport(of: Dictionary(names.map { ($0, nil as [Defaults.KeyName]?) }) { $1 }, words)
  }

  /// Opens the menu of forms.
  ///
  /// The words say which keys they are. With `isOfValuesInUse`, keys that are not set are exported,
  /// too.
  private mutating func openExport(
    of keys: [String: [Defaults.KeyName]?],
    _ words: String,
    ofValuesInUse isOfValuesInUse: Bool = false
  ) {
    var forms: [(ExportRequest.Form, String)] = [
      (.json, "JSON"), (.propertyList, "a property list"),
    ]
    // Commands would change the user's own settings, and not these.
    if session.showsOwnSuites { forms.append((.commands, "shell commands")) }
    var (files, copies): ([MenuScreen.Choice], [MenuScreen.Choice]) = ([], [])
    for (form, name) in forms {
      let request = ExportRequest(keys: keys, form: form, isOfValuesInUse: isOfValuesInUse)
      files.append(.init(title: "\(name) to a file") { $0.askForFile(of: request) })
      copies.append(.init(title: "copy \(name)") { $0.send(.export(request)) })
    }
    let other = MenuScreen.Choice(
      title: isOfValuesInUse ? "only what is set …" : "also keys that are not set …",
      help: isOfValuesInUse ? "" : "With the values in use: those of all layers, and defaults."
    ) { $0.openExport(of: keys, words, ofValuesInUse: !isOfValuesInUse) }
    let title = isOfValuesInUse ? "Export \(words), set or not" : "Export \(words)"
    show(MenuScreen(title: title, files + copies + [other]))
  }

  /// Asks for the path of the file to which values are exported.
  private mutating func askForFile(of request: ExportRequest) {
    let help =
      request.isOfValuesInUse
      ? "The values in use are exported, but no secrets."
      : "Only keys that are set are exported, and no secrets."
    askForPath("Export to the file", help: help) { state, path in
      var request = request
      request.path = path
      state.send(.export(request))
    }
  }

  /// Handles the outcome of an export.
  mutating func finish(_ request: ExportRequest, _ outcome: ExportOutcome) {
    // What was not exported is to be read before the session ends.
    if case .nothing = outcome { isLeaving = false }
    switch outcome {
    case .saved(let count, let secrets):
      let text = "Exported \(count.counted("key")) to \(request.path ?? "")."
      note(text + Self.secretsText(secrets))
    case .text(let text, let count, let secrets):
      copy(text)
      let words = "Copied \(count.counted("key")) to the terminal's clipboard."
      note(words + Self.secretsText(secrets))
    case .exists:
      guard screen is ListScreen && list.focus == .list || screen is SuiteSearchScreen
      else { return refuse("Nothing was exported: \(request.path ?? "the file") exists.") }
      var replacing = request
      replacing.overwrites = true
      let choices = [
        MenuScreen.Choice(title: "keep the file") { $0.refuse("Nothing was changed.") },
        MenuScreen.Choice(title: "replace the file") { [replacing] in $0.send(.export(replacing)) },
      ]
      show(MenuScreen(title: "\(request.path ?? "The file") exists", choices))
    case .nothing(let secrets):
      let words = request.isOfValuesInUse ? "has a value" : "is set"
      refuse("None of these keys \(words)." + Self.secretsText(secrets))
    case .failed(let reason):
      fail(reason)
    }
  }

  private static func secretsText(_ count: Int) -> String {
    switch count {
    case 0: ""
    case 1: " 1 secret was left out."
    default: " \(count) secrets were left out."
    }
  }
}
