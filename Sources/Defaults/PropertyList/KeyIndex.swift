/// Finds the entries of a document by their keys.
///
/// It keeps no keys: they are in the document, which makes them again when they are compared.
struct KeyIndex: Sendable {
  /// Whether each key is greater than the one before it.
  let isSorted: Bool
  /// The numbers of entries that do not count, because a later one has the same key.
  let replaced: Set<Int>

  /// At the place that a key's hash gives, or at the next free one: the entry's number plus 1.
  private let table: [UInt32]

  /// Creates an index.
  ///
  /// - Parameters:
  ///   - keys: what was noted of all keys.
  ///   - key: makes the key of the entry with a number.
  init(_ keys: Notes, key: (Int) -> Defaults.KeyName) {
    var table = [UInt32](repeating: 0, count: Self.size(for: keys.hashes.count))
    var replaced: Set<Int> = []
    for (number, hash) in keys.hashes.enumerated() {
      var place = hash & (table.count - 1)
      while table[place] != 0 {
        let other = Int(table[place]) - 1
        if keys.hashes[other] == hash, key(other) == key(number) {
          replaced.insert(other)
          break
        }
        place = (place + 1) & (table.count - 1)
      }
      table[place] = UInt32(number + 1)
    }
    self.table = table
    self.replaced = replaced
    isSorted = keys.isSorted
  }

  /// What is noted of the keys while they are read one after the other.
  struct Notes {
    fileprivate var hashes: [Int] = []
    fileprivate var isSorted = true
    private var last: Defaults.KeyName?

    /// Notes the next key.
    mutating func append(_ key: Defaults.KeyName) {
      if let last, last >= key { isSorted = false }
      last = key
      hashes.append(key.hashValue)
    }
  }

  /// Finds the entry with a key.
  ///
  /// - Returns: its number, or nil when there is none.
  func number(of name: Defaults.KeyName, key: (Int) -> Defaults.KeyName) -> Int? {
    var place = name.hashValue & (table.count - 1)
    while table[place] != 0 {
      let number = Int(table[place]) - 1
      if key(number) == name { return number }
      place = (place + 1) & (table.count - 1)
    }
    return nil
  }

  /// A power of two that leaves a third of the table free.
  private static func size(for count: Int) -> Int {
    var size = 4
    while size * 2 < count * 3 { size *= 2 }
    return size
  }
}
