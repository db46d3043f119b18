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
  /// What is stored; nil when the key is unset.
  private(set) var stored: Defaults.StoredValue?
  /// Why the stored value does not fit the schema, if it does not.
  private(set) var rejection: Rejection?
  /// Whether someone else changed it and nobody has looked at it since.
  var isChangedElsewhere: Bool = false

  init(entry: Entry, section: Int, isDeclared: Bool, stored: Defaults.StoredValue?) {
    self.entry = entry
    self.section = section
    self.isDeclared = isDeclared
    defaultValue = entry.defaultValue
    store(stored)
  }

  var key: String { entry.key }

  /// The value in use: what is stored if it fits, else the default.
  var value: Defaults.StoredValue? {
    stored != nil && rejection == nil ? stored : defaultValue
  }

  /// Whether a value is stored that equals the default.
  var isStoredDefault: Bool {
    stored != nil && stored == defaultValue
  }

  mutating func store(_ value: Defaults.StoredValue?) {
    stored = value
    rejection = nil
    // Where no schema says what fits, everything does.
    guard let value, isDeclared else { return }
    do throws(Rejection) {
      try entry.validate(value)
    } catch {
      rejection = error
    }
  }

  /// The character that tells the row's state without colour; a blank when there is nothing to tell.
  var mark: Character {
    if rejection != nil { return "!" }
    if isChangedElsewhere { return "+" }
    if !isDeclared { return "?" }
    if stored == nil { return " " }
    return isStoredDefault ? "=" : "*"
  }

  /// The word that says where the value in use comes from.
  var source: String {
    if stored != nil { return "user" }
    return defaultValue == nil ? "unset" : "default"
  }
}
