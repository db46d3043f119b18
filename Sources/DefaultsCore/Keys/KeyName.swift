import Glibc

extension Defaults {
  /// The name of a key, compared by its UTF-8 bytes.
  ///
  /// Swift's `String` compares by canonical equivalence: `"caf\u{E9}"` equals `"cafe\u{301}"`, so a
  /// dictionary of strings holds only one of them, while a property list holds both. All code
  /// that finds, merges, sorts or compares keys therefore uses this type. A `String` may be used to
  /// pass a name on, because it keeps the bytes.
  ///
  /// ```swift
  /// let name: Defaults.KeyName = "quality"
  /// name == Defaults.KeyName("quality")  // true
  /// Defaults.KeyName("caf\u{E9}") == Defaults.KeyName("cafe\u{301}")  // false
  /// ```
  public struct KeyName: Sendable {
    /// The name as text, byte for byte as it was given.
    public let string: String

    /// Creates a name: any text, dots included.
    public init(_ string: String) {
      self.string = string
    }
  }
}

extension Defaults.KeyName: Hashable {
  /// Returns whether both names have the same UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.withBytes { left in
      right.withBytes { right in left.count == right.count && left.compare(right) == 0 }
    }
  }

  /// Feeds the UTF-8 bytes to a hasher.
  public func hash(into hasher: inout Hasher) {
    withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    // A terminator, as `String` adds one: without it "a", "bc" and "ab", "c" would hash alike.
    hasher.combine(0xFF as UInt8)
  }

  /// Calls a closure with the UTF-8 bytes, without a copy where the text is contiguous.
  @inline(__always)
  private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(string.utf8).withUnsafeBufferPointer(body)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Compares the first bytes of both, as many as the shorter has, with the result of `memcmp`.
  @inline(__always)
  fileprivate func compare(_ other: Self) -> Int32 {
    guard let baseAddress, let otherBase = other.baseAddress else { return 0 }
    return memcmp(baseAddress, otherBase, Swift.min(count, other.count))
  }
}

extension Defaults.KeyName: Comparable {
  /// Orders names by their UTF-8 bytes, which is the order of their Unicode scalars.
  public static func < (left: Self, right: Self) -> Bool {
    left.withBytes { left in
      right.withBytes { right in
        let order = left.compare(right)
        return order < 0 || order == 0 && left.count < right.count
      }
    }
  }
}

extension Defaults.KeyName: ExpressibleByStringInterpolation {
  /// Creates a name from a literal, with or without interpolations.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Defaults.KeyName: CustomStringConvertible {
  /// The name as text.
  public var description: String { string }
}

extension Defaults {
  /// Returns whether key-value observation on Apple's platforms can observe a key of this name.
  ///
  /// That requires ASCII, no full stop, and another first character than `@`. Here a name may be
  /// any text, and a full stop makes a group in the editor. The check is for programs that share
  /// their settings with sindresorhus/Defaults there.
  public static func isValidKeyPath(name: String) -> Bool {
    name.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: ".") } && name.utf8.first != 0x40
  }
}
