import DefaultsCore
import DefaultsSchema
import EditorCore

extension ManualPage {
  /// The section of prefs(1) about the settings of the editor, from their schema.
  static var settings: [Part] {
    let schema = SettingsSuite(Defaults.Suite(inMemory: SettingsSuite.name)).schema
    return [
      .section("EDITOR SETTINGS"),
      .paragraph(
        """
        The settings of the editor are the suite prefs. A key of the editor opens it, and prefs write \
        changes it; every editor that is open follows at once, also one in another program. Options \
        of the command line win, and what an app has chosen for its own editor. Settings that cannot \
        be used are named when the editor starts, and their defaults are used.
        """
      ),
      .terms(schema.entries.map { ($0.key.string, text($0)) }),
    ]
  }

  private static func text(_ entry: Entry) -> String {
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
