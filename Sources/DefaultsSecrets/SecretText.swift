import DefaultsCore
import FoundationEssentials

/// The form of a value as a secret: text, so that other programs can show and set it.
///
/// Text is stored as it is. A value of another kind, or text that a place could not keep, is a
/// property list in a `data:` URL (RFC 2397), whose only key is `value`.
enum SecretText {
  private static let prefix = Array("data:application/x-plist;base64,".utf8)
  private static let key: Defaults.KeyName = "value"

  /// Returns the form of a value: at least one byte, and no NUL; fails when the value is too large.
  static func bytes(_ value: Defaults.StoredValue) throws(PropertyListError) -> [UInt8] {
    if case .string(let text) = value {
      let bytes = Array(text.utf8)
      if !bytes.isEmpty, !bytes.contains(0), !bytes.starts(with: prefix) { return bytes }
    }
    let document = try PropertyListDocument([key: value]).encoded()
    return prefix + Array(Data(document).base64EncodedData())
  }

  /// Returns the value of a form, which may have been stored by another program.
  ///
  /// What is no property list is text, and what is no text is data.
  static func value(_ bytes: [UInt8]) -> Defaults.StoredValue {
    if bytes.starts(with: prefix), let value = propertyList(bytes.dropFirst(prefix.count)) {
      return value
    }
    return String(validating: bytes, as: UTF8.self).map { .string($0) } ?? .data(Data(bytes))
  }

  private static func propertyList(_ base64: ArraySlice<UInt8>) -> Defaults.StoredValue? {
    guard let data = Data(base64Encoded: Data(base64)) else { return nil }
    do throws(PropertyListError) {
      return try PropertyListDocument(parsing: Array(data))[key]
    } catch {
      return nil  // Text that looks like one.
    }
  }
}

/// The name of a key in the items of a place, which are C strings that people see.
enum SecretName {
  /// Returns a name without control characters, with `%` and two digits for each.
  static func escaped(_ name: String) -> String {
    var escaped: [UInt8] = []
    for byte in name.utf8 {
      guard byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") else {
        escaped.append(byte)
        continue
      }
      escaped.append(contentsOf: ("%" + byte.hexText).utf8)
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns the name that was escaped; nil for what is none.
  static func unescaped(_ escaped: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(escaped)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest.removeFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
