/// The journals of the formats 1 to 3, which were property lists with one key for each entry.
///
/// They are read, and the next entry writes them anew in the present format.
enum PropertyListJournal {
  /// Returns whether a file may be such a journal.
  static func canBe(_ bytes: [UInt8]) -> Bool {
    bytes.first == UInt8(ascii: "<") || bytes.starts(with: "bplist".utf8)
  }

  /// Returns a journal's entries in the present form, the oldest first; nil if it cannot be read.
  ///
  /// Entries of the third format have numbers that say their order. The older ones have none: they
  /// come first, in the order of their identifiers, which begin with the time. It fails when the
  /// file has another format.
  static func entries(
    in bytes: [UInt8],
    location: String
  ) throws(Defaults.StoreError) -> [(id: Defaults.HistoryEntry.ID, value: Defaults.StoredValue)]? {
    guard let document = try? PropertyListDocument(parsing: bytes) else { return nil }
    var values = document.values
    switch values.removeValue(forKey: "format") {
    case nil, .integer(1...3): break
    case .some(let format): throw JournalHeader.refusal(of: format, location)
    }
    let entries = values.compactMap { id, value in
      if case .dictionary(let members) = value {
        (number: number(of: members), id: id, members: members)
      } else {
        nil
      }
    }
    return entries.sorted { ($0.number, $0.id) < ($1.number, $1.id) }.map { entry in
      var members = entry.members
      members["number"] = nil
      members["id"] = .string(entry.id.string)
      return (entry.id.string, .dictionary(members))
    }
  }

  /// Returns the number of an entry; 0 for one without a valid number.
  private static func number(of members: [Defaults.KeyName: Defaults.StoredValue]) -> Int128 {
    guard case .integer(let number) = members["number"], number > 0 else { return 0 }
    return number
  }
}
