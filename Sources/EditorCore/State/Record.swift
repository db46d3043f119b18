import Defaults
import DefaultsSchema

/// The number of a record in a document's storage; it stays the same while the key is shown.
struct Slot: Hashable, Sendable {
  let number: Int32

  init(_ number: Int) {
    self.number = Int32(truncatingIfNeeded: number)
  }

  var index: Int { Int(number) }
}

/// What a document stores for one key: as little as possible, because there may be 100,000.
///
/// A row of the list needs an ``Item``, which has the key's entry and all its layers. It is made
/// from the record when it is needed.
struct Record: Sendable {
  let key: Defaults.KeyName
  private var value: Value
  /// What few keys have; nil for all others.
  private(set) var extra: Extra?
  /// The index of the key's section in the document.
  let section: Int32
  private(set) var flags: Flags

  private enum Value: Sendable {
    case none
    /// The value in the document's snapshot.
    case unread
    case known(Defaults.StoredValue)
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// The schema says that nobody should start to use the key.
    static let isDiscouraged = Self(rawValue: 1)
    /// A layer had a value since the document was made.
    static let hadValue = Self(rawValue: 2)
    /// Another program changed the key, and the cursor has not left its row since.
    static let isChangedElsewhere = Self(rawValue: 4)
    /// The key was removed from the document.
    static let isRemoved = Self(rawValue: 8)
  }

  /// The values of the other layers, the lock, and why the user's value does not fit.
  final class Extra: Sendable {
    let others: [Defaults.LayeredValue]
    let lock: Defaults.Lock?
    let rejection: Defaults.Rejection?

    init?(_ layers: KeyLayers, _ rejection: Defaults.Rejection?) {
      guard !layers.others.isEmpty || layers.lock != nil || rejection != nil else { return nil }
      others = layers.others
      lock = layers.lock
      self.rejection = rejection
    }
  }

  /// Creates the record of a key that no layer has.
  init(key: Defaults.KeyName, section: Int, isDiscouraged: Bool = false) {
    self.key = key
    self.section = Int32(truncatingIfNeeded: section)
    value = .none
    flags = isDiscouraged ? .isDiscouraged : []
  }

  /// The user's value; nil when the key is unset, or when the value was not read yet.
  var stored: Defaults.StoredValue? {
    if case .known(let value) = value { value } else { nil }
  }

  /// Whether the user has stored a value, read or not.
  var isSet: Bool {
    if case .none = value { false } else { true }
  }

  /// What the layers hold.
  var layers: KeyLayers {
    KeyLayers(stored: stored, others: extra?.others ?? [], lock: extra?.lock)
  }

  /// The value that determines the kind of an undeclared key: the user's, or that of a layer.
  var shownValue: Defaults.StoredValue? { stored ?? extra?.others.first?.value }

  var isLocked: Bool { extra?.lock != nil }
  var isInvalid: Bool { extra?.rejection != nil }
  var isRemoved: Bool { flags.contains(.isRemoved) }
  var hadValue: Bool { flags.contains(.hadValue) }

  /// Whether the key is shown only by filters that ask for such keys.
  var isWithheld: Bool { flags.contains(.isDiscouraged) && !hadValue }

  var isChangedElsewhere: Bool {
    get { flags.contains(.isChangedElsewhere) }
    set {
      if newValue { flags.insert(.isChangedElsewhere) } else { flags.remove(.isChangedElsewhere) }
    }
  }

  /// Replaces what the layers hold.
  ///
  /// - Parameters:
  ///   - layers: the new values and the lock.
  ///   - entry: the entry that the user's value must fit; nil for an undeclared key.
  mutating func store(_ layers: KeyLayers, checkedBy entry: Entry?) {
    value = layers.stored.map(Value.known) ?? .none
    extra = Extra(layers, entry?.rejection(of: layers.stored))
    if !layers.isEmpty { flags.insert(.hadValue) }
  }

  /// Stores that the key has a value in the user layer and in no other.
  mutating func setUnread() {
    value = .unread
    flags.insert(.hadValue)
  }

  /// Reads the value if that was not done yet.
  mutating func read(from snapshot: Defaults.StoredValues) {
    if case .unread = value { value = snapshot[key].map(Value.known) ?? .none }
  }

  mutating func remove() {
    flags.insert(.isRemoved)
  }
}

extension Entry {
  /// Returns why a stored value does not fit the schema; nil when it does, or none is stored.
  func rejection(of value: Defaults.StoredValue?) -> Defaults.Rejection? {
    guard let value else { return nil }
    do throws(Defaults.Rejection) {
      try validate(value)
      return nil
    } catch {
      return error
    }
  }

  /// Creates the entry of a key that no schema declares; its kind is that of its value.
  init(undeclaredKey key: Defaults.KeyName, value: Defaults.StoredValue?) {
    self.init(
      untypedKey: key.string,
      title: key.string,
      kind: value.map(ValueKind.inferred) ?? .any
    )
  }
}

/// How many keys have a property that a heading or the title line counts.
struct Counts: Hashable, Sendable {
  var keys: Int = 0
  var set: Int = 0
  var locked: Int = 0
  var invalid: Int = 0
  var changedElsewhere: Int = 0

  mutating func add(_ record: Record) { change(by: 1, record) }
  mutating func remove(_ record: Record) { change(by: -1, record) }

  private mutating func change(by number: Int, _ record: Record) {
    keys += number
    if record.isSet { set += number }
    if record.isLocked { locked += number }
    if record.isInvalid { invalid += number }
    if record.isChangedElsewhere { changedElsewhere += number }
  }
}
