import Synchronization

/// A place that keeps the bytes of a journal.
protocol JournalPlace: Sendable {
  /// The location, for errors.
  var location: String { get }

  /// Returns the bytes of the journal; none when there is none yet.
  func contents() throws(Defaults.StoreError) -> [UInt8]

  /// Appends a line to the journal, or replaces the journal; nobody else changes it meanwhile.
  ///
  /// `line` returns the line to append, or nil to replace the journal; it is not called when the
  /// place cannot append. `replacement` returns the new journal, given the bytes of the present
  /// one, or nil to change nothing. The result is the path under which the old journal was kept;
  /// nil if it was not.
  func change(
    appending line: (JournalEnd) throws(Defaults.StoreError) -> [UInt8]?,
    orReplacing replacement: ([UInt8]) throws(Defaults.StoreError) -> JournalReplacement?
  ) throws(Defaults.StoreError) -> String?
}

/// What must be known of a journal before a line is appended.
struct JournalEnd {
  /// The header; nil when there is none.
  let header: JournalHeader?
  /// The size in bytes.
  let size: Int
  /// Whether the last line has an end.
  let isFinished: Bool

  /// Creates the end of a journal; fails for a format of a later version of this library.
  ///
  /// `start` has at least the first ``JournalHeader/maximumSize`` bytes, if there are as many. The
  /// last byte is nil for an empty journal. The size is that of all, in bytes.
  init(
    start: some Collection<UInt8>,
    last: UInt8?,
    size: Int,
    location: String
  ) throws(Defaults.StoreError) {
    let lineEnd = UInt8(ascii: "\n")
    header = try JournalHeader(start.prefix { $0 != lineEnd }, location: location)
    self.size = size
    isFinished = last == lineEnd
  }
}

/// A journal that replaces another one.
struct JournalReplacement {
  /// The bytes of the new journal.
  let bytes: [UInt8]
  /// Whether the old journal is kept under another name.
  let keepsOld: Bool
}

/// A journal in memory.
final class JournalMemory: JournalPlace {
  let location = "memory"
  private let bytes = Mutex<[UInt8]>([])

  func contents() -> [UInt8] { bytes.withLock { $0 } }

  func change(
    appending line: (JournalEnd) throws(Defaults.StoreError) -> [UInt8]?,
    orReplacing replacement: ([UInt8]) throws(Defaults.StoreError) -> JournalReplacement?
  ) throws(Defaults.StoreError) -> String? {
    try bytes.withLock { bytes throws(Defaults.StoreError) in
      let end = try JournalEnd(
        start: bytes.prefix(JournalHeader.maximumSize),
        last: bytes.last,
        size: bytes.count,
        location: location
      )
      if let line = try line(end) {
        bytes += line
      } else if let replacement = try replacement(bytes) {
        bytes = replacement.bytes
      }
    }
    return nil
  }
}
