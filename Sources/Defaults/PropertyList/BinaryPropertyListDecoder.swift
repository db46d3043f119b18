/// Builds stored values from the objects of a binary property list.
///
/// Objects that several others share are decoded once and may be shared without limit on paper,
/// so the size that a document unfolds to is bounded.
struct BinaryPropertyListDecoder {
  /// An entry of the root dictionary.
  struct Entry {
    /// Its key.
    var key: String
    /// Its value; nil when it is or holds something that has no stored form.
    var value: Defaults.StoredValue?
    /// The number of the key's object.
    var keyObject: Int
    /// The number of the value's object.
    var valueObject: Int
  }

  private struct Decoded {
    var value: Defaults.StoredValue?
    /// How large the value is when nothing is shared: one for each value, more for long ones.
    var weight: Int
    /// How many containers lie inside one another in it, itself included.
    var height = 0
  }

  private let reader: BinaryPropertyListReader
  private let budget: Int
  private var decoded: [Int: Decoded] = [:]
  private var unfinished: Set<Int> = []

  private init(_ reader: BinaryPropertyListReader) {
    self.reader = reader
    // Every reference costs at least one byte, so only sharing that is nested or of long values
    // comes near to this.
    budget = 4 * reader.bytes.count + 4_000_000
  }

  /// Reads the root dictionary.
  ///
  /// - Returns: its entries in the order of the file; a key may occur more than once.
  /// - Throws: ``PropertyListError`` when the root is no dictionary, an object is malformed,
  ///   contains itself, or the document unfolds to too much.
  static func entries(
    of reader: BinaryPropertyListReader
  ) throws(PropertyListError) -> [Entry] {
    var decoder = BinaryPropertyListDecoder(reader)
    let (root, range) = try reader.object(reader.root)
    guard case .dictionary(let keys, let values) = root else {
      throw PropertyListError(reason: "the root is no dictionary", byteOffset: range.lowerBound)
    }
    decoder.unfinished.insert(reader.root)
    var entries: [Entry] = []
    entries.reserveCapacity(keys.count)
    var weight = 0
    for index in 0..<keys.count {
      let keyObject = try reader.reference(index, of: keys)
      let valueObject = try reader.reference(index, of: values)
      let key = try decoder.key(keyObject)
      let value = try decoder.decode(valueObject, depth: 1)
      try decoder.add(key.weight + value.weight, to: &weight, at: range.lowerBound)
      entries.append(
        Entry(key: key.text, value: value.value, keyObject: keyObject, valueObject: valueObject)
      )
    }
    return entries
  }

  private mutating func key(
    _ number: Int
  ) throws(PropertyListError) -> (text: String, weight: Int) {
    let key = try decode(number, depth: 0)
    guard case .string(let text) = key.value else {
      throw PropertyListError(
        reason: "a key is no text",
        byteOffset: try reader.offset(of: number)
      )
    }
    return (text, key.weight)
  }

  private func add(
    _ weight: Int,
    to sum: inout Int,
    at offset: Int
  ) throws(PropertyListError) {
    sum += weight
    guard sum <= budget else {
      throw PropertyListError(reason: "shared objects unfold to too much", byteOffset: offset)
    }
  }

  /// Decodes an object that lies in so many containers.
  private mutating func decode(_ number: Int, depth: Int) throws(PropertyListError) -> Decoded {
    if let known = decoded[number] {
      try checkNesting(depth + known.height, at: number)
      return known
    }
    let (object, range) = try reader.object(number)
    let result: Decoded
    switch object {
    case .unknownScalar:
      return Decoded(value: nil, weight: 1)
    case .scalar(let value):
      result = Decoded(value: value, weight: 1 + range.count / 64)
      // Short values are cheaper to decode again than to remember.
      guard range.count > 64 else { return result }
    case .collection, .dictionary:
      try checkNesting(depth + 1, at: number)
      guard unfinished.insert(number).inserted else {
        throw PropertyListError(
          reason: "a container contains itself",
          byteOffset: range.lowerBound
        )
      }
      result = try decodeContainer(object, at: range.lowerBound, depth: depth + 1)
      unfinished.remove(number)
    }
    decoded[number] = result
    return result
  }

  private func checkNesting(_ depth: Int, at number: Int) throws(PropertyListError) {
    guard depth <= PropertyListLimits.nesting else {
      throw PropertyListError(
        reason: "more than \(PropertyListLimits.nesting) containers lie inside one another",
        byteOffset: try reader.offset(of: number)
      )
    }
  }

  private mutating func decodeContainer(
    _ object: BinaryPropertyListReader.Object,
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> Decoded {
    var weight = 1
    var height = 0
    var isKnown = true
    switch object {
    case .scalar, .unknownScalar:
      return Decoded(value: nil, weight: 1)
    case .collection(let isArray, let references):
      var elements: [Defaults.StoredValue] = []
      elements.reserveCapacity(references.count)
      for index in 0..<references.count {
        let element = try decode(try reader.reference(index, of: references), depth: depth)
        try add(element.weight, to: &weight, at: offset)
        height = max(height, element.height)
        if let value = element.value { elements.append(value) } else { isKnown = false }
      }
      let value = isArray && isKnown ? Defaults.StoredValue.array(elements) : nil
      return Decoded(value: value, weight: weight, height: height + 1)
    case .dictionary(let keys, let values):
      var contents: [String: Defaults.StoredValue] = [:]
      for index in 0..<keys.count {
        let key = try self.key(try reader.reference(index, of: keys))
        let element = try decode(try reader.reference(index, of: values), depth: depth)
        try add(key.weight + element.weight, to: &weight, at: offset)
        height = max(height, element.height)
        if let value = element.value { contents[key.text] = value } else { isKnown = false }
      }
      let value = isKnown ? Defaults.StoredValue.dictionary(contents) : nil
      return Decoded(value: value, weight: weight, height: height + 1)
    }
  }
}
