import Defaults
import DefaultsSchema

/// One key of the suite that is shown: what it means, and what is stored for it.
struct Item: Sendable {
  /// What the key means to people.
  let entry: Entry
  /// The index of its section in the document.
  let section: Int
  /// Whether the schema declares it.
  let isDeclared: Bool
  /// The value in use while nothing is stored, as it was when the document was made.
  let defaultValue: Defaults.StoredValue?
  /// What the layers hold.
  private(set) var layers: KeyLayers
  /// Why the stored value does not fit the schema, if it does not.
  private(set) var rejection: Defaults.Rejection?
  /// Whether someone else changed it and nobody has looked at it since.
  var isChangedElsewhere: Bool = false

  init(entry: Entry, section: Int, isDeclared: Bool, layers: KeyLayers) {
    self.entry = entry
    self.section = section
    self.isDeclared = isDeclared
    self.layers = layers
    defaultValue = entry.defaultValue
    store(layers)
  }

  var key: Defaults.KeyName { entry.key }

  /// What is stored; nil when the key is unset.
  var stored: Defaults.StoredValue? { layers.stored }

  /// Whether an administrator allows one value only.
  var isLocked: Bool { layers.lock != nil }

  /// Whether a value was there since the document was made, so that a reset hides nothing.
  private var hadValue: Bool = false

  /// Whether it is shown only to those who ask for it: nobody should start to use it.
  var isWithheld: Bool {
    (entry.isHidden || entry.deprecation != nil) && !hadValue
  }

  /// The value in use: that of the highest layer, but a stored one only if it fits.
  var value: Defaults.StoredValue? {
    layers.above?.value ?? (rejection == nil ? stored : nil) ?? valueWhenReset
  }

  /// The value in use when nothing is stored and no layer is above.
  var valueWhenReset: Defaults.StoredValue? { layers.below?.value ?? defaultValue }

  /// The word for where the value comes from that is in use when nothing is stored.
  var sourceWhenReset: String {
    layers.below?.layer.word ?? (defaultValue == nil ? "unset" : "default")
  }

  /// Whether a value is stored that equals the default.
  var isStoredDefault: Bool {
    stored != nil && stored == defaultValue
  }

  /// Takes over what the layers hold now.
  mutating func store(_ layers: KeyLayers) {
    self.layers = layers
    if !layers.isEmpty { hadValue = true }
    rejection = nil
    // Where no schema says what fits, everything does.
    guard let value = layers.stored, isDeclared else { return }
    do throws(Defaults.Rejection) {
      try entry.validate(value)
    } catch {
      rejection = error
    }
  }

  /// The character that tells the row's state without colour; a blank when there is nothing to tell.
  var mark: Character {
    if rejection != nil, !isLocked { return "!" }
    if isLocked { return "L" }
    if isChangedElsewhere { return "+" }
    if !isDeclared { return "?" }
    if stored == nil { return " " }
    return isStoredDefault ? "=" : "*"
  }

  /// The word that says where the value in use comes from.
  var source: String {
    layers.above?.layer.word ?? (stored == nil ? sourceWhenReset : "user")
  }
}
