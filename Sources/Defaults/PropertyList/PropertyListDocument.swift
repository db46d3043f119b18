/// A property list with a dictionary at its root, as it is in a file.
///
/// Reading checks all of it and makes nothing: values are made when they are asked for.
///
/// An edit copies what it does not touch: in XML the text of the other entries stays as it was
/// written, comments and layout included; in the binary form their objects are copied, kinds
/// that have no stored form included. New keys go to their place in the order of the file when
/// that is sorted, as Foundation writes it, and to the end otherwise.
package struct PropertyListDocument: Sendable {
  private enum Source: Sendable {
    /// Values that nothing can be copied from: of no file, or of text other than XML in UTF-8.
    case values([Defaults.KeyName: Defaults.StoredValue])
    case xml(XMLEntries)
    case binary(BinaryEntries)
  }

  /// The form the document was read in, XML for a new one.
  package let format: PropertyListFormat

  private let source: Source

  /// By key, what was set and removed since the document was read.
  private var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]

  /// Creates an empty document, which will be written as XML.
  package init() {
    self.init([:])
  }

  /// Creates a new document, which will be written as XML when that can carry the values.
  package init(_ values: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(.values(values), format: .xml)
  }

  private init(_ source: Source, format: PropertyListFormat) {
    self.source = source
    self.format = format
  }

  /// Reads a document in any of the three forms; of a key that occurs more than once the last
  /// value counts.
  ///
  /// - Throws: ``PropertyListError`` when the bytes are no property list, or one whose root is
  ///   no dictionary.
  package init(parsing original: [UInt8]) throws(PropertyListError) {
    try PropertyListLimits.checkSize(original)
    guard let bytes = try UTF16Text.transcoded(original) else {
      try self.init(original, isTranscoded: false)
      return
    }
    do throws(PropertyListError) {
      try self.init(bytes, isTranscoded: true)
    } catch {
      throw UTF16Text.original(error, in: bytes)
    }
  }

  private init(_ bytes: [UInt8], isTranscoded: Bool) throws(PropertyListError) {
    let format = try PropertyListFormat.detect(bytes)
    switch format {
    case .xml:
      self.init(try Self.xml(bytes, isTranscoded: isTranscoded), format: format)
    case .binary:
      self.init(.binary(try BinaryEntries(bytes)), format: format)
    case .openStep:
      let entries = try OpenStepReader.read(bytes).map { ($0.key, $0.value) }
      self.init(.values(Dictionary(entries) { $1 }), format: format)
    }
  }

  private static func xml(
    _ bytes: [UInt8],
    isTranscoded: Bool
  ) throws(PropertyListError) -> Source {
    var reader = try XMLPropertyListReader(bytes, isTranscoded: isTranscoded)
    // Text that was transcoded has a declaration that would not fit, so it is written anew.
    if let start = reader.contentStart, !isTranscoded {
      return .xml(try XMLEntries(bytes, from: start, by: reader))
    }
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    while let (key, value) = try reader.nextEntry() { values[key] = value }
    return .values(values)
  }
}

// MARK: - Values

extension PropertyListDocument {
  /// Returns the value of a key; nil when there is none.
  package subscript(key: Defaults.KeyName) -> Defaults.StoredValue? {
    if let edit = edits[key] { return edit }
    return switch source {
    case .values(let values): values[key]
    case .xml(let entries): entries.number(of: key).flatMap(entries.value(at:))
    case .binary(let entries): entries.number(of: key).flatMap(entries.value(at:))
    }
  }

  /// All values by key; makes every one of them.
  package var values: [Defaults.KeyName: Defaults.StoredValue] {
    var values =
      switch source {
      case .values(let values): values
      case .xml(let entries): entries.values()
      case .binary(let entries): entries.values()
      }
    for (key, edit) in edits { values[key] = edit }
    return values
  }

