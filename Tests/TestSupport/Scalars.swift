extension Unicode.Scalar {
  /// All scalars of the blocks that have properties of their own, and some of those that are alike.
  ///
  /// The Basic and the Supplementary Multilingual Plane and the tags are complete. Of the ideographs, the
  /// private use and what is not assigned, there is every 61st scalar and the ends of each plane.
  public static let examined: [Unicode.Scalar] = {
    let planes = UInt32(2)...0x10
    let ends = planes.flatMap {
      [$0 << 16, $0 << 16 | 0xFFFD, $0 << 16 | 0xFFFE, $0 << 16 | 0xFFFF]
    }
    let tags = Array(UInt32(0xE0000)..<0xE0200)
    let others = Array(stride(from: UInt32(0x20000), through: 0x10FFFF, by: 61))
    return (Array(0..<0x20000) + tags + others + ends).compactMap { Unicode.Scalar($0) }
  }()
}
