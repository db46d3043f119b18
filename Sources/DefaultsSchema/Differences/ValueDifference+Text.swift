package import DefaultsCore

extension ValueDifference {
  /// How the places and values of a difference are written.
  package struct Style: Sendable {
    /// Whether members have their titles where the schema has some, as on the screen.
    package var showsTitles: Bool
    /// Whether secret values are written.
    package var showsSecrets: Bool
    /// The most characters of the text of a value.
    package var valueLength: Int
    /// Returns the text of a value of a kind.
    package var text: @Sendable (Defaults.StoredValue, ValueKind) -> String

    /// Creates a style.
    package init(
      showsTitles: Bool,
      showsSecrets: Bool = false,
      valueLength: Int,
      text: @escaping @Sendable (Defaults.StoredValue, ValueKind) -> String
    ) {
      self.showsTitles = showsTitles
      self.showsSecrets = showsSecrets
      self.valueLength = valueLength
      self.text = text
    }
  }

  /// Returns the changed places as a list that ends in "and 3 more" if it would be longer than a number
  /// of characters; the first place is always in it.
  package func text(_ style: Style, length: Int) -> String {
    let changes = ranked
    var texts: [String] = []
    var room = length
    for change in changes {
      let text = change.text(style)
      guard texts.isEmpty || text.count <= room else { break }
      texts.append(text)
      room -= text.count + 2
    }
    let rest = changes.count - texts.count
    return texts.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension ValueDifference.Change {
  /// Returns the place and what happened: `3.size 3 → 77`, `added item 4: "proxy"`, `removed item 2: "b"`.
  package func text(_ style: ValueDifference.Style) -> String {
    let place = place(style)
    switch action {
    case .changed:
      let text = changeText(style)
      return place.isEmpty ? text : "\(place) \(text)"
    case .added: return "added \(noun)\(place)" + (hides(style) ? "" : ": \(values(style).new)")
    case .removed: return "removed \(noun)\(place)" + (hides(style) ? "" : ": \(values(style).old)")
    case .moved(let index):
      return "moved \(noun)\(place) to \(index + 1)"
        + (hides(style) ? "" : ": \(values(style).new)")
    case .renamed(let name): return "renamed \(place) to \(Self.quoted(name.string))"
    }
  }

  /// What the place is, if it is a number that could be taken for a count; otherwise empty.
  private var noun: String {
    if case .item? = path.first, path.count == 1 { "item " } else { "" }
  }

  /// Returns the steps to the place: members by name or title, items by number.
  package func place(_ style: ValueDifference.Style) -> String {
    var text = ""
    for step in path {
      switch step {
      case .member(let name, let title):
        let word = style.showsTitles ? title : nil
        text += (text.isEmpty ? "" : ".") + (word ?? Self.quoted(name.string))
      case .item(let index): text += (text.isEmpty ? "" : ".") + "\(index + 1)"
      case .line(let index): text += (text.isEmpty ? "" : ", ") + "line \(index + 1)"
      }
    }
    return text
  }

  /// Returns the texts of both values; where these are equal, what distinguishes the values.
  package func values(_ style: ValueDifference.Style) -> (old: String, new: String) {
    guard !hides(style) else {
      return (old == nil ? "unset" : "••••••••", new == nil ? "unset" : "••••••••")
    }
    let (old, new) = (text(old, style), text(new, style))
    let texts = (Self.cut(old, style.valueLength), Self.cut(new, style.valueLength))
    guard texts.0 == texts.1 else { return texts }
    if old != new { return Self.parts(old, new, style.valueLength) }
    let kinds = [self.old, self.new].map { $0.map { ValueKind.inferred(from: $0).name } ?? "" }
    return kinds[0] == kinds[1] ? texts : ("\(old) (\(kinds[0]))", "\(new) (\(kinds[1]))")
  }

  private func hides(_ style: ValueDifference.Style) -> Bool { isSecret && !style.showsSecrets }

  private func changeText(_ style: ValueDifference.Style) -> String {
    guard !hides(style) else { return "changed" }
    let (old, new) = values(style)
    return old == new ? "changed" : "\(old) → \(new)"
  }

  private func text(_ value: Defaults.StoredValue?, _ style: ValueDifference.Style) -> String {
    value.map { style.text($0, kind) } ?? "unset"
  }

  /// Returns the parts of two texts around the first character that differs.
  private static func parts(_ old: String, _ new: String, _ length: Int) -> (String, String) {
    let start = max(0, zip(old, new).prefix { $0 == $1 }.count - length / 4)
    return (
      "…" + cut(String(old.dropFirst(start)), length),
      "…" + cut(String(new.dropFirst(start)), length)
    )
  }

  private static func cut(_ text: String, _ length: Int) -> String {
    let start = text.prefix(length)
    return start.endIndex == text.endIndex ? text : start + "…"
  }

  /// Returns the name of a member, in quotes if it could be taken for the number of an item or for several
  /// steps.
  private static func quoted(_ name: String) -> String {
    let isPlain =
      name.contains { !$0.isNumber }
      && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    return isPlain ? name : JSONValue.string(name).text()
  }
}
