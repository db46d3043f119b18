import FoundationEssentials

extension Defaults.StoredValue {
  /// Returns why no store can hold the value, as a short phrase; nil when a store can.
  ///
  /// The depth is the number of containers around the value, the root dictionary included.
  /// `isForPropertyList` says whether a property list is to hold it, which refuses the opaque
  /// values of other formats.
  func refusal(depth: Int = 1, isForPropertyList: Bool = false) -> String? {
    switch self {
    case .bool, .real, .string, .data, .uid, .null:
      return nil
    case .integer(let value):
      guard PropertyListLimits.integers.contains(value) else {
        return "the whole number \(value) is outside \(Int64.min)...\(UInt64.max)"
      }
      return nil
    case .date(let date):
      return date.timeIntervalSinceReferenceDate.isFinite ? nil : "the date is not finite"
    case .array(let elements):
      guard depth < PropertyListLimits.nesting else { return PropertyListLimits.nestingReason }
      return Self.firstRefusal(in: elements, depth: depth + 1, isForPropertyList)
    case .dictionary(let values):
      guard depth < PropertyListLimits.nesting else { return PropertyListLimits.nestingReason }
      return Self.firstRefusal(in: values.values, depth: depth + 1, isForPropertyList)
    case .opaque(let value):
      guard isForPropertyList || value.format == Defaults.OpaqueValue.propertyListFormat else {
        return nil
      }
      do throws(PropertyListError) {
        _ = try value.propertyListObject(depth: depth)
        return nil
      } catch {
        return error.reason
      }
    }
  }

  private static func firstRefusal(
    in values: some Sequence<Self>,
    depth: Int,
    _ isForPropertyList: Bool
  ) -> String? {
    for value in values {
      let refusal = value.refusal(depth: depth, isForPropertyList: isForPropertyList)
      if let refusal { return refusal }
    }
    return nil
  }

  /// Whether the value is equal after it was written to XML and read again.
  ///
  /// XML cannot hold most control characters, references of keyed archives, dates outside of the
  /// years 0 to 9999, the payload of a NaN, null, and opaque values.
  var isRepresentableInXML: Bool {
    switch self {
    case .bool, .integer, .data:
      true
    case .uid, .null, .opaque:
      false
    case .real(let value):
      !value.isNaN || value.bitPattern == Double.nan.bitPattern
    case .date(let date):
      PropertyListDate.writableSeconds.contains(date.timeIntervalSinceReferenceDate)
    case .string(let text):
      text.isRepresentableInXML
    case .array(let elements):
      elements.allSatisfy(\.isRepresentableInXML)
    case .dictionary(let values):
      values.allSatisfy { $0.key.string.isRepresentableInXML && $0.value.isRepresentableInXML }
    }
  }
}

extension String {
  /// Whether every character of the text is allowed in XML 1.0.
  var isRepresentableInXML: Bool {
    var last: (UInt8, UInt8) = (0, 0)
    for byte in utf8 {
      if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D { return false }
      // U+FFFE and U+FFFF.
      if byte >= 0xBE, byte <= 0xBF, last == (0xEF, 0xBF) { return false }
      last = (last.1, byte)
    }
    return true
  }
}
