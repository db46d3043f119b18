import Glibc

extension Defaults {
  /// The directory that contains the files of suites.
  ///
  /// It is `$XDG_CONFIG_HOME`, else `~/.config`, as in the XDG Base Directory Specification.
  /// Foundation's `UserDefaults` uses the same directory on Linux.
  public struct ConfigurationHome: Hashable, Sendable {
    /// The absolute path of the directory, which need not exist.
    public let directory: String
    /// A value of `$XDG_CONFIG_HOME` that was ignored because it is a relative path.
    public let ignoredSetting: String?

    /// The variable that names the directory in invalid UTF-8; nil if there is none.
    ///
    /// The suites in it are then unavailable, and ``directory`` is a path where nothing exists.
    package let unusableVariable: String?

    /// The extension of a suite's file, with its dot.
    private static let suffix = ".plist"

    /// Creates the directory of an environment.
    ///
    /// - Parameter environment: the environment variables; nil for those of the process.
    public init(environment: [String: String]? = nil) {
      let directories = BaseDirectories(environment: environment)
      directory = directories.configHome
      let variables =
        directories.configHome.hasPrefix(BaseDirectories.nowhere)
        ? directories.unusableVariables : []
      unusableVariable =
        variables.first { $0 == "XDG_CONFIG_HOME" } ?? variables.first { $0 == "HOME" }
      ignoredSetting =
        directories.ignoredSettings.first { $0.variable == "XDG_CONFIG_HOME" }?.value
    }

    /// Returns the file of a suite in this directory.
    ///
    /// - Returns: the path of the file, which need not exist.
    /// - Throws: ``StoreError`` when the name cannot be the name of a file.
    public func file(forSuite name: String) throws(StoreError) -> String {
      try Self.file(forSuite: name, in: directory)
    }

    /// Returns the name of the suite that is kept at a path, however the path is written.
    ///
    /// The result is nil when the path is not that of a suite of this directory.
    package func suite(atPath path: String) -> String? {
      let (parent, file) = FilePath.parts(of: FilePath.absolute(path))
      guard file.hasSuffix(Self.suffix), FileLocation.isSameDirectory(parent, directory) else {
        return nil
      }
      let name = String(file.dropLast(Self.suffix.count))
      return SuiteName.isValid(name) ? name : nil
    }

    /// Returns the file of a suite in any directory.
    ///
    /// - Returns: the path of the file, which need not exist.
    /// - Throws: ``StoreError`` when the name is empty, begins with a dot, contains a slash or a
    ///   control character, or has more than 200 bytes.
    public static func file(
      forSuite name: String,
      in directory: String
    ) throws(StoreError) -> String {
      guard SuiteName.isValid(name) else {
        throw StoreError(location: directory, cause: .invalidSuiteName(name))
      }
      return FilePath.join(directory, name + suffix)
    }

    /// Lists the suites in this directory, sorted.
    ///
    /// - Throws: ``StoreError`` when the directory exists and cannot be read.
    public func suites() throws(StoreError) -> [String] {
      try Self.suites(in: directory)
    }

    /// Lists the suites in this directory that store something, sorted; none if it is missing.
    ///
    /// The file of a suite stays when its last value is removed. One that cannot be read is listed.
    package func usedSuites() throws(StoreError) -> [String] {
      try suites().filter { name in
        let path = FilePath.join(directory, name + Self.suffix)
        // A property list without values is short, and the others need not be read.
        guard let bytes = try? DocumentFile.contents(of: path, limit: 512),
          let document = try? PropertyListDocument(parsing: bytes)
        else { return true }
        return !document.sortedKeys().isEmpty
      }
    }

    /// Lists the suites in any directory, sorted: regular files and links to regular files.
    ///
    /// A file that cannot be examined is listed as well; opening it then gives the reason.
    ///
    /// - Throws: ``StoreError`` when the directory exists and cannot be read.
    public static func suites(in directory: String) throws(StoreError) -> [String] {
      try DocumentFile.names(in: directory).filter { file in
        guard file.hasSuffix(suffix), SuiteName.isValid(String(file.dropLast(suffix.count))) else {
          return false
        }
        let path = FilePath.join(directory, file)
        do throws(StoreError) {
          return try FileSystem().status(of: path, following: true)?.kind == .file
        } catch {
          return true
        }
      }.map { String($0.dropLast(suffix.count)) }.sorted()
    }
  }
}
