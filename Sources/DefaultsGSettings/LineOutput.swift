import DefaultsCore
import FoundationEssentials

/// Writes lines to descriptors.
enum LineOutput {
  /// Writes a value as JSON on one line.
  @discardableResult
  static func write(_ value: some Encodable, to descriptor: CInt) -> Bool {
    // The messages have no numbers or keys that JSON lacks.
    guard let data = try? JSONEncoder().encode(value) else { return false }
    return write(line: Array(data), to: descriptor)
  }

  /// Writes bytes and a line feed; returns whether all were written.
  @discardableResult
  static func write(line: [UInt8], to descriptor: CInt) -> Bool {
    DescriptorOutput.write(line + [UInt8(ascii: "\n")], to: descriptor) == 0
  }
}
