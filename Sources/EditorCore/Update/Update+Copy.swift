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
    func choice(
      _ command: CopyCommand,
      _ title: String,
      _ text: @escaping @Sendable (CopiedTexts) -> CopiedTexts.Outcome
    ) -> MenuScreen.Choice {
      MenuScreen.Choice(title: title, action: KeyAction(command)) { state in
        // The value may have changed since the menu was opened, and the key may be gone.
        let texts = CopiedTexts(
          state.document.item(item.key) ?? item,
          suiteName: state.document.suiteName,
          isOwnSuite: state.session.showsOwnSuites
        )
        switch text(texts) {
        case .text(let text): return state.copy(text)
        case .refused(let reason):
          return state.refused(reason)
        }
      }
    }
    show(
      MenuScreen(
        title: "Copy: \(item.entry.title)",
        keyMode: .copy,
        [
          choice(.copyKey, "name of the key") { _ in .text(item.key.string) },
          choice(.copyValue, "value") { $0.value },
          choice(.copyJSON, "key and value as JSON") { $0.json },
          choice(.copyCommand, "command for the shell") { $0.command },
        ]
      )
    )
  }

  /// Copies a text to the clipboard of the terminal, if it is not too long, or to a file.
  mutating func copy(_ text: String) -> [Effect] {
    guard session.hasClipboard else { return [.copyToFile(text)] }
    guard text.utf8.count <= Self.clipboardLimit else { return [.copyToFile(text)] }
    let count = text.count
    note("Copied \(count.counted("character")) to the terminal's clipboard.")
    return [.copy(text)]
  }

  /// Says where the copied text is.
  mutating func announceCopy(toFile path: String) {
    let reason =
      session.hasClipboard
      ? "Too long for the terminal's clipboard" : "The terminal has no clipboard"
    note("\(reason): copied to \(path)")
  }
}

/// The forms in which a key can be copied; a secret value is in none of them.
struct CopiedTexts: Sendable {
  /// A text, or the sentence that says why there is none.
  enum Outcome: Hashable, Sendable {
    case text(String)
    case refused(String)
  }

  private let item: Item
  private let suiteName: String
  /// Whether `prefs write` would write to the suite that is shown.
  private let isOwnSuite: Bool

  init(_ item: Item, suiteName: String, isOwnSuite: Bool) {
    self.item = item
    self.suiteName = suiteName
    self.isOwnSuite = isOwnSuite
  }

  /// The value in use: a text as it is, every other value as it is typed.
  var value: Outcome {
    withValue { .text(item.entry.kind.editableText($0)) }
  }

  /// An object with the key and the value, which an import reads.
  var json: Outcome {
    withValue { value in
      .text(
        Defaults.StoredValue.dictionary([item.key: value]).taggedJSON.text(indented: true) + "\n"
      )
    }
  }

  /// A command that stores the value in use, or removes the stored one if there is no value.
  var command: Outcome {
    guard isOwnSuite else {
      return .refused("The command would change your own settings and not these.")
    }
    guard item.value ?? item.stored != nil else {
      return .text(ShellCommands.line(storing: nil, forKey: item.key, suiteName: suiteName))
    }
    return withValue { value in
      .text(ShellCommands.line(storing: value, forKey: item.key, suiteName: suiteName))
    }
  }

  private func withValue(_ text: (Defaults.StoredValue) -> Outcome) -> Outcome {
    guard let value = item.value ?? item.stored else {
      return .refused("\(item.entry.title) has no value to copy.")
    }
    guard !item.entry.holdsSecret, !value.holdsSecret else {
      return .refused("\(item.entry.title) is secret: it is not copied.")
    }
    return text(value)
  }
}
