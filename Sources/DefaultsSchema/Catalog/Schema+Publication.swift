public import DefaultsCore
import Glibc

extension Schema {
  /// The result of publishing a schema.
  public enum Publication: Hashable, Sendable {
    /// The document was written to this path.
    case written(String)
    /// The file at this path has the same or a higher revision; nothing was written.
    case present(String, revision: Int)
  }

  /// Writes the schema to the directory where editors look for it, unless it is published already.
  ///
  /// The document goes to `prefs/schemas` in `$XDG_DATA_HOME` with mode 0644. Nothing is written
  /// when the search path has a usable document of the same or a higher revision, so an app may
  /// call this at every start. Stored values are never changed. In a container, where programs run as
  /// root, it works like everywhere else; in the home of another user, root writes as that user.
  ///
  /// - Parameter searchPath: the directories that are searched, and the one to publish in.
  /// - Returns: what was done.
  /// - Throws: `Defaults.StoreError` when the document cannot be written, or when the suite's name
  ///   cannot be used as a file name.
  @discardableResult
  public func publish(
    in searchPath: SchemaSearchPath = .init()
  ) throws(Defaults.StoreError) -> Publication {
    guard SuiteName.isSafe(suite.name) else {
      throw Defaults.StoreError(
        location: searchPath.publicationDirectory,
        cause: .invalidSuiteName(suite.name)
      )
    }
    // All directories are searched before anything is written. If a package has installed the
    // document in `$XDG_DATA_DIRS`, a copy in `$XDG_DATA_HOME` would win over one of the same
    // revision, and stay when the package is removed. An unusable document does not count, so that
    // a broken copy is replaced.
    for directory in searchPath.directories {
      let path = SchemaSearchPath.file(forSuite: suite.name, in: directory)
      guard let revision = Self.revision(at: path), revision >= self.revision else { continue }
      return .present(path, revision: revision)
    }
    let path = SchemaSearchPath.file(
      forSuite: suite.name,
      in: searchPath.publicationDirectory
    )
    try DocumentFile.replace(path, with: Array(documentText.utf8), mode: 0o644)
    return .written(path)
  }

  /// Prints the document if the program was started with `--print-schema`.
  ///
  /// Packages of the app install what is printed as `prefs/schemas/<suite>.schema.json` in a data
  /// directory.
  ///
  /// ```swift
  /// if schema.printIfRequested() { return }
  /// ```
  ///
  /// If standard output cannot be written, the process ends with a message and the status 1: a
  /// package that is built from the output must not install half a document.
  ///
  /// - Parameter arguments: the arguments of the program.
  /// - Returns: whether the document was printed; then the program should exit.
  public func printIfRequested(_ arguments: [String] = CommandLine.arguments) -> Bool {
    guard arguments.dropFirst().contains("--print-schema") else { return false }
    let error = DescriptorOutput.write(Array(documentText.utf8), to: STDOUT_FILENO)
    if error != 0 {
      // If this fails as well, nobody is left who could be told.
      let reason = String(cString: strerror(error))
      let message = "The schema could not be printed: \(reason)\n"
      _ = DescriptorOutput.write(Array(message.utf8), to: STDERR_FILENO)
      exit(EXIT_FAILURE)
    }
    return true
  }

  /// Returns the revision of the document at a path; nil when there is no usable one.
  private static func revision(at path: String) -> Int? {
    let document = try? SchemaDocument(file: path)
    return document?.read(
      SchemaReadingOptions { Defaults.Suite(inMemory: $0) }
    ).schema?.revision
  }
}
