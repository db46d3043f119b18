import DefaultsCore

/// Texts of values and kinds for people, each on one line.
///
/// The texts of kinds are here, for the editor and the tool; `EditorCore` adds the texts of values.
package enum ValueText {
  /// Returns the kind of an entry with all that limits its values: `Int 5…3600 s, step 5`.
  package static func kind(_ entry: Entry) -> String {
    briefKind(entry) + condition(of: entry.kind)
  }

  /// Returns a kind with all that limits its values: `String 1…40 characters, matching ^[a-z]+$`.
  package static func fullKind(_ kind: ValueKind, unit: String = "") -> String {
    Self.kind(kind, unit: unit) + condition(of: kind)
  }

  /// Returns what limits values beside a range or length, after a comma; empty for nothing.
  private static func condition(of kind: ValueKind) -> String {
    let condition: String? =
      switch kind {
      case .integer(let limits): limits.stepText { "\($0)" }
      case .real(let limits): limits.stepText(NumberText.string)
      case .string(let limits):
        limits.isEmail
          ? "an email address"
          : limits.pattern.map { "matching \($0.prefix(60))\($0.count > 60 ? "…" : "")" }
      case .bool, .choice, .choices, .date, .data, .url, .path, .color, .list, .dictionary, .table,
        .alternatives, .json, .any:
        nil
      }
    return condition.map { ", \($0)" } ?? ""
  }

  /// Returns the kind of an entry with its limits: `Int 5…3600 s`, `String 1…40 characters`.
  package static func briefKind(_ entry: Entry) -> String {
    guard let limits = entry.rule?.memberCounts else { return kind(entry.kind, unit: entry.unit) }
    let count = count(limits.least, limits.most, "item")
    if case .dictionary(let values) = entry.kind { return items(entry.kind, of: values, count) }
    return kind(entry.kind, unit: entry.unit) + (count.isEmpty ? "" : " of \(count)")
  }

  /// Returns a kind with its limits, and with those of its items: `List of Int 1…9, 2…5 items`.
  package static func kind(_ kind: ValueKind, unit: String = "") -> String {
    let name = kind.name
    switch kind {
    case .integer(let limits):
      let declared = limits.declared
      return name
        + range(
          declared.minimum.map(String.init),
          declared.maximum.map(String.init),
          unit,
          excluding: limits.excluded
        )
    case .real(let limits):
      return name
        + range(
          limits.minimum.map(NumberText.string),
          limits.maximum.map(NumberText.string),
          unit,
          excluding: limits.excluded
        )
    case .string(let limits):
      if limits.minimumLength > 0, let maximum = limits.maximumLength {
        return "\(name) \(limits.minimumLength)…\(maximum) characters"
      }
      let count = count(limits.minimumLength, limits.maximumLength, "character")
      return name + (count.isEmpty ? "" : " of \(count)")
    case .list(let element, let limits):
      let count = count(limits.minimumCount, limits.maximumCount, "item")
      return items(kind, of: element, count) + (limits.isUnique ? ", each once" : "")
    case .dictionary(let values):
      return items(kind, of: values, "")
    case .choices(_, let limits):
      // Its name has an "of" already: some of 5, 1…3 items.
      let text = count(limits.minimumCount, limits.maximumCount, "item")
      return text.isEmpty ? name : "\(name), \(text)"
    case .bool, .choice, .date, .data, .url, .path, .color, .table, .alternatives, .json, .any:
      return name
    }
  }

  /// Returns the name of a list or dictionary, the kind of its items, and limits for their number.
  private static func items(_ list: ValueKind, of items: ValueKind, _ count: String) -> String {
    let text: String
    switch items {
    case .any: return list.name + (count.isEmpty ? "" : " of \(count)")
    // Of deeper levels, the name is enough.
    case .list, .dictionary: text = items.name
    default: text = kind(items)
    }
    return "\(list.name) of \(text)" + (count.isEmpty ? "" : ", \(count)")
  }

  /// Returns the text of limits for a number of things; empty for none.
  private static func count(_ minimum: Int, _ maximum: Int?, _ word: String) -> String {
    switch (minimum, maximum) {
    case (0, nil): ""
    case (_, nil): "at least \(count(minimum, word))"
    case (0, let maximum?): "at most \(count(maximum, word))"
    case (_, let maximum?): "\(minimum)…\(maximum) \(word)s"
    }
  }

  /// Returns the text of a range; a range with an excluded bound is written as `above 0, to 10`.
  private static func range(
    _ minimum: String?,
    _ maximum: String?,
    _ unit: String,
    excluding excluded: (minimum: Bool, maximum: Bool) = (false, false)
  ) -> String {
    let unit = unit.isEmpty ? "" : " \(unit)"
    if (excluded.minimum && minimum != nil) || (excluded.maximum && maximum != nil) {
      let bounds = [
        minimum.map { "\(excluded.minimum ? "above" : "from") \($0)" },
        maximum.map { "\(excluded.maximum ? "below" : "to") \($0)" },
      ]
      return " \(bounds.compactMap(\.self).joined(separator: ", "))\(unit)"
    }
    return switch (minimum, maximum) {
    case (let minimum?, let maximum?): " \(minimum)…\(maximum)\(unit)"
    case (let minimum?, nil): " from \(minimum)\(unit)"
    case (nil, let maximum?): " to \(maximum)\(unit)"
    case (nil, nil): unit
    }
  }

  /// Returns a number of items.
  package static func count(_ number: Int) -> String { count(number, "item") }

  private static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(word)\(number == 1 ? "" : "s")"
  }
}

extension NumberLimits {
  /// Whether each bound is excluded from the range.
  fileprivate var excluded: (minimum: Bool, maximum: Bool) { (excludesMinimum, excludesMaximum) }

  /// Returns the declared step, and the number that every value must be a multiple of; nil for neither.
  ///
  /// Only the second one limits the values, and it counts from 0 and not from the minimum.
  fileprivate func stepText(_ text: (Number) -> String) -> String? {
    let multiple = multipleOf.map { "multiple of \(text($0))" }
    guard let step, step != multipleOf else { return multiple }
    return ["step \(text(step))", multiple].compactMap(\.self).joined(separator: ", ")
  }
}
