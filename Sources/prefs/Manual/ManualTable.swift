import DefaultsCore
import DefaultsSchema
import EditorCore

/// A part of the manual that is made from what the tool knows; the prose is in the files of `Pages`.
///
/// A line with the name of the part between two `@` stands where it belongs.
enum ManualTable: String, CaseIterable {
  case commands
  /// The options that several commands have.
  case options
  /// The settings of the editor.
  case settings
  /// The actions of the editor with their keys, by mode.
  case actions
  case documentKeywords = "document-keywords"
  case keyKeywords = "key-keywords"
  /// The keywords that are checked and not shown, in a sentence.
  case otherKeywords = "other-keywords"
  /// The forms of schemas that are converted, in a sentence.
  case forms
  /// The members of records.
  case members
  /// The names of the one member that a value of a type which JSON lacks has.
  case tags

  /// Returns the part in mdoc.
  ///
  /// - Throws: `DecodingError` when the commands cannot be described.
  func text() throws -> String {
    var text = ManualText()
    switch self {
    case .commands: text.addCommands(of: try CommandReference.tool())
    case .options: text.addOptions(of: try CommandReference.tool())
    case .settings:
      let schema = SettingsSuite(Defaults.Suite(inMemory: SettingsSuite.name)).schema
      text.addTerms(schema.entries.map { ($0.key.string, Self.text(of: $0)) })
    case .actions: text.addActions(Keybindings.standard.listing)
    case .documentKeywords: text.addTerms(Keyword.rootRows.map { ($0.name, $0.help) })
    case .keyKeywords: text.addKeywords(Keyword.keyRows)
    case .otherKeywords:
      let keywords = Keyword.constraints.filter { !$0.hasPrefix("$") && $0 != "id" }
      text.addSentences("\(keywords.joined(separator: ", ")).")
    case .forms: text.addSentences("\(SchemaFormat.foreignNames).")
    case .tags:
      text.addTerms(
        Defaults.StoredValue.Tag.allCases.map { tag in
          (tag.rawValue, "The value is \(tag.content).")
        }
      )
    case .members: text.addTerms(Record.Field.allCases.map { ($0.rawValue, $0.text) })
    }
    return text.text
  }

  /// What a setting of the editor means, and which values it may have.
  private static func text(of entry: Entry) -> String {
    let choices: [Choice] =
      switch entry.kind {
      case .choice(let choices, _), .choices(let choices, _): choices
      default: []
      }
    let values = choices.map(\.value.plainText).joined(separator: ", ")
    guard !values.isEmpty else { return entry.help }
    let isOne = if case .choice = entry.kind { true } else { false }
    return "\(entry.help) \(isOne ? "One" : "Any") of \(values)."
  }
}

extension ManualText {
  /// Adds the keywords of keys, by what they are about.
  fileprivate mutating func addKeywords(_ rows: [Keyword]) {
    for subject in Keyword.Subject.allCases {
      let title =
        switch subject {
        case .everything: "All keys"
        case .numbers: "Numbers"
        case .texts: "Strings"
        case .lists: "Arrays"
        case .tables: "Objects"
        }
      addHeading(title)
      addTerms(rows.filter { $0.subject == subject }.map { ($0.name, $0.help) })
    }
  }

  /// Adds actions with their keys, by mode.
  fileprivate mutating func addActions(_ actions: [ListedAction]) {
    var modes: [String] = []
    for action in actions where !modes.contains(action.mode) { modes.append(action.mode) }
    for mode in modes {
      addHeading(mode)
      addTerms(
        actions.filter { $0.mode == mode }.map { action in
          (action.name, "\(action.help): \(action.keys.isEmpty ? "no key" : action.keys)")
        }
      )
    }
  }
}
