/// A text on the status line, which the next key press removes.
struct Notice: Hashable, Sendable {
  /// The kind of news, which decides the style.
  enum Kind: Hashable, Sendable {
    /// Something was done, here or by another program.
    case done
    /// Nothing was done, for a reason that is not a failure.
    case refused
    /// Something failed.
    case failed
  }

  var kind: Kind
  var text: String
  /// Whether it says that a key press has no action.
  var isAboutUnboundKey: Bool = false
  /// Whether it is drawn as selected text, because the same text stood there before the key press.
  ///
  /// A third one is drawn as the first again, so each press changes the screen.
  var isRepeated: Bool = false
}

/// A failure that waits until the user has read it.
///
/// A notice can be missed: keys that were pressed before it appeared would remove it, a box can cover
/// the status line, and a small screen can cut it. So a failure stays on the status line until a key
/// is pressed after a frame with its whole text was presented (`Action.presented`), or until the list
/// of messages is opened, which has the text too. One that is too long for the line gives it to later
/// notices after a key press.
struct UnreadFailure: Hashable, Sendable {
  let text: String
  /// What has been presented of it.
  var progress: Progress = .new

  /// How much of a failure the user can have read.
  enum Progress {
    /// No frame with it has been presented.
    case new
    /// A frame with its beginning has been presented.
    case begun
    /// A key has been pressed since: a notice about that is shown in its place.
    case yielding
    /// A frame with the whole text has been presented.
    case shown
  }
}

extension BinaryInteger {
  /// Returns the number with a noun: `1 edit`, `2 edits`.
  func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {
  /// The text as a sentence: with a full stop, unless it is a question.
  var ended: String { hasSuffix("?") ? self : self + "." }
}
