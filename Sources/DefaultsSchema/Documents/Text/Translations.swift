import DefaultsCore

/// The texts for identifiers such as `%fontSize.title%`.
struct Translations {
  private let texts: [String: String]

  /// Creates a table of texts by identifier.
  init(_ texts: [String: String] = [:]) {
    self.texts = texts
  }

  /// Returns the text for a string of the form `%id%`, and any other string unchanged.
  ///
  /// - Returns: the text; and the identifier when it has no text and is used in its place.
  func text(for string: String) -> (text: String, missing: String?) {
    guard string.utf8.count > 2, string.hasPrefix("%"), string.hasSuffix("%") else {
      return (string, nil)
    }
    let id = string.dropFirst().dropLast()
    guard !id.contains(where: { $0.isWhitespace || $0 == "%" }) else { return (string, nil) }
    if let text = texts[String(id)] { return (text, nil) }
    return (String(id), String(id))
  }
}

extension Translations {
  /// Creates a table from files beside a document, the most wanted first.
  ///
  /// Most of the files need not exist. Their flaws are reported to the log.
  init(of document: SchemaDocument, files: [String], log: ProblemLog) {
    var texts: [String: String] = [:]
    for file in files {
      guard let bytes = document.companion(file) else { continue }
      texts.merge(Self.texts(in: bytes, file, log)) { first, _ in first }
    }
    self.init(texts)
  }

  /// Returns the names of a language in file names, most specific first.
  ///
  /// `de_AT.UTF-8` gives `de_AT`, `de-AT`, `de-at` and `de`.
  static func names(of language: String) -> [String] {
    let name = String(language.prefix { $0 != "." && $0 != "@" })
    guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }),
      let base = name.split(whereSeparator: { "_-".contains($0) }).first
    else { return [] }
    let hyphenated = name.replacing("_", with: "-")
    var names: [String] = []
    for candidate in [name, hyphenated, hyphenated.lowercased(), String(base)]
    where !names.contains(candidate) {
      names.append(candidate)
    }
    return names
  }

  private static func texts(
    in bytes: [UInt8],
    _ file: String,
    _ log: ProblemLog
  ) -> [String: String] {
    func refuse(_ reason: String) -> [String: String] {
      log.report(.companionUnusable(file: file, reason: reason), pointer: "")
      return [:]
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      return refuse("\(SchemaFlaw.notUTF8)")
    }
    var scanner = JSONScanner(bytes, deepestNesting: SchemaLimits.nesting)
    do throws(JSONParseError) {
      let root = LocatedJSON(node: try scanner.scan(), pointer: "")
      guard let members = root.members else { return refuse("its root is \(root.node.kindName)") }
      var texts: [String: String] = [:]
      for name in members.names {
        // The value may be an object with the text and a comment for translators.
        let value = members[name]
        texts[name] = value?.string ?? value?.members?["message"]?.string
      }
      return texts
    } catch {
      let place = TextPlace.places(of: [error.offset], in: bytes)[0]
      return refuse("line \(place.line), column \(place.column): \(error.reason.phrase)")
    }
  }
}
