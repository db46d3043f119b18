import DefaultsCore

/// The result of pasting text into a control.
enum PasteOutcome: Hashable, Sendable {
  /// Nothing can be pasted here.
  case ignored
  /// The text was inserted, except for this number of characters at its end, which exceeded the
  /// limit.
  case inserted(dropped: Int)
  /// Whole items were inserted, which is a finished change of the value.
  case finished
  /// The text is not a value, so nothing was inserted.
  case rejected(Defaults.Rejection)
}
