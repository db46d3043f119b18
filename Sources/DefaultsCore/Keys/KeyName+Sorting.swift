extension Sequence<Defaults.KeyName> {
  /// Returns the keys in their order; faster than `sorted()` for many keys.
  ///
  /// Most comparisons are of numbers: eight bytes of each key after the part that all keys have in
  /// common. To compare two names reads memory in two places, and to move one counts references.
  func sortedByBytes() -> [Defaults.KeyName] {
    let keys = Array(self)
    guard let first = keys.first else { return keys }
    var common = Array<UInt8>(first.string.utf8)[...]
    for key in keys where !common.isEmpty {
      let length = zip(common, key.string.utf8).prefix { $0 == $1 }.count
      common = common.prefix(length)
    }
    let start = common.count
    var places: [(bytes: UInt64, place: Int)] = []
    places.reserveCapacity(keys.count)
    for place in keys.indices { places.append((keys[place].bytes(from: start), place)) }
    places.sort { left, right in
      left.bytes == right.bytes ? keys[left.place] < keys[right.place] : left.bytes < right.bytes
    }
    return places.map { keys[$0.place] }
  }
}

extension Defaults.KeyName {
  /// Returns up to eight bytes from a place, as a number that is ordered as they are.
  fileprivate func bytes(from start: Int) -> UInt64 {
    var text = string
    return text.withUTF8 { utf8 in
      var result: UInt64 = 0
      for place in start..<start + 8 {
        let byte = place < utf8.count ? utf8[place] : 0
        result = (result << 8) + UInt64(byte)
      }
      return result
    }
  }
}
