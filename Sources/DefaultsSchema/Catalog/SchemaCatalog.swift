public import DefaultsCore

/// All schema documents of a search path, with the one that is used for each suite.
public struct SchemaCatalog: Sendable {
  /// One document.
  public struct Finding: Sendable {
    /// Whether a document is used, and if not, why.
    public enum State: Hashable, Sendable {
      /// The document describes the keys of its suite.
      case used
      /// Another document for the same suite, at this path, is used instead.
      case shadowed(by: String)
      /// The document as a whole cannot be used.
      case unusable
    }

    /// The suite that the document or else its file name names; may be empty.
    public var suiteName: String
    /// The path of the document.
    public var path: String
    /// The result of reading the document.
    public var reading: SchemaReading
    /// Whether the document is used.
    public var state: State
  }

  /// All documents, in the order of the search path.
  public private(set) var findings: [Finding] = []
  /// Errors of directories and files that could not be read.
  public private(set) var errors: [Defaults.StoreError] = []
  /// Those of the files that the search path names.
  package private(set) var errorsOfFiles: [Defaults.StoreError] = []

  /// The suites of the documents that were left unread because those of one suite were wanted, by the
  /// names of the files.
  package private(set) var unreadSuites: [String] = []

  /// The schemas in use, at most one for each suite.
  public var schemas: [Schema] {
    findings.compactMap { $0.state == .used ? $0.reading.schema : nil }
  }

  /// The suite whose documents were read; nil if all were.
  private let suiteName: String?
  /// The documents before they were read; nil if nothing says whether they are still the same.
  private let files: SchemaFiles?

  /// Creates a catalog by reading all documents of a search path.
  ///
  /// - Parameters:
  ///   - searchPath: the files and directories to read.
  ///   - suiteName: the suite whose documents are read; nil for all suites.
  ///   - options: the options for reading documents.
  public init(
    searchPath: SchemaSearchPath,
    suiteName: String? = nil,
    options: SchemaReadingOptions = .init()
  ) {
    self.init(searchPath, suiteName, options, reusing: nil)
  }

  private init(
    _ searchPath: SchemaSearchPath,
    _ suiteName: String?,
    _ options: SchemaReadingOptions,
    reusing known: SchemaCatalog?
  ) {
    self.suiteName = suiteName
    files = SchemaFiles(of: searchPath, suiteName: suiteName)
    var forNamed = options
    forNamed.allowsOtherFileName = true
    forNamed.id = searchPath.idInFiles
    let wanted = searchPath.suiteOfFiles ?? suiteName
    if searchPath.files.count > 1 {
      for path in searchPath.files { find(path, nil, forNamed) }
    }
    if !findings.contains(where: { $0.suiteName == wanted }) {
      findings = []
      errors = []
      for path in searchPath.files { find(path, wanted, forNamed) }
    }
    errorsOfFiles = errors
    let named = findings.count
    for directory in searchPath.directories {
      for name in suites(in: directory) {
        guard suiteName == nil || suiteName == name else {
          unreadSuites.append(name)
          continue
        }
        guard searchPath.allows(suite: name, in: directory) else { continue }
        let path = SchemaSearchPath.file(forSuite: name, in: directory)
        let found = known?.findings.filter { $0.path == path } ?? []
        if found.isEmpty { find(path, nil, options) } else { findings += found }
      }
    }
    choose(named: named)
  }

  /// Returns the catalog of all documents as they are now: this one if nothing has changed.
  ///
  /// This catalog was read from the same search path and with the same options. If only the
  /// documents of one suite were read and these have not changed, a new catalog does not read them
  /// again.
  func updated(_ searchPath: SchemaSearchPath, _ options: SchemaReadingOptions) -> SchemaCatalog {
    let isCurrent = files != nil && files == SchemaFiles(of: searchPath, suiteName: suiteName)
    if isCurrent, suiteName == nil { return self }
    return SchemaCatalog(searchPath, nil, options, reusing: isCurrent ? self : nil)
  }

  /// Returns the document in use for a suite; nil when there is none.
  public func finding(forSuite name: String) -> Finding? {
    findings.first { $0.suiteName == name && $0.state == .used }
  }

  /// Returns the suites with a document in a directory.
  private mutating func suites(in directory: String) -> [String] {
    do throws(Defaults.StoreError) {
      return try SchemaSearchPath.suites(in: directory)
    } catch {
      errors.append(error)
      return []
    }
  }

  private mutating func find(_ path: String, _ suiteName: String?, _ options: SchemaReadingOptions)
  {
    do throws(Defaults.StoreError) {
      let document = try SchemaDocument(file: path, maximumSize: options.maximumSize)
      if document.isDirectoryWithoutPages {
        throw Defaults.StoreError(location: path, cause: .notAFile)
      }
      var options = options
      options.suiteName = options.suiteName ?? suiteName
      // A document with several schemas offers all of them, unless one was chosen.
      for reading in document.readAll(options) { add(path, document, reading, suiteName) }
    } catch {
      errors.append(error)
    }
  }

  private mutating func add(
    _ path: String,
    _ document: SchemaDocument,
    _ reading: SchemaReading,
    _ suiteName: String?
  ) {
    let name =
      reading.schema?.suite.name
      ?? NativeReader.suiteName(ofFile: document.name) ?? suiteName ?? ""
    findings.append(
      Finding(
        suiteName: name,
        path: path,
        reading: reading,
        state: reading.schema == nil ? .unusable : .used
      )
    )
  }

  /// Chooses the document that is used for each suite; documents are never merged.
  ///
  /// The app and its package may both have published a schema, possibly of different versions.
  /// Merged, they would describe keys that no version of the app has. So one document wins:
  ///
  /// 1. A document that the user named wins whatever its revision is, the first of several. Without
  ///    this, a developer could not try an older document.
  /// 2. Otherwise the highest `x-revision` wins, so that a copy left behind by an older version of
  ///    the app does not hide the new one.
  /// 3. With equal revisions the first in the search path wins: `findings` is in that order, and
  ///    only a higher revision replaces the winner so far.
  ///
  /// Unusable documents take no part, so a broken one does not hide a usable one.
  ///
  /// - Parameter named: the number of findings at the start that the user named.
  private mutating func choose(named: Int) {
    var winners: [String: Int] = [:]
    for (index, finding) in findings.enumerated() {
      guard let schema = finding.reading.schema else { continue }
      guard let winner = winners[finding.suiteName] else {
        winners[finding.suiteName] = index
        continue
      }
      let best = findings[winner].reading.schema?.revision ?? 0
      if winner >= named, schema.revision > best { winners[finding.suiteName] = index }
    }
    for (index, finding) in findings.enumerated() where finding.state == .used {
      guard let winner = winners[finding.suiteName], winner != index else { continue }
      findings[index].state = .shadowed(by: findings[winner].path)
    }
  }
}
