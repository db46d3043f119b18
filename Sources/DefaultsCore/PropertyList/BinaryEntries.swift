/// The entries of a binary document: its objects, and the two objects of each entry.
struct BinaryEntries: PropertyListEntries {
  let index: KeyIndex
  private let reader: BinaryPropertyListReader
  private let objects: [BinaryPropertyListDecoder.Entry]

  /// Creates the entries by parsing a document.
  init(_ bytes: [UInt8]) throws(PropertyListError) {
    let reader = try BinaryPropertyListReader(bytes)
    var notes = KeyIndex.Notes()
    let objects = try BinaryPropertyListDecoder.entries(of: reader) { notes.append($0) }
    self.reader = reader
    self.objects = objects
    index = KeyIndex(notes) { Self.key(objects[$0], of: reader) }
  }

  /// Creates a document from entries in their order; fails when it is larger than the limit.
  init(
    writing entries: some Sequence<(key: Defaults.KeyName, value: Defaults.StoredValue)>
  ) throws(PropertyListError) {
    var writer = BinaryPropertyListWriter()
    let objects = entries.map { entry in
      BinaryPropertyListDecoder.Entry(
        keyObject: writer.add(.string(entry.key.string)),
        valueObject: writer.add(entry.value)
      )
    }
    try self.init(writer.document(objects), objects, index: nil)
  }

  /// Creates the entries of a document that was just written; fails when it is too large.
  ///
  /// The index is nil when the keys have changed.
  private init(
    _ bytes: [UInt8],
    _ objects: [BinaryPropertyListDecoder.Entry],
    index: KeyIndex?
  ) throws(PropertyListError) {
    try PropertyListLimits.checkSize(bytes)
    let reader = try BinaryPropertyListReader(bytes)
    self.reader = reader
    self.objects = objects
    self.index = index ?? Self.index(of: objects.count) { Self.key(objects[$0], of: reader) }
  }

  private static func key(
    _ entry: BinaryPropertyListDecoder.Entry,
    of reader: BinaryPropertyListReader
  ) -> Defaults.KeyName {
    (try? reader.key(entry.keyObject)) ?? ""
  }

  var bytes: [UInt8] { reader.bytes }

  var count: Int { objects.count }

  func key(at number: Int) -> Defaults.KeyName {
    Self.key(objects[number], of: reader)
  }

  func value(at number: Int) -> Defaults.StoredValue? {
    var decoder = BinaryPropertyListDecoder(reader)
    return try? decoder.value(objects[number].valueObject)
  }

  func values() -> [Defaults.KeyName: Defaults.StoredValue] {
    // One decoder for all, so that objects that entries share are decoded once.
    var decoder = BinaryPropertyListDecoder(reader)
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    values.reserveCapacity(count)
    for number in objects.indices where !index.replaced.contains(number) {
      values[key(at: number)] = try? decoder.value(objects[number].valueObject)
    }
    return values
  }

  func hasSameBytes(entry number: Int, as other: Int, of others: BinaryEntries) -> Bool {
    false  // The objects of equal entries have different numbers in another document.
  }

  func changed(by changes: [EntryEdit]) throws(PropertyListError) -> BinaryEntries {
    var writer = BinaryPropertyListWriter()
    var new: [BinaryPropertyListDecoder.Entry] = []
    new.reserveCapacity(objects.count + changes.count)
    var next = 0
    func copy(entriesBefore number: Int) throws(PropertyListError) {
      for entry in objects[next..<number] {
        new.append(
          BinaryPropertyListDecoder.Entry(
            keyObject: try writer.copy(entry.keyObject, from: reader),
            valueObject: try writer.copy(entry.valueObject, from: reader)
          )
        )
      }
      next = number
    }
    func add(_ keyObject: Int, _ value: Defaults.StoredValue) {
      let valueObject = writer.add(value)
      new.append(BinaryPropertyListDecoder.Entry(keyObject: keyObject, valueObject: valueObject))
    }

    for change in changes {
      try copy(entriesBefore: change.place)
      switch change.kind {
      case .insertion(let key, let value):
        add(writer.add(.string(key.string)), value)
      case .replacement(let value):
        add(try writer.copy(objects[next].keyObject, from: reader), value)
        next += 1
      case .removal:
        next += 1
      }
    }
    try copy(entriesBefore: objects.count)
    let hasSameKeys = changes.allSatisfy(\.keepsKeys)
    return try BinaryEntries(writer.document(new), new, index: hasSameKeys ? index : nil)
  }
}
