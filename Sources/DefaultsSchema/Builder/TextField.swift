public import Defaults

/// An entry that holds text.
public struct TextField: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates a text field for a key.
  ///
  /// - Parameters:
  ///   - title: a short name for people.
  ///   - key: the key.
  ///   - length: how many Unicode scalars the text may have.
  ///   - pattern: a regular expression that must match somewhere in the text.
  ///   - message: what to tell a person whose text does not match the pattern.
  ///   - isMultiline: whether the text may have several lines.
  public init(
    _ title: String,
    key: Defaults.Key<String>,
    length: ClosedRange<Int>? = nil,
    pattern: String? = nil,
    message: String? = nil,
    isMultiline: Bool = false
  ) {
    var limits = TextLimits(length: length, pattern: pattern, message: message)
    limits.isMultiline = isMultiline
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
  ) {
    var limits = TextLimits(length: length, pattern: pattern, message: message)
    limits.isMultiline = isMultiline
    entry = Entry(title, key: key, kind: .string(limits)).unsettable
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
