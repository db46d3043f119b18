/// The first line of a journal: its format, and when it is written anew.
struct JournalHeader: Hashable, Sendable {
  /// The version of the format, which a later version of this library may raise.
  static let format: Int128 = 4

  /// A text that differs after the journal was written anew.
  let id: String
  /// The largest size of the journal in bytes; the entry that would exceed it causes the journal to be
  /// written anew, without the oldest entries.
  let sizeLimit: Int

  /// The largest number of bytes that a header has.
  static let maximumSize = 128
  /// The smallest size at which a journal is written anew, in bytes.
  private static let smallestLimit = 65_536

  /// Creates the header of a new journal.
  ///
  /// The sizes are in bytes: that of its entries, and the largest of a journal. The journal may
  /// double its size before it is written anew, so on average each entry is written at most twice.
  init(contentSize: Int, sizeLimit: Int) {
    id = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    self.sizeLimit = min(sizeLimit, max(Self.smallestLimit, 2 * contentSize))
  }

  /// Creates the header from a line; nil when the line is not a header.
  ///
  /// It fails when the line is the header of a later version of this library.
  init?(_ line: some Collection<UInt8>, location: String) throws(Defaults.StoreError) {
    guard line.count < Self.maximumSize,
      let text = String(validating: line, as: UTF8.self),
      let json = try? Defaults.JSONValue(parsing: text),
      case .dictionary(let members) = try? Defaults.StoredValue(taggedJSON: json),
      let format = members["format"]
    else { return nil }
    guard format == .integer(Self.format) else {
      let name = if case .integer(let version) = format { "\(version)" } else { "not a number" }
      let reason = "its format is \(name), and this program reads the format \(Self.format)"
      throw .permanent("\(reason); update the program, or move the file away", at: location)
    }
    guard case .string(let id) = members["journal"],
      case .integer(let sizeLimit) = members["sizeLimit"], let sizeLimit = Int(exactly: sizeLimit)
    else { return nil }
    self.id = id
    self.sizeLimit = sizeLimit
  }

  /// The line, with the line break.
  var line: [UInt8] {
    let members: [Defaults.KeyName: Defaults.StoredValue] = [
      "format": .integer(Self.format), "journal": .string(id),
      "sizeLimit": .integer(Int128(sizeLimit)),
    ]
    return Array((Defaults.JSONValue.object(tagging: members).text() + "\n").utf8)
  }
}
