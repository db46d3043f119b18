import DefaultsCore
import DefaultsSchema
import Terminal

// Copying to the clipboard of the terminal, or to a file if the terminal has none.
extension EditorState {
  /// The most bytes that terminals accept for their clipboard.
  private static let clipboardLimit = 74_000

  /// Opens the menu of what can be copied of the selected key.
  mutating func chooseCopy() {
    guard let item = selectedItem else { return refuse(textWithoutKey) }
    let choices = CopyCommand.allCases.map { form in
      MenuScreen.Choice(title: form.title, action: KeyAction(form)) {
        // The value may have changed since the menu was opened, and the key may be gone.
        $0.copy(form, of: $0.document.item(item.key) ?? item)
      }
    }
    show(MenuScreen(title: "Copy: \(item.entry.title)", keyMode: .copy, choices))
  }

  /// Copies a key in a form; a secret value is in none of them.
  mutating func copy(_ form: CopyCommand, of item: Item) {
    switch form {
    case .copyKey: copy(item.key.string)
    case .copyValue: copyValue(of: item) { item.entry.kind.editableText($0) }
    case .copyJSON:
      copyValue(of: item) {
        Defaults.StoredValue.dictionary([item.key: $0]).taggedJSON.text(indented: true) + "\n"
      }
    case .copyCommand:
      guard session.showsOwnSuites else {
        return refuse("The command would change your own settings and not these.")
      }
      let name = document.suiteName
      guard item.value ?? item.stored != nil else {
        return copy(ShellCommands.line(storing: nil, forKey: item.key, suiteName: name))
      }
      copyValue(of: item) {
        ShellCommands.line(storing: $0, forKey: item.key, suiteName: name)
      }
    }
  }

  /// Copies a text of the value in use, unless the value is secret.
  private mutating func copyValue(
    of item: Item,
    as text: (Defaults.StoredValue) -> String
  ) {
    guard let value = item.value ?? item.stored else {
      return refuse("\(item.entry.title) has no value to copy.")
    }
    guard !item.entry.holdsSecret, !value.holdsSecret else {
      return refuse("\(item.entry.title) is secret: it is not copied.")
    }
    copy(text(value))
  }

  /// Copies a text to the clipboard of the terminal, if it is not too long, or to a file.
  mutating func copy(_ text: String) {
    guard session.hasClipboard else { return send(.copyToFile(text)) }
    guard text.utf8.count <= Self.clipboardLimit else { return send(.copyToFile(text)) }
    let count = text.count
    note("Copied \(count.counted("character")) to the terminal's clipboard.")
    send(.copy(text))
  }

  /// Says where the copied text is.
  mutating func announceCopy(toFile path: String) {
    let reason =
      session.hasClipboard
      ? "Too long for the terminal's clipboard" : "The terminal has no clipboard"
    note("\(reason): copied to \(path)")
  }
}
