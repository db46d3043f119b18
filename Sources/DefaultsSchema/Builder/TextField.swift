public import DefaultsCore

/// The control of a text.
///
/// ```swift
/// Defaults.TextField("Your name", key: .name, length: 1...40)
/// ```
public struct TextField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a text field for a key.
  ///
  /// - Parameters:
  ///   - title: a short title that is shown for the key.
  ///   - key: the key.
  ///   - length: the allowed lengths in Unicode scalars.
  ///   - pattern: a regular expression that must match somewhere in the text.
  ///   - message: the message for a text that does not match the pattern.
  ///   - isMultiline: whether the text may have several lines.
  public init(
    _ title: String,
    key: Defaults.Key<String>,
    length: ClosedRange<Int>? = nil,
    pattern: String? = nil,
    message: String? = nil,
    isMultiline: Bool = false
  ) where Value == String {
    var limits = TextLimits(length: length, pattern: pattern, message: message)
    limits.isMultiline = isMultiline
    self.key = key
    entry = Entry(title, key: key, kind: .string(limits))
  }

  /// Creates a text field for a key that may be unset.
  public init(
    _ title: String,
    key: Defaults.Key<String?>,
    length: ClosedRange<Int>? = nil,
    pattern: String? = nil,
    message: String? = nil,
    isMultiline: Bool = false
  ) where Value == String? {
    var limits = TextLimits(length: length, pattern: pattern, message: message)
    limits.isMultiline = isMultiline
    self.key = key
    entry = Entry(title, key: key, kind: .string(limits)).unsettable
  }
}

/// The control of a text that is not shown, neither as a value nor while it is typed.
///
/// The history records that it was changed and not the value, and input is not kept when the control
/// is closed.
///
/// ```swift
/// Defaults.SecureField("Access token", key: .token)
/// ```
public struct SecureField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a secure field for a key.
  ///
  /// - Parameters:
  ///   - title: a short title that is shown for the key.
  ///   - key: the key.
  ///   - length: the allowed lengths in Unicode scalars.
  public init(
    _ title: String,
    key: Defaults.Key<String>,
    length: ClosedRange<Int>? = nil
  ) where Value == String {
    self.key = key
    entry = TextField(title, key: key, length: length).secret().entry
  }

  /// Creates a secure field for a key that may be unset.
  public init(
    _ title: String,
    key: Defaults.Key<String?>,
    length: ClosedRange<Int>? = nil
  ) where Value == String? {
    self.key = key
    entry = TextField(title, key: key, length: length).secret().entry
  }
}

extension TextLimits {
  fileprivate init(length: ClosedRange<Int>?, pattern: String?, message: String?) {
    self.init(
      minimumLength: length?.lowerBound ?? 0,
      maximumLength: length?.upperBound,
      pattern: pattern,
      patternMessage: message
    )
  }
}
