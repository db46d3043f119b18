import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

/// A file with values of a suite, or standard input.
enum ValueSource {
  /// Reads a document from a file, or from standard input if the path is `-`; with `isOfLocks`, it can have
  /// reasons.
  ///
  /// - Throws: ``Failure`` or `Defaults.StoreError` when it cannot be read, ``Failure`` when it is
  ///   neither a property list nor JSON.
  static func document(_ path: String, ofLocks isOfLocks: Bool) throws -> ValueDocument {
    try document(contents(path), path, ofLocks: isOfLocks)
  }

  /// Reads a document from the contents of a file.
  ///
  /// - Throws: ``Failure`` when they are neither a property list nor JSON.
  static func document(
    _ bytes: [UInt8],
    _ path: String,
    ofLocks isOfLocks: Bool
  ) throws -> ValueDocument {
    do throws(ValueDocumentError) {
      return try ValueDocument(parsing: bytes, ofLocks: isOfLocks)
    } catch {
      throw Failure(
        .invalidValue,
        "\(path: path == "-" ? "Standard input" : path) cannot be used: \(error). "
          + "Expected is a property list or a JSON object, as prefs export writes them."
      )
    }
  }

  /// Returns the values of a suite in a document with them, or with those of several suites.
  ///
  /// - Throws: ``Failure`` when the document seems to be that of another command.
  static func part(
    of document: ValueDocument,
    _ path: String,
    for suite: Defaults.Suite,
    _ schema: Schema?
  ) throws -> ValueDocument {
    let existing = try Defaults.ConfigurationHome().suites()
    return try Self.refusing(path) { () throws(ValueDocument.OtherContent) in
      try document.values(for: suite, schema, among: existing)
    }
  }

  /// Returns a snapshot or a declaration with the values of its suites as an export of several has them; any
  /// other document as it is.
  ///
  /// - Throws: ``Failure`` when it declares locks as well.
  static func bySuite(_ document: ValueDocument, _ path: String) throws(Failure) -> ValueDocument {
    try Self.refusing(path, document.bySuite)
  }

  private static func refusing(
    _ path: String,
    _ read: () throws(ValueDocument.OtherContent) -> ValueDocument
  ) throws(Failure) -> ValueDocument {
    do throws(ValueDocument.OtherContent) {
      return try read()
    } catch {
      throw Failure(
        .invalidValue,
        "\(path: path == "-" ? "Standard input" : path) \(verbatim: error.description)"
      )
    }
  }

  /// Reads a file for a command that may act as another user, who must be allowed to read it: a link in the
  /// home of the user could lead root to any file.
  ///
  /// - Throws: the errors of ``contents(_:)``, with advice for a file that the user may not read.
  static func contents(_ path: String, as user: String?) throws -> [UInt8] {
    do {
      return try contents(path)
    } catch let error as Defaults.StoreError where user != nil && path != "-" {
      throw Failure(
        .inputOutputFailed,
        "\(verbatim: "\(error)") It is read as \(user ?? ""); - and <\(path: path) give what root may read."
      )
    }
  }

  /// Reads the bytes of a file, or of standard input if the path is `-`.
  ///
  /// - Throws: ``Failure`` or `Defaults.StoreError` when it cannot be read.
  static func contents(_ path: String) throws -> [UInt8] {
    if path == "-" { return try StandardInput.contents() }
    if let contents = try StandardInput.contents(ofPipe: path) { return contents }
    return try DocumentFile.contents(of: path, limit: Defaults.FileStore.sizeLimit)
  }
}
