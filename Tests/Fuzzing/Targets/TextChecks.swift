import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TerminalCurses

/// What holds for every JSON text that can be read.
enum JSONChecks {
  static func check(_ bytes: [UInt8]) throws {
    try JSONEditChecks.check(bytes)
    guard let value = try? JSONValue(parsing: String(decoding: bytes, as: UTF8.self)) else {
      return
    }
    for isIndented in [false, true] {
      let text = value.text(indented: isIndented)
      try demand((try? JSONValue(parsing: text)) == value, "written and read again, it is equal")
    }
    guard let stored = try? Defaults.StoredValue(value) else { return }
    let again = try? Defaults.StoredValue(stored.json)
    try demand(again == stored, "stored and shown as JSON, it is the same value")
  }
}

/// What holds for every value that a person types.
enum TypedValueChecks {
  private static let kinds: [ValueKind] = [
    .bool, .integer(NumberLimits(minimum: -5, maximum: 1 << 40)), .real(NumberLimits()),
    .string(TextLimits()), .date, .data, .url, .path, .color, .json, .any,
    .list(of: .integer(NumberLimits())), .dictionary(of: .bool),
  ]

  static func check(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    for kind in kinds {
      guard let value = try? kind.parse(text) else { continue }
      guard (try? kind.validate(value)) != nil else { continue }
      let shown = kind.editableText(value)
      guard let again = try? kind.parse(shown) else {
        throw FuzzTarget.Broken(description: "\(kind): what is shown can be typed")
      }
      try demand(kind.editableText(again) == shown, "\(kind): typed again, it is shown the same")
      // An address may be spelled in several ways.
      if kind != .url { try demand(again == value, "\(kind): typed again, it is equal") }
    }
  }
}

/// What holds for everything that a terminal sends.
enum KeyChecks {
  static func check(_ bytes: [UInt8]) throws {
    var decoder = KeyDecoder()
    for byte in bytes { decoder.decode(byte) }
    decoder.finish()
    // What is left can only be a character of which bytes are missing, or the mouse's.
    for byte in Array("    a".utf8) { decoder.decode(byte) }
    decoder.finish()
    let last = decoder.takeTokens().last
    try demand(last == .key(.character("a")), "a key after a pause is that key")
    try demand(decoder.takeTokens().isEmpty, "nothing is told twice")
  }
}

/// What holds for every text that is shown.
enum TextChecks {
  static func check(_ bytes: [UInt8]) throws {
    let text = SafeText(String(decoding: bytes, as: UTF8.self))
    try demand(text.string.unicodeScalars.allSatisfy(isHarmless), "no control character is left")
    try demand(SafeText(text.string) == text, "what is safe stays as it is")
    for columns in [0, 1, 2, 3, 7, 20] {
      try demand(text.truncated(to: columns).width <= columns, "cut, it fits")
      try demand(text.padded(to: columns).width == columns, "padded, it fills")
      try demand(text.prefix(columns: columns).width <= columns, "its start fits")
      guard columns > 1 else { continue }
      let lines = text.wrapped(to: columns)
      let doFit = lines.allSatisfy { $0.width <= columns || $0.string.count == 1 }
      try demand(doFit, "every line fits, or is one character that does not")
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory != .control
  }
}
