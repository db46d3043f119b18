public import DefaultsCore

/// The control of a Boolean.
///
/// ```swift
/// Defaults.Toggle("Show hidden files", key: .showsHiddenFiles)
///   .help("Files whose name begins with a dot.")
///   .onChange { isOn in reload(withHiddenFiles: isOn) }
/// ```
public struct Toggle<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a toggle for a key.
  public init(_ title: String, key: Defaults.Key<Bool>) where Value == Bool {
    self.key = key
    entry = Entry(title, key: key, kind: .bool)
  }

  /// Creates a toggle for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<Bool?>) where Value == Bool? {
    self.key = key
    entry = Entry(title, key: key, kind: .bool).unsettable
  }
}
