import FoundationEssentials

/// A writer of a binary property list, from new values and from objects of another document.
///
/// A binary file can hold objects that Swift has no type for: sets, numbers of more than 64 bits,
/// text with half a surrogate pair. An edit of one key must not lose those of other keys. So
/// the other entries are not decoded and encoded again; their objects are copied:
///
/// - A scalar is copied byte by byte, whatever it is.
/// - A container keeps its kind. Its references are numbers of objects, which differ in the new
///   document, so the objects it refers to are copied first, and then the new numbers are set.
/// - `copied` maps old numbers to new ones, so an object that is shared is copied once. Without
///   this, objects that share others at several levels grow exponentially.
///
/// The size of a reference depends on the number of objects, so references are kept as numbers
/// until all objects are known. Equal new scalars become one object.
struct BinaryPropertyListWriter {
  /// An object, complete but for the size of its references.
  private struct Record {
    /// The kind of a container, in the upper half of its first byte; nil for a scalar.
    var container: UInt8?
    /// The count of a container; for a dictionary half the number of its references.
    var count = 0
    /// The scalar's bytes in `scalars`, or the container's references in `references`.
    var range = 0..<0
  }

  private var records: [Record] = []
  private var scalars: [UInt8] = []
  private var references: [Int] = []
  private var known: [Defaults.StoredValue: Int] = [:]
  private var copied: [Int: Int] = [:]

  /// Creates a writer with an empty root dictionary.
  init() {
    records = [Record(container: 0xD)]
  }

  /// Returns the document with these entries of the root dictionary, by their objects' numbers.
  mutating func document(_ entries: [(key: Int, value: Int)]) -> [UInt8] {
    setReferences(entries.map(\.key) + entries.map(\.value), count: entries.count, of: 0)
    return encoded()
  }

  /// Returns the document with these entries of the root dictionary.
  mutating func document(_ entries: [BinaryPropertyListDecoder.Entry]) -> [UInt8] {
    document(entries.map { ($0.keyObject, $0.valueObject) })
  }

  /// Adds a value, and returns the number of its object.
  mutating func add(_ value: Defaults.StoredValue) -> Int {
    switch value {
    case .bool, .integer, .real, .string, .date, .data, .uid, .null:
      if let number = known[value] { return number }
      let start = scalars.count
      appendScalar(value)
      records.append(Record(range: start..<scalars.count))
      known[value] = records.count - 1
      return records.count - 1
    case .array(let elements):
      let number = reserve(0xA)
      setReferences(elements.map { add($0) }, count: elements.count, of: number)
      return number
    case .dictionary(let values):
      let number = reserve(0xD)
      let sorted = values.sorted { $0.key < $1.key }
      let keys = sorted.map { add(.string($0.key.string)) }
      setReferences(keys + sorted.map { add($0.value) }, count: sorted.count, of: number)
      return number
    case .opaque(let value):
      return add(value)
    }
  }

  /// Copies an object of another document, with the objects it refers to; returns its number here.
  mutating func copy(
    _ number: Int,
    from reader: BinaryPropertyListReader
  ) throws(PropertyListError) -> Int {
    if let known = copied[number] { return known }
    let (object, range) = try reader.object(number)
    let result: Int
    switch object {
    case .scalar, .unknownScalar:
      let start = scalars.count
      scalars.append(contentsOf: reader.bytes[range])
      records.append(Record(range: start..<scalars.count))
      result = records.count - 1
    case .collection(_, let elements):
      result = reserve(reader.bytes[range.lowerBound] >> 4)
      let numbers = try copy(elements, from: reader)
      setReferences(numbers, count: elements.count, of: result)
    case .dictionary(let keys, let values):
      result = reserve(0xD)
      let numbers = try copy(keys, from: reader) + copy(values, from: reader)
      setReferences(numbers, count: keys.count, of: result)
    }
    copied[number] = result
    return result
  }

  /// Copies an opaque value back; what cannot be written was refused before, and becomes null.
  private mutating func add(_ value: Defaults.OpaqueValue) -> Int {
    do throws(PropertyListError) {
      let (reader, object) = try value.propertyListObject()
      // The numbers of its objects are its own, and must not be taken for those of a document.
      let copiedBefore = copied
      defer { copied = copiedBefore }
      copied = [:]
      return try copy(object, from: reader)
    } catch {
      return add(.null)
    }
  }

  private mutating func copy(
    _ others: BinaryPropertyListReader.References,
    from reader: BinaryPropertyListReader
  ) throws(PropertyListError) -> [Int] {
    try (0..<others.count).map { index throws(PropertyListError) in
      try copy(try reader.reference(index, of: others), from: reader)
    }
  }

