import Defaults
import DefaultsSchema
import EditorCore

/// A schema as text for people.
struct SchemaText {
  /// The most choices that are shown with their help.
  private static let mostChoices = 24

  private let schema: Schema
  private let path: String?
  private let showsAll: Bool

  init(_ schema: Schema, path: String?, showsAll: Bool) {
    self.schema = schema
    self.path = path
    self.showsAll = showsAll
  }

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

  /// Returns the lines of one key: its title, kind, default, help, choices and deprecation.
  func lines(of entry: Entry) -> [String] {
    let indentation = "      "
    var lines = ["  \(entry.key)  \(entry.title)"]
    let value = entry.defaultValue.map { entry.kind.editableText($0) }
    lines.append(
      "\(indentation)\(ValueText.kind(entry))\(value.map { ", default \($0)" } ?? "")\(marks(entry))"
    )
    lines += text(entry.help, indentation: indentation)
    lines += choices(of: entry.kind).map { "\(indentation)  \($0)" }
    if let flaw = entry.flaw { lines.append("\(indentation)shown as it is stored: \(flaw)") }
    if let deprecation = entry.deprecation {
      let facts = [deprecation.message, deprecation.replacement.map { "Use \($0)." } ?? ""]
      let fact = facts.filter { !$0.isEmpty }.joined(separator: " ")
      lines += text("deprecated" + (fact.isEmpty ? "" : ": \(fact)"), indentation: indentation)
    }
    return lines
  }

  private func marks(_ entry: Entry) -> String {
    [
      (entry.isOptional, "may be unset"), (entry.isSecret, "secret"),
      (entry.isReadOnly, "set by the app"), (entry.isHidden, "hidden"),
      (!entry.effect.isEmpty, "takes effect \(entry.effect)"),
      (!entry.since.isEmpty, "since \(entry.since)"),
      (!entry.until.isEmpty, "until \(entry.until)"),
    ].filter(\.0).map { ", \($0.1)" }.joined()
  }

  private func choices(of kind: ValueKind) -> [String] {
    switch kind {
    case .choice(let choices, let others):
      let lines = choices.prefix(Self.mostChoices).map(Self.line)
      let more = choices.count - lines.count
      return lines + (more > 0 ? ["and \(more) more"] : [])
        + [others.map { "or \($0.name)" }].compactMap(\.self)
    case .choices(let choices, _):
      return self.choices(of: .choice(choices))
    case .table(let members, _):
      return members.map { "\($0.name): \($0.kind.name)\($0.isSecret ? ", secret" : "")" }
    default:
      return []
    }
  }

  private static func line(_ choice: Choice) -> String {
    let value = choice.value.plainText
    let title = choice.title == value ? "" : "  \(choice.title)"
    let help = choice.help.isEmpty ? "" : "  \(choice.help)"
    return (value + title + help).split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private func text(_ text: String, indentation: String) -> [String] {
    text.isEmpty
      ? []
      : text.split(separator: "\n", omittingEmptySubsequences: false).map { indentation + $0 }
  }
}
