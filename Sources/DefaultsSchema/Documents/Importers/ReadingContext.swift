import DefaultsCore

/// The shared state of one reading: document, options, problems, and the keys so far.
final class ReadingContext {
  /// The document.
  let document: SchemaDocument
  /// The caller's options.
  let options: SchemaReadingOptions
  /// The log that flaws are reported to.
  let log: ProblemLog
  /// Keys that get no entry, with the reasons.
  private(set) var omissions: [SchemaReading.Omission] = []
  /// The identifiers of the document's schemas; empty for a format with one schema.
  var ids: [String] = []

  private var keys: Set<Defaults.KeyName> = []
  /// The number of keys above the limit, which get no entries.
  private var surplus = 0

  /// Creates the state for reading a document.
  init(_ document: SchemaDocument, _ options: SchemaReadingOptions, _ log: ProblemLog) {
    self.document = document
    self.options = options
    self.log = log
  }

  /// Records that a key gets no entry.
  func omit(_ key: String, _ reason: String) {
    omissions.append(.init(key: key, reason: reason))
  }

  /// Returns whether a key may have an entry; if not, the key is reported and omitted.
  ///
  /// The key must be one that can be stored, not be declared before, and be within the limit on the
  /// number of keys. `pointer` is the path of its declaration, and `offset` the number of bytes
  /// before that, where it is known.
  func admits(_ key: String, pointer: String, offset: Int? = nil) -> Bool {
    let name = Defaults.KeyName(key)
    let repetition: SchemaFlaw? =
      keys.contains(name)
      ? .warning("the key \"\(key)\" was declared before; the first one counts") : nil
    guard let flaw = JSONSchemaReader.flaw(inKey: key) ?? repetition else {
      // The document is refused at the end; until then, no memory is used for such a key.
      guard keys.count < options.maximumKeyCount else {
        surplus += 1
        return false
      }
      keys.insert(name)
      return true
    }
    log.report(flaw, pointer: pointer, offset: offset)
    omit(key, "\(flaw)")
    return false
  }

  /// Reports that there are more keys than the limit, if there are.
  func checkKeyCount() {
    guard surplus > 0 else { return }
    let limit = options.maximumKeyCount
    log.report(.tooManyKeys(count: limit + surplus, limit: limit), pointer: "")
  }

  /// Returns a text without control characters, cut at the limit; reports both.
  func clean(_ text: String, _ keyword: String, pointer: String, offset: Int? = nil) -> String {
    let clean = CleanText(text)
    if clean.wasCleaned {
      log.report(.textCleaned(keyword: keyword), pointer: pointer, offset: offset)
    }
    if clean.wasCut {
      let flaw = SchemaFlaw.textCut(keyword: keyword, limit: SchemaLimits.text)
      log.report(flaw, pointer: pointer, offset: offset)
    }
    return clean.string.trimmed
  }

  /// Returns a value as the kind stores it; nil when it does not fit, which is reported.
  func fitting(
    _ value: Defaults.StoredValue,
    _ kind: ValueKind,
    _ keyword: String,
    pointer: String,
    offset: Int? = nil
  ) -> Defaults.StoredValue? {
    let value = kind.normalized(value)
    do throws(Defaults.Rejection) {
      try kind.validate(value)
      return value
    } catch {
      log.report(.valueIgnored(keyword: keyword, error), pointer: pointer, offset: offset)
      return nil
    }
  }

  /// Returns the choices that an array of a property list lists, with the titles of another array.
  ///
  /// The result is nil for none. Values that cannot be choices are reported, and so are titles of another
  /// number; nil stands for no titles.
  func choices(
    _ keyword: String,
    in dictionary: LocatedDictionary,
    titles: [String]?,
    _ titleKeyword: String,
    base: ValueKind
  ) -> [Choice]? {
    let values = dictionary.values(keyword)
    guard !values.isEmpty else { return nil }
    if let titles, titles.count != values.count {
      log.report(
        .parallelLength(keyword: titleKeyword, count: titles.count, expected: values.count),
        pointer: dictionary.pointer(titleKeyword)
      )
    }
    var list = ChoiceList(base: base)
    for (index, value) in values.enumerated() {
      let title = titles?.dropFirst(index).first ?? ""
      guard let reason = list.add(value, title: title, help: "") else { continue }
      log.report(
        .choiceDropped(value.plainText, reason: reason),
        pointer: "\(dictionary.pointer(keyword))/\(index)"
      )
    }
    return list.choices.isEmpty ? nil : list.choices
  }

  /// Returns the schema, if a suite is named and no flaw makes the document unusable.
  ///
  /// Otherwise the result is nil, and the reason is reported. The document names the suite
  /// `suiteName`; the one in the options wins. `title` is the name of the app, and `help` says what
  /// its preferences are about.
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
    let sections = sections.filter { !$0.entries.isEmpty }.map { section in
      Section(
        title: CleanText.line(section.title),
        id: section.id,
        help: section.help,
        entries: section.entries
      )
    }
    let count = sections.reduce(0) { $0 + $1.entries.count }
    checkKeyCount()
    if count == 0, surplus == 0 { log.report(.noKeys, pointer: "") }
    guard !log.isFatal, let suite = options.suite(name) else { return nil }
    return Schema(
      suite: suite,
      title: title.isEmpty ? name : CleanText.line(title),
      help: help,
      app: AppInfo(
        name: CleanText.line(app.name),
        version: CleanText.line(app.version),
        url: CleanText.line(app.url)
      ),
      revision: revision,
      sections: sections
    )
  }
}

extension [Section] {
  /// Returns entries in sections by the names of their keys; those that no group names come first.
  static func grouping(
    _ entries: [Entry],
    by groups: [(title: String, keys: [String])]
  ) -> [Section] {
    var rest = Dictionary(entries.map { ($0.key, $0) }) { first, _ in first }
    let sections = groups.map { group in
      Section(
        title: group.title,
        entries: group.keys.compactMap { rest.removeValue(forKey: Defaults.KeyName($0)) }
      )
    }
    return [Section(title: "", entries: entries.filter { rest[$0.key] != nil })] + sections
  }
}
