import DefaultsCore
import DefaultsSchema

/// The index of a record in a document's storage; it stays the same while the key is shown.
///
/// A slot is four bytes, because lists of 100,000 of them are moved and copied.
struct Slot: Hashable, Sendable {
  let number: Int32

  init(_ number: Int) {
    self.number = Int32(truncatingIfNeeded: number)
  }

  /// The index in the array of records.
  var index: Int { Int(number) }
}

/// The data that a document stores for one key: as little as possible, because there may be 100,000.
///
/// A row of the list needs an ``Item``, with the key's entry and all its layers; it is created from the
/// record when the row is drawn. Properties that few keys have are in a separate object, `extra`, so
/// that they cost one pointer in all other records.
struct Record: Sendable {
  let key: Defaults.KeyName
  private var value: Value
  /// The properties that few keys have; nil for all others.
  private(set) var extra: Extra?
  /// The index of the key's section in the document.
  let section: Int32
  private(set) var flags: Flags

  /// The user's value.
  private enum Value: Sendable {
    /// The key is unset.
    case none
    /// The value is in the document's snapshot and has not been decoded.
    case unread
    /// The decoded value.
    case known(Defaults.StoredValue)
  }

  /// Boolean properties, in one byte.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8

    /// The schema hides or deprecates the key.
    static let isDiscouraged = Self(rawValue: 1)
    /// A layer has had a value since the document was made.
    static let hadValue = Self(rawValue: 2)
    /// Another program changed the key, and the cursor has not left its row since.
    static let isChangedElsewhere = Self(rawValue: 4)
    /// The key was removed from the document.
    static let isRemoved = Self(rawValue: 8)
    /// A condition of the app hides the key now.
    static let isConcealed = Self(rawValue: 16)
    /// A value of the undeclared key, in any layer, looks like a secret.
    static let holdsSecret = Self(rawValue: 32)
    /// ``examine()`` has determined `holdsSecret`.
    static let isExamined = Self(rawValue: 64)
    /// The undeclared key belongs to a suite for secrets.
    static let isSecret = Self(rawValue: 128)
  }

  /// The values of the other layers, the lock, and the reasons why values are invalid.
  final class Extra: Sendable {
    let others: [Defaults.LayeredValue]
    let lock: Defaults.Lock?
    /// The user's value as the app reads it, if that converts it; otherwise nil.
    let converted: Defaults.StoredValue?
    /// The reason why the user's value is invalid; nil if it is valid.
    let rejection: Defaults.Rejection?
    /// The reason why the value of another layer in use is invalid; nil if there is none.
    let layerRejection: Defaults.Rejection?

    /// Checks the values with an entry; returns nil if there is nothing to store.
    init?(_ layers: KeyLayers, checkedBy entry: Entry?) {
      converted = layers.stored.flatMap { entry?.conversion(of: $0) }
      rejection = converted == nil ? entry?.rejection(of: layers.stored) : nil
      layerRejection = entry?.rejection(of: layers.otherInUse?.value)
      guard !layers.others.isEmpty || layers.lock != nil || rejection != nil || converted != nil
      else { return nil }
      others = layers.others
      lock = layers.lock
    }
  }

  /// Creates the record of a key without a value.
  init(key: Defaults.KeyName, section: Int, isDiscouraged: Bool = false, isSecret: Bool = false) {
    self.key = key
    self.section = Int32(truncatingIfNeeded: section)
    value = .none
    flags = isDiscouraged ? .isDiscouraged : []
    if isSecret { flags.insert(.isSecret) }
  }

  /// The user's value; nil if the key is unset, or if ``read(from:)`` has not been called yet.
  var stored: Defaults.StoredValue? {
    if case .known(let value) = value { value } else { nil }
  }

  /// Whether the user has stored a value, decoded or not.
  var isSet: Bool {
    if case .none = value { false } else { true }
  }

  /// Whether the user has stored a value that has not been decoded yet.
  var isUnread: Bool {
    if case .unread = value { true } else { false }
  }

  /// The values of all layers.
  var layers: KeyLayers {
    KeyLayers(stored: stored, others: extra?.others ?? [], lock: extra?.lock)
  }

  /// The value that determines the kind of an undeclared key: the user's, otherwise the highest
  /// layer's.
  var shownValue: Defaults.StoredValue? { stored ?? extra?.others.first?.value }

  /// Whether an administrator has locked the key.
  var isLocked: Bool { extra?.lock != nil }
  /// Whether the user's value, or the value of another layer that is in use, is invalid.
  var isInvalid: Bool { extra?.rejection != nil || extra?.layerRejection != nil }
  /// Whether the slot is unused.
  var isRemoved: Bool { flags.contains(.isRemoved) }
  /// Whether a layer has had a value since the document was made.
  var hadValue: Bool { flags.contains(.hadValue) }

  /// Whether only filters such as `@hidden` or `@deprecated` show the key.
  var isWithheld: Bool {
    isConcealed || flags.contains(.isDiscouraged) && !hadValue
  }

  /// Whether a condition of the app hides the key now.
  var isConcealed: Bool {
    get { flags.contains(.isConcealed) }
    set { if newValue { flags.insert(.isConcealed) } else { flags.remove(.isConcealed) } }
  }

  /// Whether another program has changed the key, and the cursor has not left its row since.
  var isChangedElsewhere: Bool {
    get { flags.contains(.isChangedElsewhere) }
    set {
      if newValue { flags.insert(.isChangedElsewhere) } else { flags.remove(.isChangedElsewhere) }
    }
  }

  /// Replaces the values of all layers, and checks the user's value and the one in use.
  ///
  /// The entry is nil for an undeclared key.
  mutating func store(_ layers: KeyLayers, checkedBy entry: Entry?) {
    value = layers.stored.map(Value.known) ?? .none
    extra = Extra(layers, checkedBy: entry)
    if !layers.isEmpty { flags.insert(.hadValue) }
    flags.subtract([.holdsSecret, .isExamined])
  }

  /// Records that only the user layer has a value, without decoding it.
  mutating func setUnread() {
    value = .unread
    flags.insert(.hadValue)
  }

  /// Decodes the value if that has not been done yet.
  mutating func read(from snapshot: Defaults.StoredValues) {
    if case .unread = value { value = snapshot[key].map(Value.known) ?? .none }
  }

  /// Determines whether a value of an undeclared key looks like a secret, and keeps the result.
  ///
  /// A search of a megabyte takes 20 milliseconds, and each frame needs the result several times for
  /// each row.
  mutating func examine() {
    guard !flags.contains(.isExamined), !isUnread else { return }
    flags.insert(.isExamined)
    if layers.holdSecret { flags.insert(.holdsSecret) }
  }

  /// Whether a value of an undeclared key is a secret, or looks like one.
  ///
  /// The layers, the details and a reset show the values of all layers, so one secret value is enough.
  var holdsSecret: Bool {
    if flags.contains(.isSecret) { return true }
    return flags.contains(.isExamined)
      ? flags.contains(.holdsSecret) : layers.holdSecret
  }

  /// Marks the record as removed.
  mutating func remove() {
    flags.insert(.isRemoved)
  }
}

