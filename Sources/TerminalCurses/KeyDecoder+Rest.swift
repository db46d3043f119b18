extension KeyDecoder {
  /// Returns whether bytes are the whole rest of a key's sequence after Escape: `[A`, `[1;5C`, `OP`.
  static func isRestOfSequence(_ bytes: some BidirectionalCollection<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last, bytes.count > 1 else { return false }
    let parameters = bytes.dropFirst().dropLast()
    switch first {
    case UInt8(ascii: "O"):
      return parameters.isEmpty && (finals[last] != nil || (0x50..<0x54).contains(last))
    case UInt8(ascii: "["):
      return parameters.allSatisfy { (0x30..<0x3C).contains($0) }
        && (0x40..<0x7F).contains(last) && last != UInt8(ascii: "[")
    default:
      return false
    }
  }
}
