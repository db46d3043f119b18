import Synchronization

/// A place that keeps the bytes of a journal.
protocol JournalPlace: Sendable {
  /// The location, for errors.
  var location: String { get }

  /// Returns the bytes of the journal; none when there is none yet.
  ///
  /// - Throws: ``Defaults/StoreError`` when it cannot be read.
  func contents() throws(Defaults.StoreError) -> [UInt8]

  /// Appends a line to the journal, or replaces the journal. Nobody else changes it meanwhile.
  ///
  /// - Parameters:
  ///   - line: returns the line to append; nil to replace the journal. It is not called when the place
  ///     cannot append.
  ///   - replacement: returns the new journal, given the bytes of the present one; nil to change
  ///     nothing.
  /// - Returns: the path under which the old journal was kept; nil if it was not.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be changed.
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

  /// Reads a part of a journal.
  ///
  /// - Parameters:
  ///   - start: its first bytes, at least ``JournalHeader/maximumSize`` if it has as many.
  ///   - last: its last byte; nil for an empty one.
  ///   - size: its size in bytes.
  ///   - location: the location in an error.
  /// - Throws: ``Defaults/StoreError`` when it has a format of a later version of this library.
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