  private mutating func reserve(_ container: UInt8) -> Int {
    records.append(Record(container: container))
    return records.count - 1
  }

  private mutating func setReferences(_ numbers: [Int], count: Int, of number: Int) {
    let start = references.count
    references.append(contentsOf: numbers)
    records[number].count = count
    records[number].range = start..<references.count
  }

  /// Returns the bytes: header, objects, offset table and trailer.
  private func encoded() -> [UInt8] {
    let referenceSize = Self.size(of: UInt64(records.count - 1))
    var output = BinaryPropertyListReader.magic
    output.reserveCapacity(scalars.count + references.count * referenceSize + records.count * 8)
    var offsets: [Int] = []
    offsets.reserveCapacity(records.count)
    for record in records {
      offsets.append(output.count)
      if let container = record.container {
        Self.append(marker: container, count: record.count, to: &output)
        for reference in references[record.range] {
          Self.append(UInt64(reference), size: referenceSize, to: &output)
        }
      } else {
        output.append(contentsOf: scalars[record.range])
      }
    }
    let tableOffset = output.count
    let offsetSize = Self.size(of: UInt64(tableOffset))
    for offset in offsets { Self.append(UInt64(offset), size: offsetSize, to: &output) }
    output.append(contentsOf: [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)])
    for number in [records.count, 0, tableOffset] {
      Self.append(UInt64(number), size: 8, to: &output)
    }
    return output
  }

  private mutating func appendScalar(_ value: Defaults.StoredValue) {
    switch value {
    case .bool(let value):
      scalars.append(value ? 0x09 : 0x08)
    case .integer(let value):
      appendInteger(value)
    case .real(let value):
      scalars.append(0x23)
      Self.append(value.bitPattern, size: 8, to: &scalars)
    case .date(let value):
      scalars.append(0x33)
      Self.append(
        value.timeIntervalSinceReferenceDate.bitPattern,
        size: 8,
        to: &scalars
      )
    case .data(let value):
      Self.append(marker: 0x4, count: value.count, to: &scalars)
      scalars.append(contentsOf: value)
    case .string(let value):
      appendString(value)
    case .uid(let value):
      let size = Self.size(of: value)
      scalars.append(0x80 | UInt8(size - 1))
      Self.append(value, size: size, to: &scalars)
    case .null:
      scalars.append(0x00)
    case .array, .dictionary, .opaque:
      break
    }
  }

  private mutating func appendInteger(_ value: Int128) {
    if let positive = UInt32(exactly: value) {
      let size = Self.size(of: UInt64(positive))
      Self.append(marker: 0x1, count: size.trailingZeroBitCount, to: &scalars)
      Self.append(UInt64(positive), size: size, to: &scalars)
    } else if let signed = Int64(exactly: value) {
      scalars.append(0x13)
      Self.append(UInt64(bitPattern: signed), size: 8, to: &scalars)
    } else {
      scalars.append(0x14)
      Self.append(UInt64(truncatingIfNeeded: value >> 64), size: 8, to: &scalars)
      Self.append(UInt64(truncatingIfNeeded: value), size: 8, to: &scalars)
    }
  }

  private mutating func appendString(_ text: String) {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      Self.append(marker: 0x5, count: text.utf8.count, to: &scalars)
      scalars.append(contentsOf: text.utf8)
    } else {
      let units = Array(text.utf16)
      Self.append(marker: 0x6, count: units.count, to: &scalars)
      for unit in units { Self.append(UInt64(unit), size: 2, to: &scalars) }
    }
  }

  /// Appends an object's first byte, with kind and count; from 15 on the count follows it.
  private static func append(marker kind: UInt8, count: Int, to output: inout [UInt8]) {
    guard count >= 15 else {
      output.append(kind << 4 | UInt8(count))
      return
    }
    output.append(kind << 4 | 0x0F)
    let size = size(of: UInt64(count))
    output.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(UInt64(count), size: size, to: &output)
  }

  /// Appends a big-endian number of this many bytes.
  private static func append(_ number: UInt64, size: Int, to output: inout [UInt8]) {
    for index in (0..<size).reversed() {
      output.append(UInt8(truncatingIfNeeded: number >> UInt64(index * 8)))
    }
  }

  /// Returns the least of 1, 2, 4 and 8 bytes that can hold a number.
  private static func size(of number: UInt64) -> Int {
    switch number {
    case ...0xFF: 1
    case ...0xFFFF: 2
    case ...0xFFFF_FFFF: 4
    default: 8
    }
  }
}
