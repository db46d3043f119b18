/// A pattern for names of keys and suites: `*` stands for any text, `?` for one character.
///
/// Characters are Unicode scalars, because keys compare exactly. The time to compare a name grows with
/// the product of both lengths at most: after a `*`, only the last one is tried again.
package struct Glob: Hashable, Sendable {
  private enum Part: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case anyScalar
    case anyText
  }

  /// The pattern as it was written.
  package let pattern: String
  private let parts: [Part]

  /// Creates a pattern; a backslash makes the character after it an ordinary one.
  package init(_ pattern: String) {
    self.pattern = pattern
    var parts: [Part] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch scalar {
      case _ where isEscaped:
        parts.append(.scalar(scalar))
        isEscaped = false
      case "\\": isEscaped = true
      case "*": if parts.last != .anyText { parts.append(.anyText) }
      case "?": parts.append(.anyScalar)
      default: parts.append(.scalar(scalar))
      }
    }
    if isEscaped { parts.append(.scalar("\\")) }
    self.parts = parts
  }

  /// The only name that the pattern matches; nil when it has a `*` or `?`.
  package var literal: String? {
    var text = String.UnicodeScalarView()
    for part in parts {
      guard case .scalar(let scalar) = part else { return nil }
      text.append(scalar)
    }
    return String(text)
  }

  /// Returns whether the pattern matches a whole name.
  package func matches(_ name: String) -> Bool {
    let name = Array(name.unicodeScalars)
    var (part, place) = (0, 0)
    // Where to go on if the text after the last `*` does not fit.
    var retry: (part: Int, place: Int)?
    while place < name.count {
      if part < parts.count, parts[part] == .anyText {
        retry = (part, place)
        part += 1
      } else if part < parts.count, parts[part] == .anyScalar || parts[part] == .scalar(name[place])
      {
        part += 1
        place += 1
      } else if let last = retry {
        retry = (last.part, last.place + 1)
        part = last.part + 1
        place = last.place + 1
      } else {
        return false
      }
    }
    return parts[part...].allSatisfy { $0 == .anyText }
  }
}
