import Defaults
import Foundation

/// Who has changed a key elsewhere, from the history that this program and others share.
///
/// A change is reported with its values only; the entry of the history is written after the commit. So
/// the session looks for the author a moment later, and the texts about the change get the name then.
public struct ChangeAuthor: Hashable, Sendable {
  /// The program and its process, such as `notesd (4711)`.
  var name: String
  /// The time of the change.
  var date: Date
}

/// The notice about changes that were made elsewhere, to be completed with their author.
struct Announcement: Sendable {
  /// The keys.
  var keys: [Defaults.KeyName]
  /// The text of the notice as it is shown.
  var text: String
  /// The text in front of the author.
  var start: String
}
