import Defaults
import Foundation

/// A reader of property lists for `.ci/differential`, which compares it with Python's.
///
/// Standard input has documents, each after its length as four bytes, the most significant first.
/// For each, one line of JSON is written: `{"values": …}` or `{"refused": reason}`. A value is an
/// array of its kind and its content, in a form that loses nothing: numbers as text, floating-point
/// numbers and dates as their bits, texts and bytes in hexadecimal.
enum PropertyListProbe {
  static func run() throws {
    let input = FileHandle.standardInput
    while let length = try input.read(upToCount: 4), length.count == 4 {
      let count = length.reduce(0) { $0 << 8 | Int($1) }
      let document = count == 0 ? Data() : try input.read(upToCount: count) ?? Data()
      let line = try JSONSerialization.data(
        withJSONObject: answer(Array(document)),
        options: .sortedKeys
      )
      FileHandle.standardOutput.write(line + Data("\n".utf8))
    }
  }

  private static func answer(_ document: [UInt8]) -> [String: Any] {
    do throws(PropertyListError) {
      return ["values": form(.dictionary(try PropertyListDocument(parsing: document).values))]
    } catch {
      return ["refused": error.reason]
    }
  }

  private static func form(_ value: Defaults.StoredValue) -> [Any] {
    switch value {
    case .bool(let flag): ["bool", flag]
    case .integer(let number): ["integer", "\(number)"]
    case .real(let number): ["real", hex(number)]
    case .string(let text): ["string", hex(text.utf8)]
    case .date(let date): ["date", hex(date.timeIntervalSinceReferenceDate)]
    case .data(let data): ["data", hex(data)]
    case .array(let elements): ["array"] + elements.map(form)
    case .dictionary(let members):
      ["dictionary"]
        + members.sorted { $0.key < $1.key }.map { [hex($0.key.string.utf8), form($0.value)] }
    case .uid(let number): ["uid", "\(number)"]
    case .null: ["null"]
    case .opaque(let value): ["opaque", value.kindName]
    }
  }

  private static func hex(_ number: Double) -> String {
    hex(withUnsafeBytes(of: number.bitPattern.bigEndian, Array.init))
  }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
