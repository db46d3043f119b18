/// A property list with a dictionary at its root, as it is in a file.
///
/// Parsing checks the whole document but creates no values; a value is decoded when its key is
/// read.
///
/// An edit keeps everything else in the file: in XML the text of the other entries, with comments
/// and layout; in the binary format their objects, opaque ones included. A new key is
/// inserted in order if the keys of the file are sorted, as Foundation writes them, and is
/// appended otherwise.
package struct PropertyListDocument: Sendable {
  private enum Source: Sendable {
    /// Decoded values, for a new document and for text that cannot be edited in place.
    case values([Defaults.KeyName: Defaults.StoredValue])
    case xml(XMLEntries)
    case binary(BinaryEntries)
  }

  /// The format of the file; XML for a new document.
  package let format: PropertyListFormat

  private let source: Source

  /// Whether the file was in another encoding than UTF-8, so that its bytes are not those here.
  private var isConverted = false

  /// The values set since parsing, by key; nil for keys that were removed.
  private var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]

  /// Creates an empty document, to be written as XML.
  package init() {
    self.init([:])
  }

  /// Creates a new document, to be written as XML if XML can hold the values, else as binary.
  package init(_ values: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(.values(values), format: .xml)
  }

  /// Creates a document from another one and edits of it, even if they change nothing; decodes no value.
  init(_ base: PropertyListDocument, edits: [Defaults.KeyName: Defaults.StoredValue?]) {
    self = base
    self.edits = base.edits.isEmpty ? edits : base.edits.merging(edits) { $1 }
  }

  private init(_ source: Source, format: PropertyListFormat) {
    self.source = source
    self.format = format
  }

  /// Creates a document from a file in any format; of entries with the same key the last counts.
  ///
  /// It fails when the bytes are not a property list, or when its root is not a dictionary.
  package init(parsing original: [UInt8]) throws(PropertyListError) {
    try PropertyListLimits.checkSize(original)
    guard let text = try ConvertedText(original) else {
      try self.init(inUTF8: original)
      return
    }
    do throws(PropertyListError) {
      try self.init(inUTF8: text.bytes)
      isConverted = true
    } catch {
      throw text.original(error)
    }
  }

  private init(inUTF8 bytes: [UInt8]) throws(PropertyListError) {
    let format = try PropertyListFormat.detect(bytes)
    switch format {
    case .xml:
      self.init(try Self.xml(bytes), format: format)
    case .binary:
      self.init(.binary(try BinaryEntries(bytes)), format: format)
    case .openStep:
      let entries = try OpenStepReader.read(bytes).map { ($0.key, $0.value) }
      self.init(.values(Dictionary(entries) { $1 }), format: format)
    }
  }

  private static func xml(_ bytes: [UInt8]) throws(PropertyListError) -> Source {
    var reader = try XMLPropertyListReader(bytes)
    if let start = reader.contentStart {
      return .xml(try XMLEntries(bytes, from: start, by: reader))
    }
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    while let (key, value) = try reader.nextEntry() { values[key] = value }
    return .values(values)
  }
}

// MARK: - Values

extension PropertyListDocument {
  /// The value of a key; nil when there is none.
  package subscript(key: Defaults.KeyName) -> Defaults.StoredValue? {
    if let edit = edits[key] { return edit }
    return switch source {
    case .values(let values): values[key]
    case .xml(let entries): entries.number(of: key).flatMap(entries.value(at:))
    case .binary(let entries): entries.number(of: key).flatMap(entries.value(at:))
    }
  }

  /// All values by key; every one of them is decoded.
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

  /// Returns the keys whose values differ from those of another document, in no order.
  package func keysThatDiffer(from old: PropertyListDocument) -> [Defaults.KeyName] {
    guard edits.isEmpty, old.edits.isEmpty else { return values.keysThatDiffer(from: old.values) }
    return switch (source, old.source) {
    case (.xml(let new), .xml(let old)): new.keysThatDiffer(from: old)
    case (.binary(let new), .binary(let old)): new.keysThatDiffer(from: old)
    case (.values, _), (.xml, _), (.binary, _): values.keysThatDiffer(from: old.values)
    }
  }

