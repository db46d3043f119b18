/// A hash table from keys to the numbers of their entries in a document.
///
/// A document can have many thousands of entries, of which a program reads a few. A dictionary
/// would hold a copy of every key. This table holds four bytes for each slot, and a key that must
/// be compared is decoded from the document again.
///
/// The table uses open addressing with linear probing: an entry is at the slot of its key's hash,
/// or at the next free slot after it. At least a third of the slots is free, so every search
/// ends, and soon. While the table is built, the hashes of all keys are known, and keys are
/// compared only if their hashes are equal; without this, every collision would decode two keys.
///
/// Of entries with the same key the last one counts. It takes the slot of the earlier one, whose
/// number goes to `replaced`, because the earlier entry is still in the document.
struct KeyIndex: Sendable {
  /// Whether each key is greater than the one before it, as Foundation writes them.
  let isSorted: Bool
  /// The numbers of entries that do not count, because a later entry has the same key.
  let replaced: Set<Int>

  /// The entry's number plus 1 in each slot; 0 in a free slot.
  private let table: [UInt32]

  /// Creates an index from the notes of all keys; `key` returns the key of an entry by its number.
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

  /// Hashes and order of the keys, noted while they are parsed one after the other.
  struct Notes {
    fileprivate var hashes: [Int] = []
    fileprivate var isSorted = true
    private var last: Defaults.KeyName?

    /// Adds the next key.
    mutating func append(_ key: Defaults.KeyName) {
      if isSorted {
        if let last, last >= key { isSorted = false }
        last = key
      }
      hashes.append(key.hashValue)
    }
  }

  /// Returns the number of the entry with a key; nil when there is none.
  func number(of name: Defaults.KeyName, key: (Int) -> Defaults.KeyName) -> Int? {
    var place = name.hashValue & (table.count - 1)
    while table[place] != 0 {
      let number = Int(table[place]) - 1
      if key(number) == name { return number }
      place = (place + 1) & (table.count - 1)
    }
    return nil
  }

  /// Returns the number of slots: a power of two of which at least a third stays free.
  private static func size(for count: Int) -> Int {
    var size = 4
    while size * 2 < count * 3 { size *= 2 }
    return size
  }
}
