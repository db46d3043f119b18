import FoundationEssentials

/// A reader of the objects of a binary property list, by their numbers.
///
/// The bytes are untrusted: every offset, count and reference is checked before use.
struct BinaryPropertyListReader: Sendable {
  /// The first bytes of every binary property list.
  static let magic = Array("bplist00".utf8)
  /// The size of the trailer in bytes.
  static let trailerSize = 32

  /// An object, without the objects it refers to.
  enum Object {
    /// A value that is not a container.
    case scalar(Defaults.StoredValue)
    /// A value that is not a container, and is stored as an opaque value.
    case unknownScalar
    /// An array, a set or an ordered set.
    case collection(isArray: Bool, elements: References)
    /// A dictionary.
    case dictionary(keys: References, values: References)
  }

  /// References to objects, as a place in the document.
  struct References {
    /// The position of the first reference, in bytes.
    var offset: Int
    /// The number of references.
    var count: Int
  }

  /// The whole document.
  let bytes: [UInt8]
  /// The number of the root object.
  let root: Int
  /// The number of objects.
  let objectCount: Int

  private let offsetSize: Int
  private let referenceSize: Int
  private let tableOffset: Int

  /// Creates a reader, after checking that the trailer and the offset table fit into the file.
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

  /// Returns the position of an object, which is between the header and the offset table.
  func offset(of object: Int) throws(PropertyListError) -> Int {
    let entry = tableOffset + object * offsetSize
    guard let offset = Int(exactly: Self.number(bytes, entry, offsetSize)),
      offset >= Self.magic.count, offset < tableOffset
    else {
      throw PropertyListError(reason: "an object lies outside the file", byteOffset: entry)
    }
    return offset
  }

  /// Returns one of several references: the number of an object; fails when no object has it.
  func reference(_ index: Int, of references: References) throws(PropertyListError) -> Int {
    let place = references.offset + index * referenceSize
    guard let object = Int(exactly: Self.number(bytes, place, referenceSize)), object < objectCount
    else {
      throw PropertyListError(reason: "a reference leads nowhere", byteOffset: place)
    }
    return object
  }

  /// Reads an object, and returns it with the range of its bytes, which includes its references.
  ///
  /// It fails when the object does not fit into the file or its kind is unknown.
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

  /// Returns whether an object has less than 32 bytes and refers to no others.
  func isShortScalar(_ number: Int) throws(PropertyListError) -> Bool {
    let marker = bytes[try offset(of: number)]
    return switch marker >> 4 {
    case 0x0...0x3, 0x8: true
    case 0x4...0x6: marker & 0x0F != 0x0F
    default: false
    }
  }

  /// Returns the text of an object that is a dictionary's key; fails when it is not a text.
  func key(_ number: Int) throws(PropertyListError) -> Defaults.KeyName {
    let (object, range) = try object(number)
    guard case .scalar(.string(let text)) = object else {
      throw .unsupported("a key is not text", at: range.lowerBound)
    }
    return Defaults.KeyName(text)
  }

  /// Returns a big-endian number of at most eight bytes.
  private static func number(_ bytes: [UInt8], _ offset: Int, _ size: Int) -> UInt64 {
    var value: UInt64 = 0
    for index in offset..<(offset + size) { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  /// Returns the range of an object's bytes, after checking that it ends before the offset table.
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
    // A base URL, a URL, a UUID and a fill byte, which other readers accept.
    case 0xC...0xF: throw .unsupported("an object is of an unknown kind", at: start)
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
      throw .unsupported("a whole number has \(range.count) bytes", at: range.lowerBound - 1)
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

  /// Reads an object whose kind has a count.
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

  /// Reads a count; from 15 on it follows as a number of its own.
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

  /// Reads text in UTF-16; with half a surrogate pair it is unknown, as a string cannot hold it.
  private func utf16(_ range: Range<Int>) -> Object {
    let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map { index in
      UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
    }
    guard let text = String(validating: units, as: UTF16.self) else { return .unknownScalar }
    return .scalar(.string(text))
  }
}
