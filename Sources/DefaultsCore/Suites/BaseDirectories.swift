import Glibc

/// The directories of the XDG Base Directory Specification, for one environment.
///
/// As the specification says, an empty variable counts as unset, and a relative path is ignored.
///
/// A variable that is not valid UTF-8 names a directory that a `String` cannot hold. Another one
/// must not be used in its place: the directory is then ``nowhere``, in which nothing exists and
/// nothing can be made, and a list of directories is empty.
package struct BaseDirectories: Sendable {
  /// The home directory, without slashes at its end.
  package let home: String
  /// The user's configuration: `$XDG_CONFIG_HOME`, default `~/.config`.
  package let configHome: String
  /// The user's data: `$XDG_DATA_HOME`, default `~/.local/share`.
  package let dataHome: String
  /// The user's state data, such as histories: `$XDG_STATE_HOME`, default `~/.local/state`.
  package let stateHome: String
  /// What can be made again: `$XDG_CACHE_HOME`, default `~/.cache`.
  package let cacheHome: String
  /// Configuration for all users, most important first: `$XDG_CONFIG_DIRS`, default `/etc/xdg`.
  package let configDirectories: [String]
  /// Data for all users, most important first: `$XDG_DATA_DIRS`, default
  /// `/usr/local/share:/usr/share`.
  package let dataDirectories: [String]
  /// The values that were ignored because they are relative paths, by variable.
  package let ignoredSettings: [(variable: String, value: String)]

  /// The variables whose values are not valid UTF-8.
  package let unusableVariables: [String]

  /// The directory in place of one whose name is not valid UTF-8: no directory, so that every
  /// attempt to read or write in it fails with `ENOTDIR`.
  package static let nowhere = "/dev/null"

  /// The variables that name directories.
  package static let variables = [
    "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
    "XDG_CONFIG_DIRS", "XDG_DATA_DIRS",
  ]

  /// Creates the directories.
  ///
  /// The environment is nil for the variables of the process. All directories are below the root,
  /// which is nil for the root of the system.
  package init(
    environment: [String: String]? = nil,
    root: SystemRoot? = .current
  ) {
    let environment = environment ?? EnvironmentText.variables
    let below = { (path: String) in root?.path(below: path) ?? path }
    let unusable = Set(
      Self.variables.filter { name in
        environment[name].map { EnvironmentText.isRepaired($0, of: name) } ?? false
      }
    )
    let home = unusable.contains("HOME") ? Self.nowhere : Self.home(environment)
    var ignored: [(variable: String, value: String)] = []
    func directory(_ variable: String, _ fallback: String) -> String {
      if unusable.contains(variable) { return Self.nowhere }
      let setting = environment[variable] ?? ""
      if setting.utf8.first == UInt8(ascii: "/") { return below(setting) }
      if !setting.isEmpty { ignored.append((variable, setting)) }
      return home == Self.nowhere
        ? FilePath.join(home, fallback) : below(FilePath.join(home, fallback))
    }
    func directories(_ variable: String, _ fallback: String) -> [String] {
      let (paths, relative) = Self.paths(variable, otherwise: fallback, environment, root: root)
      ignored += relative
      return unusable.contains(variable) ? [] : paths
    }
    self.home = String(home.reversed().drop { $0 == "/" }.reversed())
    configHome = directory("XDG_CONFIG_HOME", ".config")
    dataHome = directory("XDG_DATA_HOME", ".local/share")
    stateHome = directory("XDG_STATE_HOME", ".local/state")
    cacheHome = directory("XDG_CACHE_HOME", ".cache")
    configDirectories = directories("XDG_CONFIG_DIRS", "/etc/xdg")
    dataDirectories = directories("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
    unusableVariables = Self.variables.filter(unusable.contains)
    ignoredSettings = ignored
  }

  /// Returns the absolute paths in a variable with a list, and the relative ones, to be ignored.
  package static func paths(
    _ variable: String,
    otherwise fallback: String,
    _ environment: [String: String],
    root: SystemRoot? = .current
  ) -> (paths: [String], ignored: [(variable: String, value: String)]) {
    let setting = environment[variable] ?? ""
    let parts = (setting.isEmpty ? fallback : setting).split(separator: ":").map(String.init)
    let isAbsolute = { (path: String) in path.utf8.first == UInt8(ascii: "/") }
    let paths = parts.filter(isAbsolute).map { root?.path(below: $0) ?? $0 }
    return (paths, parts.filter { !isAbsolute($0) }.map { (variable, $0) })
  }

  /// Returns the user's home directory: `$HOME`, else the entry in the user database.
  private static func home(_ environment: [String: String]) -> String {
    if let home = environment["HOME"], home.utf8.first == UInt8(ascii: "/") { return home }
    return home { getpwuid_r(getuid(), $0, $1, $2, $3) } ?? "/"
  }

  /// Returns a path with a home directory in place of the tilde at its start, as shells read it: that of
  /// the user, or of the user that it names; unchanged if there is no such user.
  package static func expandingTilde(_ path: String) -> String {
    guard path.utf8.first == UInt8(ascii: "~") else { return path }
    let name = String(path.dropFirst().prefix { $0 != "/" })
    let rest = path.dropFirst(1 + name.count)
    if name.isEmpty { return home(EnvironmentVariables.ofProcess) + rest }
    return home { getpwnam_r(name, $0, $1, $2, $3) }.map { $0 + rest } ?? path
  }

  /// Returns the home directory in an entry of the user database; nil if it has none.
  private static func home(
    _ find: (
      UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
      UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
    ) -> Int32
  ) -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    let result = find(&entry, &buffer, buffer.count, &found)
    guard result == 0, found != nil, let home = entry.pw_dir else { return nil }
    return String(cString: home)
  }
}