  /// The bytes that were parsed; nil for a document that is new, was edited, or was converted from
  /// another encoding.
  package var bytes: [UInt8]? {
    guard edits.isEmpty, !isConverted else { return nil }
    return switch source {
    case .values: nil
    case .xml(let entries): entries.bytes
    case .binary(let entries): entries.bytes
    }
  }

  /// Returns whether a key has a value, without decoding it.
  func hasValue(forKey key: Defaults.KeyName) -> Bool {
    if let edit = edits[key] { return edit != nil }
    return switch source {
    case .values(let values): values[key] != nil
    case .xml(let entries): entries.number(of: key) != nil
    case .binary(let entries): entries.number(of: key) != nil
    }
  }

  /// Returns all keys, sorted; decodes no value.
  package func sortedKeys() -> [Defaults.KeyName] {
    var keys =
      switch source {
      case .values(let values): values.keys.sortedByBytes()
      case .xml(let entries): entries.sortedKeys()
      case .binary(let entries): entries.sortedKeys()
      }
    var original = self
    original.edits = [:]
    // Nearly always, all keys that were edited are in the file.
    let isSame = edits.allSatisfy { original.hasValue(forKey: $0.key) == ($0.value != nil) }
    guard !isSame else { return keys }
    keys.removeAll { edits[$0] == .some(nil) }
    keys += edits.filter { $0.value != nil && !original.hasValue(forKey: $0.key) }.keys
    return keys.sortedByBytes()
  }
}

// MARK: - Editing

extension PropertyListDocument {
  /// Sets keys, or removes them for nil; returns whether the edits changed anything.
  @discardableResult
  package mutating func apply(_ edits: [Defaults.KeyName: Defaults.StoredValue?]) -> Bool {
    let effective = edits.filter { key, edit in
      edit == nil ? hasValue(forKey: key) : self[key] != edit
    }
    self.edits.merge(effective) { $1 }
    return !effective.isEmpty
  }

  /// Returns the bytes of the document, in the format it was parsed from if that can hold it.
  ///
  /// OpenStep text becomes XML. XML becomes binary when it would hold what XML 1.0 does not allow.
  /// Text in another encoding becomes UTF-8, see ``ConvertedText``. It fails when the document is
  /// larger than the limit.
  package func encoded() throws(PropertyListError) -> [UInt8] {
    try rewritten().bytes
  }

  /// Returns the bytes as ``encoded()`` does, and the document that parsing them would return.
  ///
  /// It fails when the document is larger than the limit.
  package func rewritten() throws(PropertyListError) -> (bytes: [UInt8], PropertyListDocument) {
    let isRepresentableInXML = edits.allSatisfy {
      $0.string.isRepresentableInXML && $1?.isRepresentableInXML ?? true
    }
    switch source {
    case .xml(let entries) where entries.isAllowed && isRepresentableInXML:
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
    guard sorted.allSatisfy({ $0.key.string.isRepresentableInXML && $0.value.isRepresentableInXML })
    else {
      let entries = try BinaryEntries(writing: sorted)
      return (entries.bytes, PropertyListDocument(.binary(entries), format: .binary))
    }
    let bytes = XMLPropertyListWriter.document(sorted)
    return (bytes, try PropertyListDocument(parsing: bytes))
  }
}

extension Defaults {
  /// The user's values of a suite at one moment; a value is decoded each time it is read.
  ///
  /// An editor shows a few keys of a suite that may have 100,000. To decode all values takes longer
  /// than to parse the file, and they take more memory than the file.
  package typealias StoredValues = PropertyListDocument
}

extension [Defaults.KeyName: Defaults.StoredValue] {
  /// Returns the keys whose values differ from those of another dictionary, in no order.
  func keysThatDiffer(from old: Self) -> [Defaults.KeyName] {
    var keys = compactMap { old[$0.key] == $0.value ? nil : $0.key }
    keys += old.keys.filter { self[$0] == nil }
    return keys
  }
}
