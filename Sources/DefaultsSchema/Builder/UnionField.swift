public import DefaultsCore

/// The control of a value that can have one of several forms, such as a switch, a list or an object.
///
/// ```swift
/// Defaults.UnionField(
///   "Proxy",
///   key: .proxy,
///   forms: [
///     Alternative(.bool),
///     Alternative(.list(of: .url), title: "Servers to try in turn"),
///     Alternative(
///       .table([TableMember("host", title: "Host", kind: .string(TextLimits()), isRequired: true)]),
///       title: "One server"
///     ),
///   ]
/// )
/// ```
///
/// The editor asks for the form first, and then opens the control of its kind. In a schema document,
/// the forms are the schemas in `anyOf`.
public struct UnionField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a field for a key.
  ///
  /// - Parameters:
  ///   - title: a short title that is shown for the key.
  ///   - key: the key; its type must be able to hold a value of each form.
  ///   - forms: the kinds of values in the order of the menu. Choices become one form, and so do
  ///     tables unless each has a title, as in a schema document.
  @_disfavoredOverload
  public init(_ title: String, key: Defaults.Key<Value>, forms: [Alternative]) {
    self.key = key
    entry = Entry(title, key: key, kind: .combined(forms))
  }

  /// Creates a field for a key that may be unset.
  public init<Element: Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Element?>,
    forms: [Alternative]
  ) where Value == Element? {
    self.key = key
    entry = Entry(title, key: key, kind: .combined(forms)).unsettable
  }
}
