import DefaultsCore
import DefaultsTransfer

// The files with values that people name: exports of one suite or of several, and snapshots.
extension EditorSession {
  /// Returns the values of a suite in a file: all of them, or its part among several suites.
  static func values(
    inFile path: String,
    _ context: PlanContext
  ) throws(Reason) -> [Defaults.KeyName: Defaults.StoredValue?] {
    let (document, isSnapshot) = try document(path)
    let name = context.suite.name
    guard !isSnapshot else {
      guard let part = document.part(ofSuite: name) else {
        throw Reason("\(path) is a snapshot without \(name).")
      }
      return part.values
    }
    let existing = (try? Defaults.ConfigurationHome().suites()) ?? []
    do throws(ValueDocument.OtherContent) {
      return try document.values(for: context.suite, context.schema, among: existing).values
    } catch {
      guard case .suites = error else { throw Reason("\(path) \(error)") }
      throw Reason(
        "\(path) has the values of several suites, and not of \(name). Import it for all suites."
      )
    }
  }

  /// Returns the values of each suite in a file with several.
  ///
  /// Names that lead to files of other programs are left out: a file from another computer must not choose
  /// what is changed there.
  static func suites(inFile path: String) throws(Reason) -> [String: ValueDocument] {
    let document = try document(path).document
    guard let names = document.suites else {
      throw Reason("\(path) has not the values of several suites, as an export of them has.")
    }
    let parts = names.filter { !SuiteName.isPlace($0) }
      .compactMap { name in document.part(ofSuite: name).map { (name, $0) } }
    return Dictionary(parts) { $1 }
  }

  /// Reads a file; a snapshot has the values of several suites.
  private static func document(
    _ path: String
  ) throws(Reason) -> (document: ValueDocument, isSnapshot: Bool) {
    let bytes: [UInt8]
    do throws(UserFile.Failure) {
      bytes = try UserFile(path).contents()
    } catch {
      guard case .other(let reason) = error else { preconditionFailure("Only a write can clash.") }
      throw Reason("\(path) cannot be read: \(reason).")
    }
    if let snapshot = try? Snapshot(parsing: bytes) {
      let suites = snapshot.suites.map { name, suite in
        (Defaults.KeyName(name), Defaults.StoredValue.dictionary(suite.values))
      }
      return (ValueDocument(Dictionary(suites) { $1 }), true)
    }
    do throws(ValueDocumentError) {
      return (try ValueDocument(parsing: bytes), false)
    } catch {
      throw Reason("\(path) cannot be used: \(error).")
    }
  }
}