extension Entry {
  /// Returns the reason why a stored value is invalid; nil if it is valid, or if none is stored.
  func rejection(of value: Defaults.StoredValue?) -> Defaults.Rejection? {
    guard let value else { return nil }
    do throws(Defaults.Rejection) {
      try validate(value)
      return nil
    } catch {
      return error
    }
  }

  /// Creates the entry of a key that no schema declares; its kind follows from its value.
  ///
  /// Whether it is secret follows from its name and its value, as in the history and the subcommands.
  init(undeclaredKey key: Defaults.KeyName, value: Defaults.StoredValue?) {
    self.init(undeclaredKey: key, value: value, holdsSecret: value.map(\.holdsSecret) == true)
  }

  /// Creates the entry of a record whose key no schema declares.
  init(undeclared record: Record) {
    self.init(undeclaredKey: record.key, value: record.shownValue, holdsSecret: record.holdsSecret)
  }

  private init(
    undeclaredKey key: Defaults.KeyName,
    value: Defaults.StoredValue?,
    holdsSecret: Bool
  ) {
    self.init(untypedKey: key.string, title: key.shown, kind: value.map(ValueKind.inferred) ?? .any)
    isSecret = holdsSecret || Defaults.HistoryOptions.looksSecret(key.string)
  }
}

extension Defaults.KeyName {
  /// The name for people; an empty one is shown in quotes.
  var shown: String { string.isEmpty ? "\"\"" : string }
}

/// The numbers of keys with the properties that the headings and the title line show.
struct Counts: Hashable, Sendable {
  var keys: Int = 0
  var set: Int = 0
  var locked: Int = 0
  var invalid: Int = 0
  var changedElsewhere: Int = 0
  /// The keys that only filters such as `@all` show.
  var withheld: Int = 0

  /// The keys that are in the list.
  var listed: Int { keys - withheld }

  /// Counts a record.
  mutating func add(_ record: Record) { change(by: 1, record) }

  /// Subtracts a record; it must have the same properties as when it was added.
  mutating func remove(_ record: Record) { change(by: -1, record) }

  private mutating func change(by number: Int, _ record: Record) {
    keys += number
    if record.isSet { set += number }
    if record.isLocked { locked += number }
    if record.isInvalid { invalid += number }
    if record.isChangedElsewhere { changedElsewhere += number }
    if record.isWithheld { withheld += number }
  }

  /// The number of keys, and how many of them are set and locked.
  var words: String {
    "\(keys.counted("key")), \(set) set" + (locked > 0 ? ", \(locked) locked" : "")
  }
}
