import DefaultsCore

/// The identities of the documents of a search path at one moment.
///
/// Two equal ones mean that no document was replaced, changed, added or removed in between, so that the
/// documents need not be read again: every change of a file changes one of these numbers.
struct SchemaFiles: Hashable, Sendable {
  private struct Identity: Hashable {
    var path: String
    var numbers: [UInt64]
  }

  private var identities: [Identity] = []

  /// Creates the list of the documents in a search path, of one suite or, if it is nil, of all.
  ///
  /// The result is nil if that does not say everything: a named document is a directory with
  /// several files, or a file was changed within the last `rest` seconds, so that another change
  /// could leave its times as they are.
  init?(of path: SchemaSearchPath, suiteName: String?, unchangedFor rest: Int64 = 2) {
    var files = path.files
    for directory in path.directories {
      let suites = (try? SchemaSearchPath.suites(in: directory)) ?? []
      for suite in suites where suiteName == nil || suiteName == suite {
        files.append(SchemaSearchPath.file(forSuite: suite, in: directory))
      }
    }
    for file in files {
      guard let numbers = DocumentFile.identity(of: file, unchangedFor: rest) else { return nil }
      identities.append(Identity(path: file, numbers: numbers))
    }
  }
}
