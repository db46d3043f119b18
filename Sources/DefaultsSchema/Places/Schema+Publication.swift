public import Defaults
import Foundation

extension Schema {
  /// What publishing a schema came to.
  public enum Publication: Hashable, Sendable {
    /// The document was written to this path.
    case written(String)
    /// A document of the same or a higher revision is at this path already.
    case present(String, revision: Int)
    /// The superuser would have written it for everybody without having been asked to.
    case refusedForSuperuser
  }

  /// Puts the schema where editors find it, unless it is there already.
  ///
  /// The document goes to `prefs/schemas` in `$XDG_DATA_HOME`, readable for everybody. Nothing is
  /// written when any place has a usable document of the same or a higher revision, so an app may
  /// call this at every start. Stored values are never touched.
  ///
  /// - Parameters:
  ///   - places: where schemas are found, and where this one goes.
  ///   - asSuperuser: whether the superuser may publish it.
  /// - Returns: what was done.
  /// - Throws: `Defaults.StoreError` when the document cannot be written, or when the suite has a
  ///   name that no document may have.
  @discardableResult
  public func publish(
    in places: SchemaPlaces = .init(),
    asSuperuser: Bool = false
  ) throws(Defaults.StoreError) -> Publication {
    try publish(in: places, isRefused: geteuid() == 0 && !asSuperuser)
  }

  /// Prints the document when a program was started with `--print-schema`, for those who package
  /// it: they put what is printed into `prefs/schemas/<suite>.schema.json` of the data directory.
  ///
  /// ```swift
  /// if schema.printIfAsked() { return }
  /// ```
  ///
  /// - Parameter arguments: what the program was started with.
  /// - Returns: whether it was printed; a program has nothing else to do then.
  public func printIfAsked(_ arguments: [String] = CommandLine.arguments) -> Bool {
    guard arguments.dropFirst().contains("--print-schema") else { return false }
    FileHandle.standardOutput.write(Data(documentText.utf8))
    return true
  }

  /// Publishes the schema, or refuses to.
  package func publish(
    in places: SchemaPlaces,
    isRefused: Bool
  ) throws(Defaults.StoreError) -> Publication {
    guard SuiteName.isSafe(suite.name) else {
      throw Defaults.StoreError(
        location: places.publicationDirectory,
        cause: .invalidSuiteName(suite.name)
      )
    }
    let file = SchemaPlaces.file(forSuite: suite.name)
    for directory in places.directories {
      let path = "\(directory)/\(file)"
      guard let revision = Self.revision(at: path), revision >= self.revision else { continue }
      return .present(path, revision: revision)
    }
    guard !isRefused else { return .refusedForSuperuser }
    let path = "\(places.publicationDirectory)/\(file)"
    try DocumentFile.replace(path, with: Array(documentText.utf8), mode: 0o644)
    return .written(path)
  }

  /// The revision of a usable document; nil when there is none.
  private static func revision(at path: String) -> Int? {
    let document = try? SchemaDocument(file: path)
    return document?.read(
      SchemaReadingOptions { Defaults.Suite(inMemory: $0) }
    ).schema?.revision
  }
}
