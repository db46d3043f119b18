import DefaultsCore
import DefaultsSchema

/// A text that the user must read, with a title.
struct Message: Hashable, Sendable {
  /// The title; empty for none.
  var title: String
  var text: String
}

/// The messages and failures of this session, with the times at which they happened.
///
/// `update` reads no clock. It adds an entry without a time and requests the time with
/// `Effect.stampMessages`; the session returns it with `Action.messagesStamped` in the same turn.
struct MessageLog: Sendable {
  /// A message with its time.
  struct Entry: Hashable, Sendable {
    /// The time as ISO 8601 text; nil until the session has stamped it.
    var time: String?
    var message: Message
  }

  /// The number of entries that are kept.
  static let limit = 200

  /// The entries, oldest first.
  private(set) var entries: [Entry] = []

  /// Whether an entry has no time yet.
  var needsTime: Bool { entries.last.map { $0.time == nil } ?? false }

  /// Adds an entry without a time, and removes the oldest one if there are too many.
  mutating func add(_ message: Message) {
    entries.append(Entry(message: message))
    if entries.count > Self.limit { entries.removeFirst() }
  }

  /// Returns whether the log has a message.
  func contains(_ message: Message) -> Bool {
    entries.contains { $0.message == message }
  }

  /// Sets the time of all entries without one.
  mutating func stamp(_ time: String) {
    for index in entries.indices.reversed() {
      guard entries[index].time == nil else { return }
      entries[index].time = time
    }
  }
}

extension MessageLog.Entry {
  /// Returns the time and the title, for the line above the text.
  func heading(_ clock: LocalClock) -> String {
    let time = time.flatMap(DateText.parse).map(clock.text)
    return [time, message.title.isEmpty ? nil : message.title].line(separator: "  ")
  }
}
