/// The meaning of a text on the screen, which decides its style.
///
/// Views and controls name a role and never a style, so a theme can change every style in one file, and
/// a terminal without colours needs no code in the views. A role names the meaning and not the look:
/// two texts that look the same today but mean different things have two roles.
package enum Role: Int, CaseIterable, Hashable, Sendable {
  /// Text without a special meaning.
  case text
  /// Secondary text: notes, names of preference keys, counts.
  case quiet
  /// Text that is more important than the text around it.
  case strong
  /// The name of a screen, a pane or a key.
  case title
  /// The name of a group of rows.
  case heading
  /// A line between two parts of the screen.
  case rule
  /// The frame of a box.
  case border
  /// The name of a key on the keyboard.
  case keyName

  /// The result of the last key press, or what another program did.
  case news
  /// A fact that the user should know before the next key press.
  case caution
  /// A failure, or a value that is not valid.
  case warning

  /// A row of a key with a stored value.
  case valueSet
  /// A row of a key without a stored value.
  case valueUnset
  /// A value that has no effect, because of the value of another key.
  case valueWithoutEffect
  /// A row of a key that a condition of the app disables.
  case valueDisabled
  /// A row that no longer matches the filter.
  case valueUnmatched

  /// A mark of a normal state.
  case mark
  /// A mark of a state that the user should check.
  case cautionMark
  /// A mark of a state in which something does not work.
  case warningMark

  /// Text that is being typed.
  case field
  /// Text that is being typed and is not a valid value.
  case rejectedField
  /// A line that a change removes.
  case removed
  /// A line that a change adds.
  case added
  /// A typed character that is shown escaped, such as a line feed.
  case escape
}
