/// A change of a text by whole parts: what stands between two brackets, or a line with all that is indented
/// more.
///
/// Single bytes rarely make a document that nests or repeats anything. A part that is put into itself, or in
/// the place of another one, often does.
package struct StructureMutation {
  private var state: UInt64

  /// Creates a change; the same number makes the same one.
  package init(seed: UInt32) {
    state = UInt64(seed) &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  }

  private mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(1, limit)))
  }

  /// Returns the changed text.
  package mutating func changed(_ bytes: [UInt8]) -> [UInt8] {
    let parts = Self.parts(of: bytes)
    guard !parts.isEmpty else { return bytes }
    let (one, other) = (parts[number(below: parts.count)], parts[number(below: parts.count)])
    var result = bytes
    switch number(below: 4) {
    case 0: result.replaceSubrange(one, with: bytes[other])
    case 1: result.insert(contentsOf: bytes[other], at: one.lowerBound)
    case 2: result.removeSubrange(one)
    default:
      // The part many times in a row.
      let copies = (0..<(2 + number(below: 30))).flatMap { _ in bytes[one] }
      result.replaceSubrange(one, with: copies)
    }
    return result
  }

  /// The ranges between matching brackets with these, between tags, and of lines.
  private static func parts(of bytes: [UInt8]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var open: [Int] = []
    var line = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "("), UInt8(ascii: "<"):
        open.append(index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ">"):
        if let start = open.popLast() { parts.append(start..<(index + 1)) }
      case 0x0A, UInt8(ascii: ","):
        parts.append(line..<(index + 1))
        line = index + 1
      default: break
      }
    }
    return parts
  }
}
