import Defaults
package import DefaultsSchema
import Terminal

/// Values as short texts on one line.
package enum ValueText {
  /// How many graphemes of any text are looked at.
  private static let limit = 256

  /// What stands for a value that nobody should see by chance; its length tells nothing.
  static let hidden = "••••••••"

  /// The text of the value in use in the list, with what is wrong when the stored one does not fit.
  static func row(_ item: Item) -> String {
    if item.entry.isSecret { return item.value == nil ? "–" : hidden }
    if let stored = item.stored, item.rejection != nil, item.layers.above == nil {
      return "\(raw(stored))  (want \(briefKind(item.entry)))"
    }
    return item.value.map { display($0, item.entry) } ?? "–"
  }

  /// The text of a value that is stored or would be in use without it.
  static func brief(inUse stored: Defaults.StoredValue?, _ item: Item) -> String {
    if let stored { return brief(stored: stored, in: item.entry) }
    guard let value = item.valueWhenReset else { return "unset" }
    return brief(stored: value, in: item.entry)
  }

  /// The text of what is stored: on and off as words, `unset` for nothing.
  static func brief(stored: Defaults.StoredValue?, in entry: Entry) -> String {
    guard let stored else { return "unset" }
    if entry.isSecret { return hidden }
    if case .bool(let flag) = stored { return flag ? "on" : "off" }
    return cut(display(stored, entry), 40)
  }

  /// The text of a value as the list shows it.
  static func display(_ value: Defaults.StoredValue, _ entry: Entry) -> String {
    display(value, as: entry.kind, unit: entry.unit)
  }

  /// Returns the text of a value of a kind, with the unit behind a number.
  static func display(
    _ value: Defaults.StoredValue,
    as kind: ValueKind,
    unit: String
  ) -> String {
    switch (kind, value) {
    case (.bool, .bool(let flag)):
      return flag ? "[x] on" : "[ ] off"
    case (.choice(let choices, let others), _):
      return choices.first { $0.value == value }?.title
        ?? others.map { display(value, as: $0, unit: unit) } ?? raw(value)
    case (.choices(let choices, _), .array(let elements)):
      return elements.map { display($0, as: .choice(choices), unit: unit) }.joined(separator: ", ")
    case (.alternatives(let kinds), _):
      return kinds.first { (try? $0.validate(value)) != nil }.map {
        display(value, as: $0, unit: unit)
      }
        ?? raw(value)
    case (.integer, .integer), (.real, .real), (.real, .integer):
      return unit.isEmpty ? value.plainText : "\(value.plainText) \(unit)"
    case (.url, .string):
      return kind.editableText(value)
    case (.json, .string(let text)):
      return json(text)
    default:
      return raw(value)
    }
  }

  /// The text of a value of which only the stored form is known.
  static func raw(_ value: Defaults.StoredValue) -> String {
    switch value {
    case .bool, .integer, .real, .uid, .null, .opaque: value.plainText
    case .string(let text): "\"\(cut(text, limit))\""
    case .date(let date): DateText.display(date)
    case .data(let data): "<data \(bytes(data.count))>"
    case .array(let elements): count(elements.count, "item")
    case .dictionary(let members): count(members.count, "entry", "entries")
    }
  }

  /// The kind of an entry with its limits and its step: `Int 5…3600 s, step 5`.
  package static func kind(_ entry: Entry) -> String {
    let step: String? =
      switch entry.kind {
      case .integer(let limits): limits.stepOrMultiple.map { "\($0)" }
      case .real(let limits): limits.stepOrMultiple.map(NumberText.string)
      case .bool, .string, .choice, .choices, .date, .data, .url, .path, .color, .list, .dictionary,
        .table, .alternatives, .json, .any:
        nil
      }
    return briefKind(entry) + (step.map { ", step \($0)" } ?? "")
  }

  /// The kind of an entry with its limits: `Int 5…3600 s`, `String 1…40 characters`.
  static func briefKind(_ entry: Entry) -> String {
    let name = entry.kind.name
    switch entry.kind {
    case .integer(let limits):
      // The limits of a 64-bit word are the kind itself and say nothing more.
      let minimum = limits.minimum.flatMap { $0 == Int128(Int64.min) ? nil : "\($0)" }
      let maximum = limits.maximum.flatMap { $0 >= Int128(Int64.max) ? nil : "\($0)" }
      return name + range(minimum, maximum, entry.unit)
    case .real(let limits):
      return name
        + range(
          limits.minimum.map(NumberText.string),
          limits.maximum.map(NumberText.string),
          entry.unit
        )
    case .string(let limits):
      let minimum = limits.minimumLength > 0 ? "\(limits.minimumLength)" : nil
      let maximum = limits.maximumLength.map { "\($0)" }
      let isLimited = minimum != nil || maximum != nil
      return name + range(minimum, maximum, isLimited ? "characters" : "")
    case .bool, .choice, .choices, .date, .data, .url, .path, .color, .list, .dictionary, .table,
      .alternatives, .json, .any:
      return name
    }
  }

  private static func range(_ minimum: String?, _ maximum: String?, _ unit: String) -> String {
    let unit = unit.isEmpty ? "" : " \(unit)"
    return switch (minimum, maximum) {
    case (let minimum?, let maximum?): " \(minimum)…\(maximum)\(unit)"
    case (let minimum?, nil): " from \(minimum)\(unit)"
    case (nil, let maximum?): " to \(maximum)\(unit)"
    case (nil, nil): unit
    }
  }

  /// Names the members of a structure instead of spelling it out.
  private static func json(_ text: String) -> String {
    guard let value = try? JSONValue(parsing: text) else { return "\"\(cut(text, limit))\"" }
    switch value {
    case .object(let members):
      let names = members.prefix(4).map(\.name).joined(separator: ", ")
      return "{\(names)\(members.count > 4 ? ", …" : "")} \(bytes(text.utf8.count))"
    case .array(let elements):
      return count(elements.count, "item")
    case .string(let text):
      return "\"\(cut(text, limit))\""
    case .null, .bool, .number:
      return value.text()
    }
  }

  private static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  private static func bytes(_ count: Int) -> String {
    switch count {
    case ..<1000: "\(count) B"
    case ..<1_000_000: "\(count / 1000) kB"
    default: "\(count / 1_000_000).\(count % 1_000_000 / 100_000) MB"
    }
  }

  private static func cut(_ text: String, _ limit: Int) -> String {
    let start = text.prefix(limit)
    return start.endIndex == text.endIndex ? text : start + "…"
  }
}
