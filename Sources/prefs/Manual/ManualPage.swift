/// A page of the manual, as data that ``ManualText`` prints.
struct ManualPage {
  /// A part of a page, in the order in which it is read.
  enum Part {
    /// The title of a section.
    case section(String)
    /// The title of a part of a section.
    case heading(String)
    /// Sentences; they are wrapped by the reader.
    case paragraph(String)
    /// Lines that are printed as they are.
    case example([String])
    /// Terms, such as options or files, each with a description.
    case terms([(term: String, text: String)])
    /// Other pages, as in `prefs(1)`.
    case references([String])
  }

  /// The name of the page, `prefs` for example.
  var name: String
  /// The section of the manual: 1 for commands, 5 for files, 7 for the rest.
  var number: Int
  /// What the page is about, without a full stop.
  var abstract: String
  var parts: [Part]

  /// The name of the file without a suffix for compression, `prefs.1` for example.
  var file: String { "\(name).\(number)" }

  /// Returns all pages.
  ///
  /// - Throws: `DecodingError` when the commands cannot be described.
  static func all() throws -> [ManualPage] {
    [.prefs(try CommandReference.tool()), .schema, .apply, .json, .keys]
  }
}
