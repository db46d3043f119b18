public import Foundation

extension Defaults {
  /// Where the files of the layers are.
  public struct LayerDirectories: Hashable, Sendable {
    /// The directory of an administrator's locked values.
    ///
    /// No variable moves it, because the user sets those.
    public var managedDirectory: String = "/etc/prefs/managed"
    /// Who must own the managed files and their directories, and be alone in writing them.
    public var managedOwner: uid_t = 0
    /// The directory of the user's files.
    public var configurationHome: String
    /// The directory of an administrator's overridable values that Foundation reads, too.
    public var systemDirectory: String = "/usr/local/etc"
    /// Directories of further overridable values, most important first.
    public var configurationDirectories: [String]

    /// Finds the places of this system.
    ///
    /// - Parameter environment: the environment variables that decide; those of the process by
    ///   default. Relative paths in `XDG_CONFIG_DIRS` are ignored.
    public init(environment: [String: String] = ProcessInfo.processInfo.environment) {
      let directories = BaseDirectories(environment: environment)
      configurationHome = directories.configHome
      configurationDirectories = directories.configDirectories
    }
  }
}

extension Defaults.LayerDirectories {
  /// A file, or a directory of files, that holds values of a layer.
  struct Source {
    /// The layer.
    var layer: Defaults.Layer
    /// The path.
    var path: String
    /// Whether the path is a directory whose property lists all count, the last by name first.
    var isDirectory = false
  }

  /// The places of a suite's values other than the user's own file, highest first.
  ///
  /// Those of ``Defaults/Layer/host`` and below are Foundation's on Linux, up to the last.
  func sources(forSuite name: String) -> [Source] {
    let managed = FilePath.join(managedDirectory, name)
    let home = configurationHome
    let system = systemDirectory
    return [
      Source(layer: .managed, path: "\(managed).d", isDirectory: true),
      Source(layer: .managed, path: "\(managed).plist"),
      Source(layer: .host, path: "\(home)/ByHost/\(name)..plist"),
      Source(layer: .global, path: "\(home)/ByHost/.GlobalPreferences..plist"),
      Source(layer: .global, path: "\(home)/.GlobalPreferences.plist"),
      Source(layer: .system, path: "\(system)/ByHost/\(name).plist"),
      Source(layer: .system, path: "\(system)/\(name).plist"),
      Source(layer: .system, path: "\(system)/ByHost/.GlobalPreferences.plist"),
      Source(layer: .system, path: "\(system)/.GlobalPreferences.plist"),
    ]
      + configurationDirectories.filter { $0 != home }.map {
        Source(layer: .system, path: "\($0)/\(name).plist")
      }
  }

  /// The file in which an administrator says why keys are locked.
  func reasons(forSuite name: String) -> String {
    FilePath.join(managedDirectory, "\(name).reasons.plist")
  }
}
