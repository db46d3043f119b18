/// A decoder that checks the objects of a binary property list and converts them to values.
///
/// Objects refer to one another by number, so containers can share objects. 40 arrays that each
/// refer twice to the next one need some hundred bytes in a file, and unfold to 2^40 values. So
/// unfolding is bounded:
///
/// 1. Every result is kept in `decoded`, so each object is decoded once. Without this, the
///    decoding itself takes exponential time.
/// 2. Every result has a weight, the number of values it unfolds to, and the sum for a container
///    may not exceed `budget`. Without this, decoding is fast, but comparing or writing the value
///    visits every one of the 2^40.
/// 3. Every result has a height, since an object can be shared at different depths: the depth of
///    a reference plus the height of its target may not exceed `PropertyListLimits.nesting`.
///    Without this, recursion can overflow the stack.
/// 4. `unfinished` holds the containers that are being decoded; a reference to one of them is a
///    cycle. Without this, the recursion does not end.
///
/// All of this is checked once, when a document is parsed. Decoding a value later cannot fail.
struct BinaryPropertyListDecoder {
  /// An entry of the root dictionary.
  struct Entry: Sendable {
    /// The number of the key's object.
    var keyObject: Int
    /// The number of the value's object.
    var valueObject: Int
  }

  private struct Decoded {
    /// Nil where objects are only checked.
    var value: Defaults.StoredValue?
    /// The number of values it unfolds to; long values count more than once.
    var weight: Int
    /// The depth of nested containers in it, itself included; 0 for a scalar.
    var height = 0
  }

  private let reader: BinaryPropertyListReader
  private let budget: Int
  /// Whether values are created; if not, objects are only checked.
  private let makesValues: Bool
  private var decoded: [Int: Decoded] = [:]
  private var unfinished: Set<Int> = []

  /// Creates a decoder for the objects of a document.
  init(_ reader: BinaryPropertyListReader, makesValues: Bool = true) {
    self.reader = reader
    self.makesValues = makesValues
    // A reference has at least one byte in the file. So only nested sharing, or sharing of long
    // values, can exceed this.
    budget = 4 * reader.bytes.count + 4_000_000
  }

  /// Returns the entries of the root dictionary, and checks all objects without creating values.
  ///
  /// The entries are in the order of the file, and `note` is called with the key of each; a key may
  /// occur more than once. The depth is the number of containers around the values, the root
  /// dictionary included. It fails when the root is not a dictionary, an object is malformed or
  /// contains itself, or the document unfolds to more than the budget.
  static func entries(
    of reader: BinaryPropertyListReader,
    depth: Int = 1,
    note: (Defaults.KeyName) -> Void = { _ in }
  ) throws(PropertyListError) -> [Entry] {
    var decoder = BinaryPropertyListDecoder(reader, makesValues: false)
    let (root, range) = try reader.object(reader.root)
    guard case .dictionary(let keys, let values) = root else {
      throw PropertyListError(reason: "the root is not a dictionary", byteOffset: range.lowerBound)
    }
    decoder.unfinished.insert(reader.root)
    var entries: [Entry] = []
    entries.reserveCapacity(keys.count)
    var weight = 0
    for index in 0..<keys.count {
      let entry = Entry(
        keyObject: try reader.reference(index, of: keys),
        valueObject: try reader.reference(index, of: values)
      )
      let key = try reader.key(entry.keyObject)
      let value = try decoder.decode(entry.valueObject, depth: depth)
      try decoder.add(Self.weight(of: key) + value.weight, to: &weight, at: range.lowerBound)
      entries.append(entry)
      note(key)
    }
    return entries
  }

  /// Returns the value of an object; nil where objects are only checked.
  ///
  /// It fails when an object is malformed or contains itself.
  mutating func value(_ object: Int) throws(PropertyListError) -> Defaults.StoredValue? {
    try decode(object, depth: 1).value
  }

  private static func weight(of key: Defaults.KeyName) -> Int {
    1 + key.string.utf8.count / 64
  }

  private func add(
    _ weight: Int,
    to sum: inout Int,
    at offset: Int
  ) throws(PropertyListError) {
    sum += weight
    guard sum <= budget else {
      throw .unsupported("shared objects unfold to too much", at: offset)
    }
  }

  /// Decodes an object at a depth, which is the number of containers around it.
  private mutating func decode(_ number: Int, depth: Int) throws(PropertyListError) -> Decoded {
    // What is short was not kept, so looking for it would be in vain.
    if try !reader.isShortScalar(number), let known = decoded[number] {
      try checkNesting(depth + known.height, at: number)
      return known
    }
    let (object, range) = try reader.object(number)
    let result: Decoded
    switch object {
    case .unknownScalar:
      return Decoded(value: try opaque(number), weight: 1 + range.count / 64)
    case .scalar(let value):
      result = Decoded(value: value, weight: 1 + range.count / 64)
      // Short values are cheaper to decode again than to keep.
      guard range.count > 64 else { return result }
    case .collection, .dictionary:
      try checkNesting(depth + 1, at: number)
      guard unfinished.insert(number).inserted else {
        throw PropertyListError(
          reason: "a container contains itself",
          byteOffset: range.lowerBound
        )
      }
      var container = try decodeContainer(object, at: range.lowerBound, depth: depth + 1)
      if container.value == nil { container.value = try opaque(number) }
      result = container
      unfinished.remove(number)
    }
    decoded[number] = result
    return result
  }

  /// Keeps an object that has no case of its own; nil where objects are only checked.
  private func opaque(_ number: Int) throws(PropertyListError) -> Defaults.StoredValue? {
    guard makesValues else { return nil }
    return .opaque(try Defaults.OpaqueValue(copying: number, from: reader))
  }

  private func checkNesting(_ depth: Int, at number: Int) throws(PropertyListError) {
    guard depth <= PropertyListLimits.nesting else {
      throw .unsupported(PropertyListLimits.nestingReason, at: try reader.offset(of: number))
    }
  }

  private mutating func decodeContainer(
    _ object: BinaryPropertyListReader.Object,
    at offset: Int,
    depth: Int
  ) throws(PropertyListError) -> Decoded {
    var weight = 1
    var height = 0
    switch object {
    case .scalar, .unknownScalar:
      return Decoded(value: nil, weight: 1)
    case .collection(let isArray, let references):
      var elements: [Defaults.StoredValue] = []
      if makesValues { elements.reserveCapacity(references.count) }
      for index in 0..<references.count {
        let element = try decode(try reader.reference(index, of: references), depth: depth)
        try add(element.weight, to: &weight, at: offset)
        height = max(height, element.height)
        if isArray, let value = element.value { elements.append(value) }
      }
      let value = isArray && makesValues ? Defaults.StoredValue.array(elements) : nil
      return Decoded(value: value, weight: weight, height: height + 1)
    case .dictionary(let keys, let values):
      var contents: [Defaults.KeyName: Defaults.StoredValue] = [:]
      for index in 0..<keys.count {
        let key = try reader.key(try reader.reference(index, of: keys))
        let element = try decode(try reader.reference(index, of: values), depth: depth)
        try add(Self.weight(of: key) + element.weight, to: &weight, at: offset)
        height = max(height, element.height)
        if let value = element.value { contents[key] = value }
      }
      let value = makesValues ? Defaults.StoredValue.dictionary(contents) : nil
      return Decoded(value: value, weight: weight, height: height + 1)
    }
  }
}
