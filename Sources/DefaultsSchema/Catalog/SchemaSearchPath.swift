package import DefaultsCore
public import Glibc

/// The files and directories that are searched for schemas, in order of priority.
///
/// First come the files and directories that the user named, then `$PREFS_SCHEMA_DIR`, then
/// `prefs/schemas` in `$XDG_DATA_HOME` and in each of `$XDG_DATA_DIRS`.
public struct SchemaSearchPath: Hashable, Sendable {
  /// Documents that the user named; they are used whatever their revision is.
  public var files: [String]
  /// The suite whose keys these documents describe; nil for the suites that they name.
  ///
  /// If one of several documents names the suite, the others describe the suites that they name.
  public var suiteOfFiles: String?
  /// The identifier of the schema to use, of documents that hold several.
  public var idInFiles: String?
  /// Directories with documents named `<suite>.schema.json`, the most important first.
  public var directories: [String]
  /// The directory into which apps publish their schemas.
  public var publicationDirectory: String
  /// Whether documents that a user besides root can change are left out, except in directories that
  /// the user named.
  package var onlyAdministrators: Bool = false
  private let namedDirectories: Set<String>
  /// Settings of variables that were ignored because they are not absolute paths in UTF-8.
  public var ignoredSettings: [String] = []

  /// The environment variable with directories that are searched before all others.
  package static let variable = "PREFS_SCHEMA_DIR"

  /// Creates the search path of this system.
  ///
  /// - Parameters:
  ///   - files: documents that the user named.
  ///   - directories: directories that the user named.
  ///   - environment: the environment variables; nil for those of the process.
  ///   - isPrivileged: whether the process has more rights than its real user (set-user-ID or
  ///     set-group-ID); then `$PREFS_SCHEMA_DIR` is ignored, since that user controls it.
  public init(
    files: [String] = [],
    directories: [String] = [],
    environment: [String: String]? = nil,
    isPrivileged: Bool = getuid() != geteuid() || getgid() != getegid()
  ) {
    self.files = files
    let environment = environment ?? EnvironmentText.variables
    let base = BaseDirectories(environment: environment)
    let setting = environment[Self.variable] ?? ""
    let isUnusable = EnvironmentText.isRepaired(setting, of: Self.variable)
    let own = BaseDirectories.paths(
      Self.variable,
      otherwise: "",
      isPrivileged || isUnusable ? [:] : environment
    )
    publicationDirectory = "\(base.dataHome)/prefs/schemas"
    namedDirectories = Set(directories)
    self.directories =
      directories + own.paths + [publicationDirectory]
      + base.dataDirectories.map { "\($0)/prefs/schemas" }
    let unusable = isUnusable ? [(variable: Self.variable, value: setting)] : []
    let ignored =
      unusable + own.ignored + base.ignoredSettings.filter { $0.variable.contains("_DATA_") }
    ignoredSettings = ignored.map { "\($0.variable)=\($0.value)" }
  }

  /// Lists the suites with a schema in a directory, by the names of the files.
  ///
  /// A directory that does not exist holds no schema.
  package static func suites(in directory: String) throws(Defaults.StoreError) -> [String] {
    try DocumentFile.names(in: directory).filter { $0.first != "." }
      .compactMap(NativeReader.suiteName)
  }

  /// Returns whether the schema of a suite in a directory may be used.
  func allows(suite name: String, in directory: String) -> Bool {
    guard onlyAdministrators, !namedDirectories.contains(directory) else { return true }
    return DocumentFile.isControlledByRoot(Self.file(forSuite: name, in: directory))
  }

  /// Returns the path of the file in a directory that holds the schema of a suite.
  static func file(forSuite name: String, in directory: String) -> String {
    "\(directory)/\(name)\(NativeReader.suffix)"
  }
}
