import Defaults
import DefaultsSchema

/// One key of the suite that is shown: its entry, and what is stored for it.
struct Item: Sendable {
  /// The description of the key.
  let entry: Entry
  /// The index of its section in the document.
  let section: Int
  /// Whether the schema declares it.
  let isDeclared: Bool
  /// The value in use while nothing is stored, as it was when the document was made.
  let defaultValue: Defaults.StoredValue?
  /// What the layers hold.
  let layers: KeyLayers
  /// Why the stored value does not fit the schema; nil when it does, or the key is undeclared.
  let rejection: Defaults.Rejection?
  /// Whether another program changed it, and the cursor has not left its row since.
  let isChangedElsewhere: Bool
  /// Whether it is shown only by filters that ask for hidden or deprecated keys.
  ///
  /// False once the key had a value, so that its row does not vanish when it is reset.
  let isWithheld: Bool

  /// Creates an item that is in no document.
  init(entry: Entry, section: Int, isDeclared: Bool, layers: KeyLayers) {
    self.entry = entry
    self.section = section
    self.isDeclared = isDeclared
    self.layers = layers
    defaultValue = entry.defaultValue
    rejection = isDeclared ? entry.rejection(of: layers.stored) : nil
    isChangedElsewhere = false
    isWithheld = entry.isDiscouraged && layers.isEmpty
  }

  /// Creates the item of a record.
  init(_ record: Record, entry: Entry, defaultValue: Defaults.StoredValue?) {
    self.init(record, entry: entry, isDeclared: true, defaultValue: defaultValue)
  }

  /// Creates the item of a record whose key no schema declares.
  init(undeclared record: Record) {
    let entry = Entry(undeclaredKey: record.key, value: record.shownValue)
    self.init(record, entry: entry, isDeclared: false, defaultValue: nil)
  }

  private init(
    _ record: Record,
    entry: Entry,
    isDeclared: Bool,
    defaultValue: Defaults.StoredValue?
  ) {
    self.entry = entry
    section = Int(record.section)
    self.isDeclared = isDeclared
    self.defaultValue = defaultValue
    layers = record.layers
    rejection = record.extra?.rejection
    isChangedElsewhere = record.isChangedElsewhere
    isWithheld = record.isWithheld
  }

  var key: Defaults.KeyName { entry.key }

  /// The user's value; nil when the key is unset.
  var stored: Defaults.StoredValue? { layers.stored }

  /// Whether the key has a managed value, so that it cannot be changed.
  var isLocked: Bool { layers.lock != nil }

  /// The value in use: that of the highest layer, but a stored one only if it fits.
  var value: Defaults.StoredValue? {
    layers.above?.value ?? (rejection == nil ? stored : nil) ?? valueWhenReset
  }

  /// The value in use when nothing is stored and no layer is above.
  var valueWhenReset: Defaults.StoredValue? { layers.below?.value ?? defaultValue }

  /// The word for the source of the value that is in use when nothing is stored.
  var sourceWhenReset: String {
    layers.below?.layer.word ?? (defaultValue == nil ? "unset" : "default")
  }

  /// Whether a value is stored that equals the default.
  var isStoredDefault: Bool {
    stored != nil && stored == defaultValue
  }

  /// The word for the source of the value in use.
  var source: String {
    layers.above?.layer.word ?? (stored == nil ? sourceWhenReset : "user")
  }
}

/// The items of a document in order; an item is made when it is read.
struct ItemList: RandomAccessCollection {
  let document: Document

  var startIndex: Int { 0 }
  var endIndex: Int { document.count }

  subscript(place: Int) -> Item { document.item(at: document.slot(at: place)) }
}

extension Entry {
  /// Whether the key is hidden or deprecated.
  var isDiscouraged: Bool { isHidden || deprecation != nil }
}
