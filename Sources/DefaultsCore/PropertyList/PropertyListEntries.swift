/// The entries of a document, which are decoded when they are read.
///
/// Decoding them uses `try?`: it cannot fail, because parsing has checked all of them.
protocol PropertyListEntries: Sendable {
  /// The document as it is in a file.
  var bytes: [UInt8] { get }

  /// The number of entries, including those that a later one replaces.
  var count: Int { get }

  /// The index of the entries by key.
  var index: KeyIndex { get }

  /// Returns the key of the entry with a number.
  func key(at number: Int) -> Defaults.KeyName

  /// Returns the value of the entry with a number.
  func value(at number: Int) -> Defaults.StoredValue?

  /// Returns all values by key.
  func values() -> [Defaults.KeyName: Defaults.StoredValue]

  /// Returns whether an entry has the same bytes as one of another document, and so is equal to it.
  ///
  /// False does not mean that the entries differ.
  func hasSameBytes(entry number: Int, as other: Int, of others: Self) -> Bool

  /// Returns the document with edits applied, which are in the order of the entries.
  ///
  /// It fails when the document is larger than the limit.
  func changed(by changes: [EntryEdit]) throws(PropertyListError) -> Self
}

extension PropertyListEntries {
  /// Returns the number of the entry with a key; nil when there is none.
  func number(of key: Defaults.KeyName) -> Int? {
    index.number(of: key, key: self.key(at:))
  }

  /// Returns all keys, sorted.
  func sortedKeys() -> [Defaults.KeyName] {
    var keys: [Defaults.KeyName] = []
    keys.reserveCapacity(count)
    for number in 0..<count where !index.replaced.contains(number) { keys.append(key(at: number)) }
    return index.isSorted ? keys : keys.sortedByBytes()
  }

  /// Creates an index of entries that were not noted while they were parsed.
  static func index(of count: Int, key: (Int) -> Defaults.KeyName) -> KeyIndex {
    var notes = KeyIndex.Notes()
    for number in 0..<count { notes.append(key(number)) }
    return KeyIndex(notes, key: key)
  }

  /// Returns the keys whose values differ from those of another document, in no order.
  ///
  /// This runs for every change of a file by another process, and such a change usually affects
  /// one key of many. So the loop avoids decoding: entries that are written alike are equal and
  /// are skipped. `next` is the entry of the old document that is expected at the same position;
  /// as long as the order is the same, no key is looked up, and after an insertion or a removal one
  /// lookup finds the position again.
  ///
  /// `shared` counts the keys that are in both documents. If it is the number of old keys, none was
  /// removed, and the second loop is not needed.
  func keysThatDiffer(from old: Self) -> [Defaults.KeyName] {
    var keys: [Defaults.KeyName] = []
    var shared = 0
    var next = 0
    for number in 0..<count where !index.replaced.contains(number) {
      if next < old.count, hasSameBytes(entry: number, as: next, of: old),
        !old.index.replaced.contains(next)
      {
        next += 1
        shared += 1
        continue
      }
      let key = key(at: number)
      let place = old.number(of: key)
      if let place {
        next = place + 1
        shared += 1
        if hasSameBytes(entry: number, as: place, of: old) { continue }
      }
      if value(at: number) != place.flatMap(old.value(at:)) { keys.append(key) }
    }
    guard shared < old.count - old.index.replaced.count else { return keys }
    for number in 0..<old.count where !old.index.replaced.contains(number) {
      let key = old.key(at: number)
      if self.number(of: key) == nil, old.value(at: number) != nil { keys.append(key) }
    }
    return keys
  }
}
