/// A property list with a dictionary at its root, as it is in a file.
///
/// An edit copies what it does not touch: in XML the text of the other entries stays as it was
/// written, comments and layout included; in the binary form their objects are copied, kinds
/// that have no stored form included. New keys go to their place in the order of the file when
/// that is sorted, as Foundation writes it, and to the end otherwise.
package struct PropertyListDocument: Sendable {
  /// An entry of the root dictionary.
  private struct Entry: Sendable {
    var key: String
    /// Its number among the entries of the source, nil when it is new.
    var source: Int?
    /// Whether its value is that of the source.
    var isKept: Bool
  }

  /// What untouched entries are copied from.
  private enum Source: Sendable {
    case none
    case xml([UInt8], XMLPropertyListReader.Layout)
    case binary(BinaryPropertyListReader, [(key: Int, value: Int)])
  }

  /// The form the document was read in, XML for a new one.
  package let format: PropertyListFormat
  /// The entries by key.
  ///
  /// Binary documents may hold more: entries of kinds that have no stored form.
  package private(set) var values: [String: Defaults.StoredValue] = [:]

  private var entries: [Entry] = []
  private let source: Source

  /// Creates an empty document, which will be written as XML.
  package init() {
    format = .xml
    source = .none
  }

  /// Creates a new document, which will be written as XML when that can carry the values.
  package init(_ values: [String: Defaults.StoredValue]) {
    self.init()
    apply(values.mapValues { $0 })
  }

  /// Reads a document in any of the three forms.
  ///
  /// - Throws: ``PropertyListError`` when the bytes are no property list, or one whose root is
  ///   no dictionary.
  package init(parsing original: [UInt8]) throws(PropertyListError) {
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
    format = try PropertyListFormat.detect(bytes)
    let found: [(key: String, value: Defaults.StoredValue?)]
    switch format {
    case .xml:
      let document = try XMLPropertyListReader.read(bytes, isTranscoded: isTranscoded)
      found = document.entries.map { ($0.key, $0.value) }
      // Text that was transcoded has a declaration that would not fit, so it is written anew.
      if let layout = document.layout, !isTranscoded {
        source = .xml(bytes, layout)
      } else {
        source = .none
      }
    case .binary:
      let reader = try BinaryPropertyListReader(bytes)
      let document = try BinaryPropertyListDecoder.entries(of: reader)
      found = document.map { ($0.key, $0.value) }
      source = .binary(reader, document.map { ($0.keyObject, $0.valueObject) })
    case .openStep:
      found = try OpenStepReader.read(bytes).map { ($0.key, $0.value) }
      source = .none
    }
    take(found)
  }

  /// Takes over what was read; of a key that occurs more than once the last value counts.
  private mutating func take(_ found: [(key: String, value: Defaults.StoredValue?)]) {
    var seen: Set<String> = []
    seen.reserveCapacity(found.count)
    values.reserveCapacity(found.count)
    entries.reserveCapacity(found.count)
    for (number, entry) in found.enumerated().reversed() where seen.insert(entry.key).inserted {
      if let value = entry.value { values[entry.key] = value }
      entries.append(Entry(key: entry.key, source: number, isKept: true))
    }
    entries.reverse()
  }

  /// Sets and removes keys.
  ///
  /// - Parameter edits: by key, the value to store, or nil to remove the key.
  /// - Returns: whether anything is different now.
  @discardableResult
  package mutating func apply(_ edits: [String: Defaults.StoredValue?]) -> Bool {
    var places: [String: Int] = [:]
    for (place, entry) in entries.enumerated() { places[entry.key] = place }
    var removed: Set<String> = []
    var added: [Entry] = []
    var isChanged = false
    for (key, edit) in edits {
      let place = places[key]
      if let value = edit {
        guard values.updateValue(value, forKey: key) != value else { continue }
        if let place {
          entries[place].isKept = false
        } else {
          added.append(Entry(key: key, source: nil, isKept: false))
        }
      } else {
        guard place != nil else { continue }
        values[key] = nil
        removed.insert(key)
      }
      isChanged = true
    }
    if !removed.isEmpty { entries.removeAll { removed.contains($0.key) } }
    if !added.isEmpty { insert(added.sorted { $0.key < $1.key }) }
    return isChanged
  }

  private mutating func insert(_ added: [Entry]) {
    let isSorted = zip(entries, entries.dropFirst()).allSatisfy { $0.key < $1.key }
    guard isSorted else {
      entries += added
      return
    }
    var merged: [Entry] = []
    merged.reserveCapacity(entries.count + added.count)
    var rest = added[...]
    for entry in entries {
      while let next = rest.first, next.key < entry.key { merged.append(rest.removeFirst()) }
      merged.append(entry)
    }
    entries = merged + rest
  }

  /// Writes the document: in the form it was read in, as far as that can carry the values.
  ///
  /// The OpenStep form becomes XML. XML becomes binary when it holds what XML 1.0 cannot carry.
  ///
  /// - Throws: ``PropertyListError`` never after a successful reading, which has checked what
  ///   is copied.
  package func encoded() throws(PropertyListError) -> [UInt8] {
    let isCarriedByXML = values.allSatisfy { $0.key.isCarriedByXML && $0.value.isCarriedByXML }
    switch source {
    case .binary(let reader, let objects):
      return try binary(copying: objects, from: reader)
    case .none, .xml:
      guard isCarriedByXML else { return try binary(copying: [], from: nil) }
      guard case .xml(let bytes, let layout) = source else {
        return XMLPropertyListWriter.document(
          entries.lazy.compactMap { entry in values[entry.key].map { (entry.key, $0) } }
        )
      }
      return spliced(bytes, layout)
    }
  }

  private func binary(
    copying objects: [(key: Int, value: Int)],
    from reader: BinaryPropertyListReader?
  ) throws(PropertyListError) -> [UInt8] {
    var writer = BinaryPropertyListWriter()
    var numbers: [(key: Int, value: Int)] = []
    numbers.reserveCapacity(entries.count)
    for entry in entries {
      if let reader, let source = entry.source, entry.isKept {
        let key = try writer.copy(objects[source].key, from: reader)
        numbers.append((key, try writer.copy(objects[source].value, from: reader)))
      } else if let value = values[entry.key] {
        numbers.append((writer.add(.string(entry.key)), writer.add(value)))
      }
    }
    return writer.document(numbers)
  }

  /// Writes the text of the source again with the edited entries in their places.
  private func spliced(_ bytes: [UInt8], _ layout: XMLPropertyListReader.Layout) -> [UInt8] {
    var writer = XMLPropertyListWriter()
    writer.append(bytes: bytes[..<layout.contentStart])
    var copiedUpTo = layout.contentStart
    // Removed entries leave the comments before them behind, but not the blanks.
    func skipRemoved(before number: Int, _ next: inout Int) {
      while next < number {
        let gap = bytes[copiedUpTo..<layout.entries[next].start]
        if !gap.allSatisfy(\.isWhitespace) { writer.append(bytes: gap) }
        copiedUpTo = layout.entries[next].end
        next += 1
      }
    }
    var next = 0
    for entry in entries {
      if let source = entry.source {
        skipRemoved(before: source, &next)
        let place = layout.entries[source]
        let end = entry.isKept ? place.end : place.valueStart
        writer.append(bytes: bytes[copiedUpTo..<end])
        if !entry.isKept, let value = values[entry.key] {
          writer.append(value, indentation: 1)
        }
        copiedUpTo = place.end
        next = source + 1
      } else if let value = values[entry.key] {
        writer.append(following: entry.key, value: value)
      }
    }
    skipRemoved(before: layout.entries.count, &next)
    writer.append(bytes: bytes[copiedUpTo...])
    return writer.output
  }
}
