package import DefaultsCore

/// The closures of an app that an entry has besides the description of its key.
///
/// No document can hold them. So they are not part of the description, and two entries that differ only
/// in them are equal.
package struct EntryBehavior: Sendable {
  /// A condition under which the key cannot be changed in the editor.
  struct Disabling: Sendable {
    let condition: Defaults.Condition
    /// The reason as a sentence; empty to make it from the condition.
    let reason: String
  }

  /// Begins an observation of the key; for each change, its argument gets a closure to perform.
  package typealias Observer =
    @Sendable (_ perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void)
    -> any Defaults.Observation

  var disabling: [Disabling] = []
  var hiding: [Defaults.Condition] = []
  /// The observations to begin when an editor is opened.
  package var observers: [Observer] = []
  /// The app's own control; nil for the one of the kind.
  package var control: (any EntryControl)?

  /// All conditions.
  var conditions: [Defaults.Condition] { disabling.map(\.condition) + hiding }
}

/// A way to edit the value of an entry that an app provides; the editor defines what it is.
package protocol EntryControl: Sendable {}

extension EntryBehavior: Hashable {
  /// Returns true: closures are not part of the description.
  package static func == (left: Self, right: Self) -> Bool { true }

  /// Feeds nothing to a hasher.
  package func hash(into hasher: inout Hasher) {}
}

// MARK: - Conditions

/// Why the editor does not offer a key at the moment.
package enum Unavailability: Hashable, Sendable {
  /// It cannot be changed; the reason is a sentence for people.
  case disabled(reason: String)
  /// It is not listed.
  case hidden
}

extension Schema {
  /// Whether any entry has a condition.
  package var hasConditions: Bool {
    sections.contains { $0.entries.contains { !$0.behavior.conditions.isEmpty } }
  }

  /// Evaluates all conditions; may read files and calls closures of the app.
  package func unavailableKeys() -> [Defaults.KeyName: Unavailability] {
    var result: [Defaults.KeyName: Unavailability] = [:]
    for entry in entries {
      if entry.behavior.hiding.contains(where: { $0.isMet() }) {
        result[entry.key] = .hidden
      } else if let met = entry.behavior.disabling.first(where: { $0.condition.isMet() }) {
        let reason = met.reason.isEmpty ? reason(met.condition) : met.reason
        result[entry.key] = .disabled(reason: reason)
      }
    }
    return result
  }

  /// Calls a closure, on any thread, when a condition may have changed that reads another suite.
  ///
  /// Who shows the schema knows the changes in its own suite.
  package func observeConditions(
    _ changed: @escaping @Sendable () -> Void
  ) -> [any Defaults.Observation] {
    let others = Set(
      entries.flatMap(\.behavior.conditions).flatMap(\.keys).filter { $0.suite != suite }
    )
    return others.map { Defaults.observe(keys: [$0], options: [], handler: changed) }
  }

  /// Returns the sentence about a condition that is met.
  private func reason(_ condition: Defaults.Condition) -> String {
    if let comparison = condition.comparison?.normalized {
      let verb = comparison.isEqual ? "is" : "is not"
      return "Disabled while \(title(of: comparison.key)) \(verb) \(text(comparison))."
    }
    guard !condition.keys.isEmpty else { return "Disabled at the moment." }
    var titles: [String] = []
    for title in condition.keys.map(title) where !titles.contains(title) { titles.append(title) }
    return "Disabled because of \(titles.joined(separator: " and "))."
  }

  private func title(of key: Defaults.AnyKey) -> String {
    declared(key)?.title ?? key.name
  }

  /// Returns the text of the value with which a key is compared.
  private func text(_ comparison: Defaults.Condition.Comparison) -> String {
    if case .bool(let flag) = comparison.value { return flag ? "on" : "off" }
    let kind = declared(comparison.key)?.kind ?? .inferred(from: comparison.value)
    if case .choice(let choices, _) = kind,
      let choice = choices.first(where: { $0.value == comparison.value })
    {
      return choice.title
    }
    return kind.editableText(comparison.value)
  }

  /// Returns the entry of a key of this suite; nil for a key of another suite.
  private func declared(_ key: Defaults.AnyKey) -> Entry? {
    key.suite == suite ? entry(forKey: key.name) : nil
  }
}
