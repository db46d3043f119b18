import Defaults

/// What every reader of a foreign format needs, and what it gathers.
final class ImportContext {
  /// The document.
  let document: SchemaDocument
  /// What a person said besides.
  let options: SchemaReadingOptions
  /// Where flaws go.
  let log: ProblemLog
  /// Keys that have no entry, with the reasons.
  private(set) var omissions: [SchemaReading.Omission] = []

  private var keys: Set<String> = []

  /// Starts to read a document.
  init(_ document: SchemaDocument, _ options: SchemaReadingOptions, _ log: ProblemLog) {
    self.document = document
    self.options = options
    self.log = log
  }

  /// Leaves a key out.
  func omit(_ key: String, _ reason: String) {
    omissions.append(.init(key: key, reason: reason))
  }

  /// Answers whether a key may have an entry; if not it is reported and left out.
  ///
  /// - Parameters:
  ///   - key: the name of the key.
  ///   - pointer: where it is declared.
  ///   - offset: how many bytes of the text come before it, where that is known.
  /// - Returns: whether the key has a name that can be stored and was not declared before.
  func admits(_ key: String, pointer: String, offset: Int? = nil) -> Bool {
    let flaw =
      JSONSchemaReader.flaw(inKey: key)
      ?? (keys.insert(key).inserted ? nil : .declaredTwice(key: key))
    guard let flaw else { return true }
    log.report(flaw, pointer: pointer, offset: offset)
    omit(key, "\(flaw)")
    return false
  }

  /// Returns a text without control characters, no longer than anybody reads.
  func clean(_ text: String, _ keyword: String, pointer: String, offset: Int? = nil) -> String {
    let clean = CleanText(text)
    if clean.wasCleaned {
      log.report(.textCleaned(keyword: keyword), pointer: pointer, offset: offset)
    }
    if clean.wasCut {
      let flaw = SchemaFlaw.textCut(keyword: keyword, limit: SchemaLimits.text)
      log.report(flaw, pointer: pointer, offset: offset)
    }
    return CleanText.trimmed(clean.string)
  }

  /// Returns a value if it fits a kind, in the form the kind stores; reports it if not.
  func fitting(
    _ value: Defaults.StoredValue,
    _ kind: ValueKind,
    _ keyword: String,
    pointer: String,
    offset: Int? = nil
  ) -> Defaults.StoredValue? {
    let value = kind.normalized(value)
    do throws(Rejection) {
      try kind.validate(value)
      return value
    } catch {
      log.report(.valueIgnored(keyword: keyword, error), pointer: pointer, offset: offset)
      return nil
    }
  }

  /// Makes the schema, if the document as a whole can be used and a suite is named.
  ///
  /// - Parameters:
  ///   - suiteName: the name that the document gives its suite; a person's own comes before it.
  ///   - title: the name of the app.
  ///   - help: what its preferences are about.
  ///   - app: what else is known about the app.
  ///   - revision: the revision of the document.
  ///   - sections: the keys.
  /// - Returns: nil when there can be no schema; the reason is reported.
  func schema(
    suiteName: String?,
    title: String,
    help: String = "",
    app: AppInfo = AppInfo(),
    revision: Int = 0,
    sections: [Section]
  ) -> Schema? {
    guard let name = options.suiteName ?? suiteName else {
      log.report(.suiteNotNamed, pointer: "")
      return nil
    }
    guard SuiteName.isSafe(name) else {
      log.report(.suiteUnsafe(name), pointer: "")
      return nil
    }
    let sections = sections.filter { !$0.entries.isEmpty }
    let count = sections.reduce(0) { $0 + $1.entries.count }
    if count > SchemaLimits.keys {
      log.report(.tooManyKeys(count: count, limit: SchemaLimits.keys), pointer: "")
    }
    if count == 0 { log.report(.noKeys, pointer: "") }
    guard !log.isFatal, let suite = options.suite(name) else { return nil }
    return Schema(
      suite: suite,
      title: title.isEmpty ? name : CleanText.line(title),
      help: help,
      app: app,
      revision: revision,
      sections: sections
    )
  }
}
