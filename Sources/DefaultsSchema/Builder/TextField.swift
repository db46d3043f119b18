public import Defaults

/// An entry for text.
public struct TextField: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

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
