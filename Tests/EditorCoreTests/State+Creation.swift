import DefaultsCore
import DefaultsSchema
import Terminal

@testable import EditorCore

extension Document {
  /// Creates the document of a suite whose keys a schema describes.
  ///
  /// Stored keys that the schema does not name are listed last.
  init(schema: Schema, stored: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(schema: schema, SuiteContents(stored: Defaults.StoredValues(stored)))
  }

  /// Creates the document of a suite whose keys a schema describes, with all layers.
  init(schema: Schema, layers: [Defaults.KeyName: KeyLayers]) {
    self.init(schema: schema, SuiteContents(layered: layers))
  }

  /// Creates the document of a suite that no schema describes, with all layers.
  init(suiteName: String, layers: [Defaults.KeyName: KeyLayers]) {
    self.init(suiteName: suiteName, SuiteContents(layered: layers))
  }

  /// The items in the order in which they are shown.
  var items: [Item] { order.map { item(at: $0) } }
}

extension EditorState {
  /// Creates the state in which the editor opens, with facts of a session.
  init(
    document: Document,
    suites: [SuiteSummary] = [],
    size: Size,
    settings: EditorSettings = EditorSettings(),
    settingsName: String? = nil,
    banner: String = "",
    scopes: [WriteScope] = [.user],
    isReadOnly: Bool = false,
    clock: LocalClock = .utc,
    colorCount: Int = 0,
    hasClipboard: Bool = true
  ) {
    let facts = SessionFacts(
      settings: settings,
      settingsName: settingsName,
      colorCount: colorCount,
      clock: clock,
      hasClipboard: hasClipboard,
      owner: banner,
      isReadOnly: isReadOnly,
      scopes: scopes
    )
    self.init(document: document, suites: suites, size: size, session: facts)
  }

  /// The lines of the list: headings, and the keys of sections that are not folded.
  var rows: [Row] { (0..<suite.listing.rowCount).map(suite.listing.row) }
}

extension LastChanges {
  /// Creates changes of which only the numbers and the user's own ones are known.
  init(numbers: [Defaults.KeyName: Int], own: Set<Defaults.KeyName>) {
    self.init()
    (self.numbers, self.own) = (numbers, own)
  }
}
