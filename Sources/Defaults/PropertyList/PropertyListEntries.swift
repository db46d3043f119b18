/// The entries of a document, made into keys and values when they are asked for.
protocol PropertyListEntries: Sendable {
  /// The document as it is in a file.
  var bytes: [UInt8] { get }

  /// How many entries there are, those that do not count included.
  var count: Int { get }

  /// Finds entries by their keys.
  var index: KeyIndex { get }

  /// Makes the key of the entry with a number.
  func key(at number: Int) -> Defaults.KeyName

  /// Makes the value of the entry with a number.
  func value(at number: Int) -> Defaults.StoredValue?

  /// Makes all values.
  func values() -> [Defaults.KeyName: Defaults.StoredValue]

  /// Answers whether an entry has surely the key and the value of one of another document, as
  /// both are written alike.
  func isEntry(_ number: Int, writtenAs other: Int, of others: Self) -> Bool

  /// Makes the document that changes lead to; they are in the order of the entries.
  ///
  /// - Throws: ``PropertyListError`` when it becomes too large.
  func changed(by changes: [EntryChange]) throws(PropertyListError) -> Self
}

extension PropertyListEntries {
  /// Finds the entry with a key.
  func number(of key: Defaults.KeyName) -> Int? {
    index.number(of: key, key: self.key(at:))
  }

  /// Makes an index of entries when nothing was noted while they were read.
  static func index(of count: Int, key: (Int) -> Defaults.KeyName) -> KeyIndex {
    var notes = KeyIndex.Notes()
    for number in 0..<count { notes.append(key(number)) }
    return KeyIndex(notes, key: key)
  }

  /// Finds the keys whose values differ from those of another document, without order.
  ///
  /// It makes no values of what is written alike in both, and looks up no keys as long as the
  /// entries are in the same order.
  func keysThatDiffer(from old: Self) -> [Defaults.KeyName] {
    var keys: [Defaults.KeyName] = []
    var shared = 0
    var next = 0
    for number in 0..<count where !index.replaced.contains(number) {
      if next < old.count, isEntry(number, writtenAs: next, of: old),
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
        if isEntry(number, writtenAs: place, of: old) { continue }
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

  /// Makes something of what was checked when the document was read, and so cannot fail.
  static func checked<Value>(
    else fallback: Value,
    _ make: () throws(PropertyListError) -> Value
  ) -> Value {
    do {
      return try make()
    } catch {
      return fallback
    }
  }
}
