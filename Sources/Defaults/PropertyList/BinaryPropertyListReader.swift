import Foundation

/// Reads the objects of a binary property list, each by its number.
///
/// Nothing in the bytes is believed: offsets, counts and references are checked before use.
struct BinaryPropertyListReader: Sendable {
  /// What every binary property list begins with.
  static let magic = Array("bplist00".utf8)
  /// How many bytes the last part of a document has.
  static let trailerSize = 32

  /// An object without what it refers to.
  enum Object {
    /// A value that holds no other.
    case scalar(Defaults.StoredValue)
    /// A value that holds no other and is stored as an opaque value.
    case unknownScalar
    /// An array, a set or an ordered set.
    case collection(isArray: Bool, elements: References)
    /// A dictionary.
    case dictionary(keys: References, values: References)
  }

  /// References to objects, as they lie in the document.
  struct References {
    /// Where the first one lies, in bytes.
    var offset: Int
    /// How many there are.
    var count: Int
  }

  /// The whole document.
  let bytes: [UInt8]
  /// The number of the root object.
  let root: Int
  /// How many objects there are.
  let objectCount: Int

  private let offsetSize: Int
  private let referenceSize: Int
  private let tableOffset: Int

  /// Checks the frame of a document.
  ///
  /// - Throws: ``PropertyListError`` when its parts do not fit into it.
  init(_ bytes: [UInt8]) throws(PropertyListError) {
    guard bytes.starts(with: Self.magic), bytes.count >= Self.magic.count + Self.trailerSize else {
      throw PropertyListError(reason: "the file is cut off", byteOffset: bytes.count)
    }
    let trailer = bytes.count - Self.trailerSize
    self.bytes = bytes
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw PropertyListError(reason: "the trailer is malformed", byteOffset: trailer + 6)
    }
    func number(_ offset: Int) throws(PropertyListError) -> Int {
      guard let value = Int(exactly: Self.number(bytes, trailer + offset, 8)) else {
        throw PropertyListError(reason: "the trailer is malformed", byteOffset: trailer + offset)
      }
      return value
    }
    objectCount = try number(8)
    root = try number(16)
    tableOffset = try number(24)
    guard tableOffset >= Self.magic.count, tableOffset <= trailer,
      objectCount <= (trailer - tableOffset) / offsetSize
    else {
      throw PropertyListError(reason: "the offset table does not fit", byteOffset: trailer + 8)
    }
    guard root < objectCount else {
      throw PropertyListError(reason: "there is no root object", byteOffset: trailer + 16)
    }
  }

  /// Finds where an object begins and checks that it lies before the offset table.
  ///
  /// - Throws: ``PropertyListError`` when it does not.
  func offset(of object: Int) throws(PropertyListError) -> Int {
    let entry = tableOffset + object * offsetSize
    guard let offset = Int(exactly: Self.number(bytes, entry, offsetSize)),
      offset >= Self.magic.count, offset < tableOffset
    else {
      throw PropertyListError(reason: "an object lies outside the file", byteOffset: entry)
    }
    return offset
  }

  /// Reads one of several references.
  ///
  /// - Throws: ``PropertyListError`` when there is no such object.
  func reference(_ index: Int, of references: References) throws(PropertyListError) -> Int {
    let place = references.offset + index * referenceSize
    guard let object = Int(exactly: Self.number(bytes, place, referenceSize)), object < objectCount
    else {
      throw PropertyListError(reason: "a reference leads nowhere", byteOffset: place)
    }
    return object
  }

  /// Reads an object.
  ///
  /// - Returns: what it is and where it ends, its own references included.
  /// - Throws: ``PropertyListError`` when it does not fit into the file or is of no known kind.
  func object(_ number: Int) throws(PropertyListError) -> (object: Object, range: Range<Int>) {
    let start = try offset(of: number)
    let kind = bytes[start] >> 4
    let low = Int(bytes[start] & 0x0F)
    switch kind {
    case 0x0:
      return (try single(low, at: start), start..<(start + 1))
    case 0x1:
      let range = try payload(1 << low, from: start + 1)
      return (try integer(range), start..<range.upperBound)
    case 0x2:
      let range = try payload(1 << low, from: start + 1)
      return (.scalar(.real(try real(range))), start..<range.upperBound)
    case 0x3 where low == 3:
      let range = try payload(8, from: start + 1)
      return (.scalar(.date(date(range))), start..<range.upperBound)
    case 0x8:
      let range = try payload(low + 1, from: start + 1)
      return (try uid(range), start..<range.upperBound)
    case 0x4, 0x5, 0x6, 0xA, 0xB, 0xC, 0xD:
      return try counted(kind, low, at: start)
    default:
      throw PropertyListError(reason: "an object is of an unknown kind", byteOffset: start)
    }
  }

  /// Reads an object that is the key of another value.
  ///
  /// - Throws: ``PropertyListError`` when it is malformed or no text.
  func key(_ number: Int) throws(PropertyListError) -> Defaults.KeyName {
    let (object, range) = try object(number)
    guard case .scalar(.string(let text)) = object else {
      throw PropertyListError(reason: "a key is no text", byteOffset: range.lowerBound)
    }
    return Defaults.KeyName(text)
  }

  /// Reads a number of at most eight bytes, the highest byte first.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<(offset + size) { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  /// Checks that so many bytes lie before the offset table.
  private func payload(_ count: Int, from start: Int) throws(PropertyListError) -> Range<Int> {
    guard count >= 0, start <= tableOffset, count <= tableOffset - start else {
      throw PropertyListError(reason: "an object does not fit into the file", byteOffset: start)
    }
    return start..<(start + count)
  }

  private func single(_ low: Int, at start: Int) throws(PropertyListError) -> Object {
    switch low {
    case 0x0: return .scalar(.null)
    case 0x8: return .scalar(.bool(false))
    case 0x9: return .scalar(.bool(true))
    default:
      throw PropertyListError(reason: "an object is of an unknown kind", byteOffset: start)
    }
  }

  private func integer(_ range: Range<Int>) throws(PropertyListError) -> Object {
    switch range.count {
    case 1, 2, 4:
      return .scalar(.integer(Int128(Self.number(bytes, range.lowerBound, range.count))))
    case 8:
      let value = Int64(bitPattern: Self.number(bytes, range.lowerBound, 8))
      return .scalar(.integer(Int128(value)))
    case 16:
      let high = Int64(bitPattern: Self.number(bytes, range.lowerBound, 8))
      let value = Int128(high) << 64 | Int128(Self.number(bytes, range.lowerBound + 8, 8))
      return PropertyListLimits.integers.contains(value)
        ? .scalar(.integer(value)) : .unknownScalar
    default:
      throw PropertyListError(
        reason: "a whole number has \(range.count) bytes",
        byteOffset: range.lowerBound - 1
      )
    }
  }

  private func real(_ range: Range<Int>) throws(PropertyListError) -> Double {
    let bits = Self.number(bytes, range.lowerBound, min(range.count, 8))
    switch range.count {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default:
      throw PropertyListError(
        reason: "a floating-point number has \(range.count) bytes",
        byteOffset: range.lowerBound - 1
      )
    }
  }

  private func date(_ range: Range<Int>) -> Date {
    let bits = Self.number(bytes, range.lowerBound, 8)
    return Date(timeIntervalSinceReferenceDate: Double(bitPattern: bits))
  }

  private func uid(_ range: Range<Int>) throws(PropertyListError) -> Object {
    guard range.count <= 8 else { return .unknownScalar }
    return .scalar(.uid(Self.number(bytes, range.lowerBound, range.count)))
  }

  /// Reads an object whose length is told by a count.
  private func counted(
    _ kind: UInt8,
    _ low: Int,
    at start: Int
  ) throws(PropertyListError) -> (Object, Range<Int>) {
    let (count, first) = try count(low, at: start)
    let unit: Int
    switch kind {
    case 0x4, 0x5: unit = 1
    case 0x6: unit = 2
    case 0xD: unit = 2 * referenceSize
    default: unit = referenceSize
    }
    guard count <= (tableOffset - first) / unit else {
      throw PropertyListError(reason: "an object does not fit into the file", byteOffset: start)
    }
    let range = first..<(first + count * unit)
    let references = References(offset: first, count: count)
    let object: Object
    switch kind {
    case 0x4:
      object = .scalar(.data(Data(bytes[range])))
    case 0x5:
      object = .scalar(.string(try ascii(range)))
    case 0x6:
      object = utf16(range)
    case 0xD:
      let values = References(offset: first + count * referenceSize, count: count)
      object = .dictionary(keys: references, values: values)
    default:
      object = .collection(isArray: kind == 0xA, elements: references)
    }
    return (object, start..<range.upperBound)
  }

  /// Reads a count, which follows as a number of its own when it is 15 or more.
  private func count(
    _ low: Int,
    at start: Int
  ) throws(PropertyListError) -> (count: Int, first: Int) {
    guard low == 0x0F else { return (low, start + 1) }
    let marker = try payload(1, from: start + 1).lowerBound
    let size = 1 << Int(bytes[marker] & 0x0F)
    guard bytes[marker] >> 4 == 0x1, size <= 8 else {
      throw PropertyListError(reason: "a count is malformed", byteOffset: marker)
    }
    let range = try payload(size, from: marker + 1)
    guard let count = Int(exactly: Self.number(bytes, range.lowerBound, size)) else {
      throw PropertyListError(reason: "a count is malformed", byteOffset: marker)
    }
    return (count, range.upperBound)
  }

  private func ascii(_ range: Range<Int>) throws(PropertyListError) -> String {
    if let wrong = bytes[range].firstIndex(where: { $0 >= 0x80 }) {
      throw PropertyListError(reason: "text marked as ASCII is not", byteOffset: wrong)
    }
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Reads text in UTF-16; half a surrogate pair, which a string cannot hold, makes it unknown.
  private func utf16(_ range: Range<Int>) -> Object {
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { index in
      UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else { return .unknownScalar }
    return .scalar(.string(text))
  }
}
