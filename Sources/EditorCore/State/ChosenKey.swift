import DefaultsCore
import DefaultsSchema

/// A key that a command for many keys acts on, which may be of a suite that is not shown.
struct ChosenKey: Sendable {
  /// The suite.
  let suiteName: String
  /// The key with its entry and values.
  let item: Item

  var key: SuiteKey { SuiteKey(suiteName: suiteName, key: item.key) }
}

extension [ChosenKey] {
  /// The title of the only key, or the number of keys: `3 keys in 2 suites`, `3 keys of org.example`.
  ///
  /// Of a single key the suite is named if it is not the one that is shown.
  func words(besides shown: String) -> String {
    let what = count == 1 ? self[0].item.entry.title : count.counted("key")
    let suites = Set(map(\.suiteName))
    guard suites.count == 1, let suite = suites.first else {
      return "\(what) in \(suites.count) suites"
    }
    return count == 1 && suite == shown ? what : "\(what) of \(suite)"
  }
}

extension EditorState {
  /// Returns the words for keys that a command acts on.
  func words(for chosen: [ChosenKey]) -> String { chosen.words(besides: document.suiteName) }

  /// The keys of the list that a command acts on: the marked ones, or the selected one.
  var chosenKeys: [ChosenKey] {
    let items =
      suite.marked.isEmpty
      ? [selectedItem].compactMap(\.self) : markedInOrder.compactMap(document.item)
    return items.map { ChosenKey(suiteName: document.suiteName, item: $0) }
  }

  /// Requests the plan that resets keys, those without a stored value left out.
  mutating func planReset(of chosen: [ChosenKey]) {
    if session.isReadOnly { return refuse(Self.readOnlyText) }
    let stored = chosen.filter { $0.item.stored != nil }
    guard !stored.isEmpty else {
      return refuse(
        chosen.count == 1 ? "\(words(for: chosen)) is not set." : "None of these keys is set."
      )
    }
    let values = Dictionary(stored.map { ($0.key, nil as Defaults.StoredValue?) }) { $1 }
    plan(values, .reset, "Reset \(words(for: stored))?", .user)
  }

  /// Opens the control for one value of all keys that have the type of the first one.
  mutating func openForAll(
    _ chosen: [ChosenKey],
    like first: Item? = nil,
    in scope: WriteScope = .user
  ) {
    if session.isReadOnly { return refuse(Self.readOnlyText) }
    guard let first = first ?? chosen.first?.item else { return refuse("No key is marked.") }
    guard !first.entry.holdsSecret else {
      return refuse("\(first.entry.title) is a secret, which is set by itself.")
    }
    let same = chosen.filter {
      $0.item.entry.kind.valueWord == first.entry.kind.valueWord && !$0.item.entry.holdsSecret
    }
    let keys = same.map(\.key)
    let words = words(for: same)
    let others = chosen.count - same.count
    let left =
      others == 0
      ? "" : others == 1 ? " 1 other is left alone." : " \(others) others are left alone."
    let prompt = Prompt(remark: "for \(words)", keepsInput: false) { state, value in
      let one = keys.count == 1 ? "" : " to one value"
      let title = "Set \(words)\(one)\(scope.suffix)?\(left)"
      return state.plan(Dictionary(keys.map { ($0, value) }) { $1 }, .assignment, title, scope)
    }
    let stored = first.layers.value(in: scope)
    if let kind = ValueKind.common(to: same.map(\.item.entry.kind)) {
      show(EditScreen(OpenEdit(prompt, title: words, kind: kind, shown: stored)))
    } else {
      var edit = OpenEdit(first, stored: stored, scope: scope)
      edit.prompt = prompt
      show(EditScreen(edit))
    }
    guard others > 0 else { return }
    let subject = others == 1 ? "1 marked key is" : "\(others) marked keys are"
    let reason = "of another type or secret, and will be left alone."
    note("\(subject) \(reason)")
  }
}

extension ValueKind {
  /// Returns a kind without limits for different kinds of text, or of numbers; nil if they are one kind.
  fileprivate static func common(to kinds: [ValueKind]) -> ValueKind? {
    guard Set(kinds).count > 1 else { return nil }
    let areIntegers = kinds.allSatisfy { if case .integer = $0 { true } else { false } }
    return switch kinds[0].valueWord {
    case "text": .string(TextLimits())
    case "number": areIntegers ? .integer(NumberLimits()) : .real(NumberLimits())
    default: nil
    }
  }

  /// A word for the values, the same for all kinds of text and for all kinds of numbers: one value may be
  /// meant for keys with different limits, and the plan says which of them refuse it.
  fileprivate var valueWord: String {
    switch self {
    case .string, .url, .path, .color: "text"
    case .integer, .real: "number"
    case .choice(let choices, _):
      choices.first.map { ValueKind.inferred(from: $0.value).valueWord } ?? name
    default: name
    }
  }
}
