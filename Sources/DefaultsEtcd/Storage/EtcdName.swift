#if Fleet

/// The names of fleets, suites, groups, hosts and keys as parts of the keys in etcd.
///
/// All bytes of the UTF-8 but ASCII letters, digits, `-`, `.`, `_` and `~` are escaped as in a URL:
/// `window/width` is `window%2Fwidth`. So a name never contains a slash or anything that a terminal obeys,
/// and names are read with `etcdctl` as they are, except for rare ones. Every name has exactly one spelling.
enum EtcdName {
  /// Returns the spelling of a name.
  static func encode(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      if isPlain(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += byte < 16 ? "%0" : "%"
        text += String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }

  /// Returns the name with a spelling; nil for bytes that ``encode(_:)`` returns for no name.
  static func decode(_ spelling: some Collection<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = spelling[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let digits = String(validating: rest.prefix(2), as: UTF8.self),
        let escaped = UInt8(digits, radix: 16)
      else { return nil }
      bytes.append(escaped)
      rest = rest.dropFirst(2)
    }
    guard let name = String(validating: bytes, as: UTF8.self),
      encode(name).utf8.elementsEqual(spelling)
    else { return nil }
    return name
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(byte)
    }
  }
}

#endif
