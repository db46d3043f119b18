/// The meaning of a text on the screen, which decides its style.
///
/// Views and controls name roles and never styles. A ``Theme`` has the style of each role.
enum Role: Int, CaseIterable, Hashable, Sendable {
  /// Text without a special meaning.
  case text
  /// Text that is seldom needed: notes, key names, counts.
  case quiet
  /// The most important text among other text.
  case strong
  /// The name of a screen, a pane or a key.
  case title
  /// The name of a group of rows.
  case heading
  /// A line between parts of the screen.
  case rule
  /// The frame of a box.
  case border
  /// The name of a key on the keyboard.
  case keyName

  /// The result of the last key press, or what another program did.
  case news
  /// What should be known before the next key press.
  case caution
  /// A failure, or a value that is not valid.
  case warning

  /// A row of a key with a stored value.
  case valueSet
  /// A row of a key without a stored value.
  case valueUnset
  /// A row that the filter would not show if it were set now.
  case valueUnmatched

  /// A mark of a normal state.
  case mark
  /// A mark of a state that should be looked at.
  case cautionMark
  /// A mark of a state in which something does not work.
  case warningMark

  /// Text that is being typed.
  case field
  /// Text that is being typed and is not a valid value.
  case rejectedField
}
