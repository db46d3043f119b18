package import DefaultsCore
package import DefaultsSchema

/// A question for the value of one key, on plain lines instead of in a control.
///
/// It has no input or output of its own. The caller prints ``lines`` and ``prompt``, reads a line and
/// passes it to ``answer(to:)``.
package struct Question: Sendable {
  /// The meaning of a line that was read.
  package enum Answer: Hashable, Sendable {
    /// The value stays as it is.
    case keep
    /// This value is to be stored.
    case value(Defaults.StoredValue)
  }

  /// The name of the key.
  package let key: Defaults.KeyName
  private let entry: Entry
  private let current: Defaults.StoredValue?
  private let layer: Defaults.Layer?

  /// Creates a question about a key from its values in all layers, the highest first.
  ///
  /// The kind of a key that no schema declares follows from its value; without a value, it is text.
  package init(key: Defaults.KeyName, entry: Entry?, layers: [Defaults.LayeredValue]) {
    self.key = key
    let winner = layers.first
    let value = winner?.value ?? .string("")
    self.entry = entry ?? Entry(undeclaredKey: key, value: value)
    current = winner?.value ?? entry?.defaultValue
    layer = winner.map(\.layer)
  }

  /// Creates the question of an open edit.
  init(_ edit: OpenEdit) {
    key = edit.key
    entry = edit.entry
    current = edit.edited.original
    layer = edit.base == nil ? nil : .user
  }

  /// Whether the answer must not be shown while it is typed, nor in messages.
  package var isSecret: Bool {
    entry.holdsSecret || Defaults.HistoryOptions.looksSecret(key.string)
      || current.map(Defaults.HistoryOptions.holdsSecret) == true
  }

  /// The value that stays if the answer is an empty line; nil for none.
  package var currentValue: Defaults.StoredValue? { current }

  /// The title, the help and the expected values; each choice has a number.
  package var lines: [String] {
    let hasName = key.string.isEmpty || entry.title == key.string
    var lines = [hasName ? entry.title : "\(entry.title) (\(key))"]
    lines += entry.help.split(separator: "\n").map(String.init)
    let choices = entry.kind.numberedChoices
    if choices.isEmpty {
      let isBool = if case .bool = entry.kind { true } else { false }
      lines.append("Expected: \(isBool ? "on or off" : ValueText.kind(entry))")
    } else {
      lines += choices.enumerated().map { index, choice in
        let name = choice.value.plainText
        let title = choice.title == name ? "" : "  \(choice.title)"
        let help = choice.help.isEmpty ? "" : "  \(choice.help)"
        let mark = isCurrent(choice) ? "*" : " "
        return "\(mark) \(index + 1)) \(name)\(title)\(help)"
      }
      let ambiguous = choices.enumerated().first { index, choice in
        Int(choice.value.plainText).map { $0 != index + 1 && choices.indices.contains($0 - 1) }
          ?? false
      }
      if let name = ambiguous?.element.value.plainText {
        lines.append("A number means the choice of this number; =\(name) means the value \(name).")
      }
    }
    return lines
  }

  /// The words before the answer, with the value that an empty line keeps.
  package var prompt: String {
    let hint = entry.kind.hasSeveralChoices ? "Numbers or names, between commas" : "Value"
    return "\(hint) [\(currentText)]: "
  }

  private var currentText: String {
    guard let current else { return "unset" }
    // An app registers the defaults of its keys, which then have a layer too.
    let isDefault = layer == nil || layer == .registered
    let source = isDefault ? " (default)" : ""
    if isSecret { return "hidden\(source)" }
    if case (.bool, .bool(let isOn)) = (entry.kind, current) {
      return (isOn ? "on" : "off") + source
    }
    // A line break that is stored must not look like another question.
    return entry.kind.editableText(current).replacing("\n", with: "\\n") + source
  }

  private func isCurrent(_ choice: Choice) -> Bool {
    if case .array(let elements) = current { return elements.contains(choice.value) }
    return choice.value == current
  }

  /// Returns the meaning of a line.
  ///
  /// An empty line keeps the value; `""` is an empty text. The number of a choice means the choice,
  /// and `=` before a text the choice with this value.
  package func answer(to line: String) throws(Defaults.Rejection) -> Answer {
    if line.isEmpty { return .keep }
    switch entry.kind {
    case .string where line == "\"\"":
      try entry.validate(.string(""))
      return .value(.string(""))
    case .choice(let choices, _):
      return .value(try entry.parse(Self.name(line, among: choices)))
    case .choices(let choices, _) where !line.hasPrefix("["):
      let words = line.split(separator: ",").map { word in
        Self.name(String(word.trimmingBlanks), among: choices)
      }
      return .value(try entry.parse(words.joined(separator: ",")))
    case .bool, .integer, .real, .string, .choices, .date, .data, .url, .path, .color, .list,
      .dictionary, .table, .alternatives, .json, .any:
      return .value(try entry.parse(line))
    }
  }

  /// Returns why a line is not a value, without the line if that must stay hidden.
  package func reason(_ rejection: Defaults.Rejection) -> String {
    isSecret ? Defaults.Rejection.hiddenReason : "\(rejection)"
  }

  /// Returns the name of the choice with a number, or after an equals sign; any other text as it is.
  private static func name(_ text: String, among choices: [Choice]) -> String {
    if let number = Int(text), choices.indices.contains(number - 1) {
      return choices[number - 1].value.plainText
    }
    let name = String(text.dropFirst())
    let isNamed = text.hasPrefix("=") && choices.contains { $0.value.plainText == name }
    return isNamed ? name : text
  }
}

extension ValueKind {
  /// The choices that a question numbers; none for a kind without choices.
  fileprivate var numberedChoices: [Choice] {
    switch self {
    case .choice(let choices, _), .choices(let choices, _): choices
    case .bool, .integer, .real, .string, .date, .data, .url, .path, .color, .list, .dictionary,
      .table, .alternatives, .json, .any:
      []
    }
  }

  /// Whether the value is a list of choices.
  fileprivate var hasSeveralChoices: Bool {
    if case .choices = self { true } else { false }
  }
}

extension Substring {
  /// The text without blanks at its ends.
  fileprivate var trimmingBlanks: Substring {
    let rest = drop { $0 == " " }
    return rest.dropLast(rest.reversed().prefix { $0 == " " }.count)
  }
}
