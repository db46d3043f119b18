import Defaults

/// What holds for every property list that can be read.
enum PropertyListChecks {
  static func check(_ bytes: [UInt8]) throws {
    guard let document = try? PropertyListDocument(parsing: bytes) else { return }
    let values = document.values
    try demand(read(try document.encoded()) == values, "unedited, it holds the same values")

    var edited = document
    let key = unusedKey(in: values)
    let new: [Defaults.KeyName: Defaults.StoredValue?] = [
      key: .dictionary(["a": .array([.integer(-1), .string("é\u{1}"), .real(-0.0)])])
    ]
    edited.apply(new)
    var expected = values
    expected[key] = new[key] ?? nil
    try demand(edited.values == expected, "an edit changes its key alone")
    try demand(read(try edited.encoded()) == expected, "edited and read again, it holds the edit")

    edited.apply([key: Defaults.StoredValue?.none])
    try demand(edited.values == values, "removing the key brings the old values back")
    try demand(read(try edited.encoded()) == values, "so does reading it again")

    edited.apply(values.mapValues { _ in Defaults.StoredValue?.none })
    try demand(read(try edited.encoded()) == [:], "without its keys it holds nothing")
  }

  /// A key that the document does not hold: the fuzzer learns what it is compared with, and puts it
  /// into its inputs.
  private static func unusedKey(
    in values: [Defaults.KeyName: Defaults.StoredValue]
  ) -> Defaults.KeyName {
    var key: Defaults.KeyName = "fuzz \u{1F9EA}"
    while values[key] != nil { key = Defaults.KeyName("\(key)\u{1F9EA}") }
    return key
  }

  /// The values of a document that was written; nil when it cannot be read.
  private static func read(_ bytes: [UInt8]) -> [Defaults.KeyName: Defaults.StoredValue]? {
    try? PropertyListDocument(parsing: bytes).values
  }
}
