import Defaults
import DefaultsSchema
import Terminal

// Copying to the clipboard of the terminal, or to a file if the terminal has none.
extension EditorState {
  /// The most bytes that terminals accept for their clipboard.
  private static let clipboardLimit = 74_000

  /// Opens the menu of what can be copied of the selected key.
  mutating func chooseCopy() {
    guard let item = selectedItem else { return refuse("No key is selected.") }
    let texts = CopiedTexts(item, suiteName: document.suiteName, isOwnSuite: banner.isEmpty)
    func choice(
      _ command: CopyCommand,
      _ title: String,
      _ text: @escaping @Sendable () -> CopiedTexts.Outcome
    ) -> OpenMenu.Choice {
      OpenMenu.Choice(title: title, action: KeyAction(command)) { state in
        switch text() {
        case .text(let text): return state.copy(text)
        case .refused(let reason):
          state.refuse(reason)
          return []
        }
      }
    }
    mode = .menu(
      OpenMenu(
        title: "Copy: \(item.entry.title)",
        keyMode: .copy,
        [
          choice(.copyKey, "name of the key") { .text(item.key.string) },
          choice(.copyValue, "value") { texts.value },
          choice(.copyJSON, "key and value as JSON") { texts.json },
          choice(.copyCommand, "command for the shell") { texts.command },
        ]
      )
    )
  }

  /// Copies a text to the clipboard of the terminal, if it is not too long, or to a file.
  mutating func copy(_ text: String) -> [Effect] {
    guard hasClipboard else { return [.copyToFile(text)] }
    guard text.utf8.count <= Self.clipboardLimit else { return [.copyToFile(text)] }
    let count = text.count
    notice = Notice(
      kind: .done,
      text: "Copied \(count) character\(count == 1 ? "" : "s") to the terminal's clipboard."
    )
    return [.copy(text)]
  }

  /// Says where the copied text is.
  mutating func announceCopy(toFile path: String) {
    let reason =
      hasClipboard ? "Too long for the terminal's clipboard" : "The terminal has no clipboard"
    notice = Notice(kind: .done, text: "\(reason): copied to \(path)")
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
    let names = "\(suiteName.shellQuoted) \(item.key.string.shellQuoted)"
    guard item.value ?? item.stored != nil else { return .text("prefs delete \(names)\n") }
    return withValue { value in
      if let arguments = Self.arguments(value) {
        return .text(
          (["prefs write \(names)"] + arguments.map(\.shellQuoted)).joined(separator: " ") + "\n"
        )
      }
      let json = Defaults.StoredValue.dictionary([item.key: value]).taggedJSON.text(indented: false)
      let suite = suiteName.shellQuoted
      return .text("printf '%s' \(json.shellQuoted) | prefs import \(suite) -\n")
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

  /// Returns the arguments of `prefs write` after the key; nil for a value that it cannot take.
  private static func arguments(_ value: Defaults.StoredValue) -> [String]? {
    switch value {
    case .array(let values):
      let elements = values.map(scalar)
      guard elements.allSatisfy({ $0 != nil }) else { return nil }
      return ["-array"] + elements.flatMap { $0 ?? [] }
    case .dictionary(let members):
      var arguments = ["-dict"]
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        guard let scalar = scalar(member) else { return nil }
        arguments += [key.string] + scalar
      }
      return arguments
    default:
      return scalar(value)
    }
  }

  /// Returns the type flag and the text of a value that is not a container; nil for others.
  private static func scalar(_ value: Defaults.StoredValue) -> [String]? {
    switch value {
    case .bool(let value): ["-bool", value ? "true" : "false"]
    case .integer(let value): ["-int", "\(value)"]
    case .real(let value): ["-float", "\(value)"]
    case .string(let text): text.contains("\0") ? nil : ["-string", text]
    case .date: ["-date", ValueKind.date.editableText(value)]
    case .data(let data): ["-data", data.map(hexadecimal).joined()]
    case .array, .dictionary, .uid, .null, .opaque: nil
    }
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
}

extension String {
  /// The text as one word of a POSIX shell.
  var shellQuoted: String {
    let isPlain =
      !isEmpty
      && utf8.allSatisfy { byte in
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII
          && (character.isLetter || character.isNumber || "._/:@%+,=-".contains(character))
      }
    return isPlain
      ? self
      : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }
}
