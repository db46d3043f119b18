import DefaultsCore

/// A text that is edited in another program.
public struct ExternalText: Hashable, Sendable {
  /// The key that the text is a value for.
  let key: SuiteKey
  /// The title of the key.
  public let title: String
  /// The input.
  let text: EditedText
  /// Whether the edit was opened only for this, so that it is closed when nothing was changed.
  let isFromList: Bool

  /// The name of the key.
  public var keyName: String { key.key.string }
  /// The text to edit.
  public var content: String { text.text }
  /// The ending of a file with the text: `json` or `txt`.
  public var fileExtension: String { text.isJSON ? "json" : "txt" }

  /// The result of editing a text in another program.
  public enum Outcome: Hashable, Sendable {
    /// The program has ended and has changed the text to this one.
    case changed(String)
    /// The program has ended without a change.
    case unchanged
    /// The program could not be run, or it reported an error: the reason as a sentence.
    case failed(String)
  }
}
