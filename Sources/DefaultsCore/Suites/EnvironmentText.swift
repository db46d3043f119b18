import CDefaults
import Glibc

/// Texts that come from outside as bytes: variables of the environment, and arguments.
///
/// Paths on Linux are bytes, and `String` holds only valid UTF-8: Foundation and
/// `CommandLine.arguments` replace invalid bytes with U+FFFD, so that two different directories or
/// keys become one that nobody named. Whoever uses such a text as a name or a path checks it here.
package enum EnvironmentText {
  /// The environment variables of the process; invalid bytes in them are replaced with U+FFFD.
  ///
  /// The dictionary of Foundation's `ProcessInfo` takes twenty times as long, and a command reads it eight
  /// times.
  package static var variables: [String: String] {
    var variables: [String: String] = [:]
    var next = cdefaults_environment()
    while let entry = next?.pointee {
      let end = strchr(entry, Int32(UInt8(ascii: "=")))
      if let end {
        let name = UnsafeRawBufferPointer(start: entry, count: end - entry)
        // As with `getenv`, the first of several counts.
        let key = String(decoding: name, as: UTF8.self)
        if variables[key] == nil { variables[key] = String(cString: end + 1) }
      }
      next = next?.advanced(by: 1)
    }
    return variables
  }

  /// Returns the text of bytes that end with a zero; nil when they are not valid UTF-8.
  package static func valid(_ bytes: UnsafePointer<CChar>) -> String? {
    String(validatingCString: bytes)
  }

  /// Returns the value of a variable of this process if it is not valid UTF-8, as
  /// ``shown(_:)`` writes it; nil otherwise.
  ///
  /// The corresponding C function is `getenv`.
  package static func invalidValue(of variable: String) -> String? {
    guard let value = getenv(variable), valid(value) == nil else { return nil }
    return shown(value)
  }

  /// Returns bytes that end with a zero as text for a message, each byte outside of printable ASCII
  /// as `\xFF`.
  package static func shown(_ bytes: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeBufferPointer(start: bytes, count: strlen(bytes))
    return bytes.map { byte in
      let byte = UInt8(truncatingIfNeeded: byte)
      if (0x20..<0x7F).contains(byte) { return String(Unicode.Scalar(byte)) }
      return "\\x" + byte.hexText
    }.joined()
  }

  /// Returns whether a value in a dictionary of variables was repaired, so that it is not what the
  /// variable holds.
  package static func isRepaired(_ value: String, of variable: String) -> Bool {
    guard value.unicodeScalars.contains("\u{FFFD}"), let bytes = getenv(variable) else {
      return false
    }
    return valid(bytes) == nil && String(cString: bytes) == value
  }
}
