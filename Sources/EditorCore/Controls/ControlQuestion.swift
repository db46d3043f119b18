import DefaultsCore

/// A question of a control to the session.
///
/// A control reads no file and no clock. It has a question while it needs to know something. When the
/// question changes, `update` returns it as an effect, and the session passes the answer to the control
/// later, unless the edit was closed meanwhile. Each answer names what was asked, so that a control can
/// ignore the answer about an input that has changed since.
enum ControlQuestion: Hashable, Sendable {
  /// What a path leads to, and which names in its directory continue it.
  case examine(path: String)
  /// The bytes of a file.
  case load(path: String)
  /// To write bytes to a new file, or over an existing one.
  case save(Defaults.StoredValue, path: String, overwriting: Bool)
  /// To be told after ``secretSeconds`` that a secret must be hidden again.
  case hideLater

  /// How long a secret is shown, in seconds.
  static let secretSeconds = 10
}

/// The answer of the session to a question of a control.
enum ControlAnswer: Hashable, Sendable {
  /// What a path leads to.
  case examined(PathFacts)
  /// The bytes of a file.
  case loaded(path: String, Defaults.StoredValue)
  /// The bytes are in the file.
  case saved(path: String)
  /// Nothing was written, because the file exists.
  case exists(path: String)
  /// The file could not be read or written: the reason as a sentence without a full stop.
  case failed(path: String, reason: String)
  /// The time of a secret on the screen is over.
  case hide
}
