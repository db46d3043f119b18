import DefaultsCore
import DefaultsSchema

/// A schema as text for people.
struct SchemaText {
  /// The most choices that are shown with their help.
  private static let mostChoices = 24

  let schema: Schema
  /// The path of the document, which is printed; nil to leave it out.
  var path: String?
  /// Whether hidden and deprecated keys are printed as well.
  let showsAll: Bool

  /// The lines of the text.
  var lines: [String] {
    var lines = ["\(schema.title)  \(schema.suite.name)"]
    if !schema.app.version.isEmpty { lines[0] += "  version \(schema.app.version)" }
    if schema.revision > 0 { lines[0] += "  revision \(schema.revision)" }
    if let path { lines.append(path) }
    lines += text(schema.help, indentation: "")
    for section in schema.sections {
      let entries = section.entries.filter { showsAll || !($0.isHidden || $0.deprecation != nil) }
      guard !entries.isEmpty else { continue }
      lines.append("")
      if !section.title.isEmpty { lines.append(section.title) }
      lines += text(section.help, indentation: "")
      for entry in entries { lines += self.lines(of: entry) }
    }
    return lines
  }

  /// Returns the lines of one key: its title, description and facts, those about the present value too, and
  /// its choices and members.
  func lines(of entry: Entry, now: [Fact] = []) -> [String] {
    let indentation = "      "
    let value = entry.defaultValue.map { entry.kind.editableText($0) }
    let facts = entry.facts(now: now, defaultText: value, title: \.self)
    let parts = entry.kind.parts(atMost: Self.mostChoices) { $1.editableText($0) }
    return ["  \(entry.key)  \(entry.title)"]
      + text(entry.help, indentation: indentation)
      + facts.map { indentation + Self.line($0) }
      + parts.map { "\(indentation)  \(String(repeating: "  ", count: $0.level))\($0.line)" }
  }

  /// Returns a fact as a line whose text begins in the same column for all facts.
  static func line(_ fact: Fact) -> String {
    let blanks = String(repeating: " ", count: max(0, 10 - fact.label.count))
    return fact.text.isEmpty ? fact.label : "\(fact.label)\(blanks)  \(fact.text)"
  }

  private func text(_ text: String, indentation: String) -> [String] {
    text.isEmpty
      ? []
      : text.split(separator: "\n", omittingEmptySubsequences: false).map { indentation + $0 }
  }
}
