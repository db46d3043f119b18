import DefaultsCore
import DefaultsSchema

/// One key with everything that a row, the details or an edit needs: its entry and its values.
///
/// Items are created from records when they are read (``Document/item(at:)``), and are not stored.
struct Item: Sendable {
  /// The description of the key.
  private(set) var entry: Entry
  /// The index of its section in the document.
  let section: Int
  /// Whether the schema declares the key.
  let isDeclared: Bool
  /// The key's default when the document was made; nil if it has none.
  let defaultValue: Defaults.StoredValue?
  /// The values of all layers.
  private(set) var layers: KeyLayers
  /// The layer of the file that holds the stored value.
  var layerOfFile: Defaults.Layer = .user
  /// The stored value as the app reads it, if that converts it; otherwise nil.
  let converted: Defaults.StoredValue?
  /// The reason why the stored value is invalid; nil if it is valid, or if the key is undeclared.
  let rejection: Defaults.Rejection?
  /// The reason why the value of another layer, which is in use, is invalid; nil if there is none.
  let layerRejection: Defaults.Rejection?
  /// Whether another program has changed the key, and the cursor has not left its row since.
  let isChangedElsewhere: Bool
  /// Whether the user has marked the key with a bookmark.
  var isBookmarked: Bool = false
  /// Why a condition of the app forbids changes now, as a sentence; nil if none does.
  var disabledReason: String?

  /// The item with a secret value that the user has asked to see.
  var unhidden: Item {
    var item = self
    item.entry.isSecret = false
    return item
  }

  /// Creates an item for a key that the suite does not have.
  init(entry: Entry) {
    self.init(entry: entry, section: 0, isDeclared: false, layers: KeyLayers())
  }

  /// Creates an item that does not belong to a document.
  init(entry: Entry, section: Int, isDeclared: Bool, layers: KeyLayers) {
    self.entry = entry
    self.section = section
    self.isDeclared = isDeclared
    self.layers = layers
    defaultValue = entry.defaultValue
    converted = isDeclared ? layers.stored.flatMap(entry.conversion) : nil
    rejection = isDeclared && converted == nil ? entry.rejection(of: layers.stored) : nil
    layerRejection = isDeclared ? entry.rejection(of: layers.otherInUse?.value) : nil
    isChangedElsewhere = false
  }

  /// Creates the item of a record; the entry is nil if no schema declares its key.
  init(_ record: Record, entry: Entry?, defaultValue: Defaults.StoredValue? = nil) {
    self.entry = entry ?? Entry(undeclared: record)
    section = Int(record.section)
    isDeclared = entry != nil
    self.defaultValue = defaultValue
    layers = record.layers
    converted = record.extra?.converted
    rejection = record.extra?.rejection
    layerRejection = record.extra?.layerRejection
    isChangedElsewhere = record.isChangedElsewhere
  }

  /// The name of the key.
  var key: Defaults.KeyName { entry.key }

  /// The user's value; nil when the key is unset.
  var stored: Defaults.StoredValue? { layers.stored }

  /// Whether the user's value, or the value of another layer that is in use, is invalid.
  var isInvalid: Bool { rejection != nil || layerRejection != nil }

  /// Whether the key has a managed value, so that it cannot be changed.
  var isLocked: Bool { layers.lock != nil }

  /// The value in use, from the highest layer.
  ///
  /// An invalid stored value is skipped, as when an app reads the key.
  var value: Defaults.StoredValue? {
    layers.above?.value ?? (rejection == nil ? stored.map(read) : nil) ?? valueWhenReset
  }

  /// Returns a value as the app reads it, which is another one for a converted stored value.
  func read(_ value: Defaults.StoredValue) -> Defaults.StoredValue {
    value == stored ? converted ?? value : value
  }

  /// The value in use if nothing is stored and no higher layer has a value.
  var valueWhenReset: Defaults.StoredValue? { layers.below?.value ?? defaultValue }

  /// The word for the source of the value that is in use when nothing is stored.
  var sourceWhenReset: String {
    layers.below?.layer.word ?? (defaultValue == nil ? "unset" : "default")
  }

  /// Returns the item as it is when the file of a scope has no value of the key any more.
  func reset(in scope: WriteScope) -> Item {
    var item = self
    if scope.layer == .user {
      item.layers.stored = nil
    } else {
      item.layers.others.removeAll { $0.layer == scope.layer }
    }
    return item
  }

  /// Whether neither the user nor a layer has a value.
  var isAtDefault: Bool { stored == nil && layers.others.isEmpty }

  /// Whether the stored value equals the default.
  var isStoredDefault: Bool {
    stored != nil && stored == defaultValue
  }

  /// The word for the source of the value in use.
  var source: String {
    layers.above?.sourceWords ?? (stored == nil ? sourceWhenReset : layerOfFile.word)
  }
}

extension Entry {
  /// Whether the key is hidden or deprecated.
  var isDiscouraged: Bool { isHidden || deprecation != nil }
}
