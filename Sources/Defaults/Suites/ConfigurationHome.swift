public import Foundation
import Glibc

extension Defaults {
  /// The directory in which suites are kept, and the files in it.
  ///
  /// It is `$XDG_CONFIG_HOME`, else `~/.config`, as the XDG Base Directory Specification says and
  /// as Foundation's `UserDefaults` has it on Linux.
  public struct ConfigurationHome: Hashable, Sendable {
    /// The absolute path of the directory, which need not exist.
    public let directory: String
    /// A value of `$XDG_CONFIG_HOME` that was ignored because it is a relative path.
    public let ignoredSetting: String?

    /// How many bytes the name of a suite may have.
    static let suiteNameLimit = 200

    /// What the name of a suite's file ends with.
    private static let suffix = ".plist"

    /// Finds the directory.
    ///
    /// - Parameter environment: the environment variables that decide; those of the process by
    ///   default.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
      let setting = environment["XDG_CONFIG_HOME"] ?? ""
      if setting.hasPrefix("/") {
        directory = setting
        ignoredSetting = nil
        return
      }
      ignoredSetting = setting.isEmpty ? nil : setting
      directory = FilePath.join(Self.home(environment), ".config")
    }

    /// Finds the file of a suite in this directory.
    ///
    /// - Returns: the path of the file, which need not exist.
    /// - Throws: ``StoreError`` when the name cannot be the name of a file.
    public func file(forSuite name: String) throws(StoreError) -> String {
      try Self.file(forSuite: name, in: directory)
    }

    /// Finds the file of a suite in any directory.
    ///
    /// - Returns: the path of the file, which need not exist.
    /// - Throws: ``StoreError`` when the name is empty, begins with a dot, holds a slash or a
    ///   control character, or has more than 200 bytes.
    public static func file(
      forSuite name: String,
      in directory: String
    ) throws(StoreError) -> String {
      guard isSuiteName(name) else {
        throw StoreError(location: directory, cause: .invalidSuiteName(name))
      }
      return FilePath.join(directory, name + suffix)
    }

    /// Lists the suites in this directory, sorted.
    ///
    /// A directory that is missing or cannot be read has none.
    public func suites() -> [String] {
      Self.suites(in: directory)
    }

    /// Lists the suites in any directory, sorted: regular files, and links to such.
    public static func suites(in directory: String) -> [String] {
      let files = FileSystem()
      return files.calls.names(directory).filter { file in
        guard file.hasSuffix(suffix), isSuiteName(String(file.dropLast(suffix.count))) else {
          return false
        }
        var status = stat()
        let path = FilePath.join(directory, file)
        let result = files.uninterrupted { files.calls.fstatat(AT_FDCWD, path, &status, 0) }
        return result >= 0 && FileStatus(status).kind == .file
      }.map { String($0.dropLast(suffix.count)) }.sorted()
    }

    private static func isSuiteName(_ name: String) -> Bool {
      !name.isEmpty && name.utf8.count <= suiteNameLimit && name.utf8.first != UInt8(ascii: ".")
        && name.unicodeScalars.allSatisfy {
          $0 != "/" && $0.properties.generalCategory != .control
        }
    }

    /// The user's home directory: the variable, else the user database.
    static func home(_ environment: [String: String]) -> String {
      if let home = environment["HOME"], home.hasPrefix("/") { return home }
      var entry = passwd()
      var found: UnsafeMutablePointer<passwd>?
      var buffer = [CChar](repeating: 0, count: 16_384)
      let result = getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found)
      guard result == 0, found != nil, let home = entry.pw_dir else { return "/" }
      return String(cString: home)
    }
  }
}
