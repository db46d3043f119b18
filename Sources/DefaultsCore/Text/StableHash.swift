/// The hash FNV-1a of bytes: the same in every process, unlike that of `Hasher`.
package struct StableHash: Hashable, Sendable {
  /// The number.
  package let value: UInt64

  /// Creates the hash of bytes.
  package init(_ bytes: some Sequence<UInt8>) {
    value = bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The number in hexadecimal digits.
  package var text: String { String(value, radix: 16) }
}
