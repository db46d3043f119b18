import FoundationEssentials
import Glibc

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
    var bytes = (line + [UInt8(ascii: "\n")])[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes.removeFirst(count)
    }
    return true
  }
}
