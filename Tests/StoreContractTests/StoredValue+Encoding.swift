import Defaults
import Foundation

// A form of its own for every kind of value: a byte for the kind, then the content. Numbers have
// sixteen bytes or eight, and what has a length begins with it.
extension Defaults.StoredValue {
  /// The value as bytes.
  var encoded: [UInt8] {
    var bytes = [kind.rawValue]
    switch self {
    case .bool(let value): bytes.append(value ? 1 : 0)
    case .integer(let value): bytes.append(number: value)
    case .real(let value): bytes.append(number: value.bitPattern)
    case .string(let value): bytes.append(counted: Array(value.utf8))
    case .date(let value): bytes.append(number: value.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let value): bytes.append(counted: Array(value))
    case .array(let values):
      bytes.append(number: values.count)
      for value in values { bytes += value.encoded }
    case .dictionary(let members):
      bytes.append(number: members.count)
      for (key, value) in members {
        bytes.append(counted: Array(key.string.utf8))
        bytes += value.encoded
      }
    case .uid(let value): bytes.append(number: value)
    case .null: break
    case .opaque(let value):
      bytes.append(counted: Array(value.kindName.utf8))
      bytes.append(counted: Array(value.format.utf8))
      bytes.append(counted: value.bytes)
    }
    return bytes
  }

  /// Creates a value from the bytes of `encoded`.
  init(encoded bytes: [UInt8]) {
    var rest = bytes[...]
    self = rest.removeValue()
  }
}

extension [UInt8] {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(counted bytes: [UInt8]) {
    append(number: bytes.count)
    self += bytes
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func removeNumber<Number: FixedWidthInteger>() -> Number {
    let size = MemoryLayout<Number>.size
    defer { removeFirst(size) }
    return prefix(size).reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
  }

  fileprivate mutating func removeCounted() -> Self {
    let count: Int = removeNumber()
    defer { removeFirst(count) }
    return prefix(count)
  }

  fileprivate mutating func removeText() -> String {
    String(decoding: removeCounted(), as: UTF8.self)
  }

  fileprivate mutating func removeValue() -> Defaults.StoredValue {
    switch Defaults.StoredValue.Kind(rawValue: removeFirst()) {
    case .bool: .bool(removeFirst() == 1)
    case .integer: .integer(removeNumber())
    case .real: .real(Double(bitPattern: removeNumber()))
    case .string: .string(removeText())
    case .date:
      .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: removeNumber())))
    case .data: .data(Data(removeCounted()))
    case .array: .array((0..<removeNumber()).map { (_: Int) in removeValue() })
    case .dictionary: .dictionary(removeMembers())
    case .uid: .uid(removeNumber())
    case .opaque:
      .opaque(
        Defaults.OpaqueValue(
          kindName: removeText(),
          format: removeText(),
          bytes: Array(removeCounted())
        )
      )
    case .null, nil: .null
    }
  }

  private mutating func removeMembers() -> [Defaults.KeyName: Defaults.StoredValue] {
    let count: Int = removeNumber()
    var members: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for _ in 0..<count { members[Defaults.KeyName(removeText())] = removeValue() }
    return members
  }
}