  /// Finds the keys whose values differ from those of another document, without order.
  package func keysThatDiffer(from old: PropertyListDocument) -> [Defaults.KeyName] {
    guard edits.isEmpty, old.edits.isEmpty else { return values.keysThatDiffer(from: old.values) }
    return switch (source, old.source) {
    case (.xml(let new), .xml(let old)): new.keysThatDiffer(from: old)
    case (.binary(let new), .binary(let old)): new.keysThatDiffer(from: old)
    case (.values, _), (.xml, _), (.binary, _): values.keysThatDiffer(from: old.values)
    }
  }

  /// What the document was read from; nil for one that nothing was read from, or was edited.
  var bytes: [UInt8]? {
    guard edits.isEmpty else { return nil }
    return switch source {
    case .values: nil
    case .xml(let entries): entries.bytes
    case .binary(let entries): entries.bytes
    }
  }

  private func hasEntry(_ key: Defaults.KeyName) -> Bool {
    if let edit = edits[key] { return edit != nil }
    return switch source {
    case .values(let values): values[key] != nil
    case .xml(let entries): entries.number(of: key) != nil
    case .binary(let entries): entries.number(of: key) != nil
    }
  }
}

// MARK: - Editing

extension PropertyListDocument {
  /// Sets and removes keys.
  ///
  /// - Parameter edits: by key, the value to store, or nil to remove the key.
  /// - Returns: whether anything is different now.
  @discardableResult
  package mutating func apply(_ edits: [Defaults.KeyName: Defaults.StoredValue?]) -> Bool {
    let effective = edits.filter { key, edit in
      edit == nil ? hasEntry(key) : self[key] != edit
    }
    self.edits.merge(effective) { $1 }
    return !effective.isEmpty
  }

  /// Writes the document: in the form it was read in, as far as that can carry the values.
  ///
  /// The OpenStep form becomes XML. XML becomes binary when it holds what XML 1.0 cannot carry.
  ///
  /// - Throws: ``PropertyListError`` when it becomes too large.
  package func encoded() throws(PropertyListError) -> [UInt8] {
    try rewritten().bytes
  }

  /// Writes the document as ``encoded()`` does.
  ///
  /// - Returns: what was written, and the document that is read from it.
  /// - Throws: ``PropertyListError`` when it becomes too large.
  package func rewritten() throws(PropertyListError) -> (bytes: [UInt8], PropertyListDocument) {
    let isCarriedByXML = edits.allSatisfy { $0.string.isCarriedByXML && $1?.isCarriedByXML ?? true }
    switch source {
    case .xml(let entries) where entries.isAllowed && isCarriedByXML:
      let entries = try entries.changed(by: entries.changes(by: edits))
      return (entries.bytes, PropertyListDocument(.xml(entries), format: .xml))
    case .binary(let entries):
      let entries = try entries.changed(by: entries.changes(by: edits))
      return (entries.bytes, PropertyListDocument(.binary(entries), format: .binary))
    case .values, .xml:
      return try Self.written(values)
    }
  }

  private static func written(
    _ values: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(PropertyListError) -> (bytes: [UInt8], PropertyListDocument) {
    let sorted = values.sorted { $0.key < $1.key }
    guard sorted.allSatisfy({ $0.key.string.isCarriedByXML && $0.value.isCarriedByXML }) else {
      let entries = try BinaryEntries(writing: sorted)
      return (entries.bytes, PropertyListDocument(.binary(entries), format: .binary))
    }
    let bytes = XMLPropertyListWriter.document(sorted)
    return (bytes, try PropertyListDocument(parsing: bytes))
  }
}

extension [Defaults.KeyName: Defaults.StoredValue] {
  /// Finds the keys whose values differ from those of another dictionary, without order.
  func keysThatDiffer(from old: Self) -> [Defaults.KeyName] {
    var keys = compactMap { old[$0.key] == $0.value ? nil : $0.key }
    keys += old.keys.filter { self[$0] == nil }
    return keys
  }
}
