import Glibc

extension Defaults {
  /// The directories that contain the files of the layers.
  public struct LayerDirectories: Hashable, Sendable {
    /// The directory of an administrator's locked values.
    ///
    /// No environment variable changes it, because users could set that.
    public var managedDirectory: String = "/etc/prefs/managed"
    /// The owner of the managed files and directories besides root; no other user may write them.
    public var managedOwner: UInt32 = 0
    /// The directory of the user's files.
    public var configurationHome: String
    /// The directory of an administrator's overridable values; Foundation reads it as well.
    public var systemDirectory: String = "/usr/local/etc"
    /// The directories of further overridable values, most important first.
    public var configurationDirectories: [String]
    /// The directory of the files with values for a fleet of machines, which its agent writes.
    ///
    /// Those in `managed` are locked, and ``managedDirectory`` has precedence over them. Those in `system` can
    /// be overridden, and all other directories of such values have precedence over them.
    public var fleetDirectory: String = "/var/lib/prefs/fleet"

    /// Creates the directories of this system.
    ///
    /// - Parameter environment: the environment variables; nil for those of the process.
    ///   Relative paths in `XDG_CONFIG_DIRS` are ignored.
    public init(environment: [String: String]? = nil) {
      let directories = BaseDirectories(environment: environment)
      if let root = SystemRoot.current {
        managedDirectory = root.path(below: managedDirectory)
        systemDirectory = root.path(below: systemDirectory)
        fleetDirectory = root.path(below: fleetDirectory)
        managedOwner = root.owner
      }
      configurationHome = directories.configHome
      configurationDirectories = directories.configDirectories
    }
  }
}

extension Defaults.LayerDirectories {
  /// A file, or a directory of files, with values of a layer.
  struct Source {
    /// The layer.
    var layer: Defaults.Layer
    /// The path.
    var path: String
    /// Whether the path is a directory; all property lists in it are read, the last by name wins.
    var isDirectory = false
  }

  /// A directory of locked values, with the files that a suite can have in it.
  struct ManagedPlace {
    /// The directory.
    var directory: String
    /// The files and directories with the values, highest first.
    var sources: [Source]
    /// The file with the reasons for its locks.
    var reasons: String
  }

  /// The directory of the fleet's locked values.
  package var fleetManagedDirectory: String { FilePath.join(fleetDirectory, "managed") }

  /// The directory of the fleet's overridable values.
  package var fleetSystemDirectory: String { FilePath.join(fleetDirectory, "system") }

  /// Returns the directories with the locks of a suite, highest first: the host's own, and the fleet's.
  ///
  /// `a.reasons.plist` in such a directory has the reasons for the locks of the suite `a`, so it is not read
  /// as the locks of a suite `a.reasons`. An administrator locks keys of such a suite in `a.reasons.d`.
  func managedPlaces(forSuite name: String) -> [ManagedPlace] {
    let ownFiles = FilePath.join(managedDirectory, "\(name).d")
    let own = [Source(layer: .managed, path: ownFiles, isDirectory: true)]
    return [(managedDirectory, own), (fleetManagedDirectory, [])].map { directory, sources in
      let file = Self.managedFile(forSuite: name, in: directory)
      return ManagedPlace(
        directory: directory,
        sources: sources + (file.map { [Source(layer: .managed, path: $0)] } ?? []),
        reasons: Self.reasons(forSuite: name, in: directory)
      )
    }
  }

  /// Returns the files of a suite's layers, highest first.
  ///
  /// From ``Defaults/Layer/host`` on, Foundation reads the same files on Linux, except those in
  /// ``configurationDirectories`` and ``fleetDirectory``.
  func sources(forSuite name: String) -> [Source] {
    let home = configurationHome
    let system = systemDirectory
    return managedPlaces(forSuite: name).flatMap(\.sources) + [
      Source(layer: .host, path: "\(home)/ByHost/\(name)..plist"),
      Source(layer: .user, path: "\(home)/\(name).plist"),
      Source(layer: .global, path: "\(home)/ByHost/.GlobalPreferences..plist"),
      Source(layer: .global, path: "\(home)/.GlobalPreferences.plist"),
      Source(layer: .system, path: "\(system)/ByHost/\(name).plist"),
      Source(layer: .system, path: "\(system)/\(name).plist"),
      Source(layer: .system, path: "\(system)/ByHost/.GlobalPreferences.plist"),
      Source(layer: .system, path: "\(system)/.GlobalPreferences.plist"),
    ]
      + configurationDirectories.filter { !FileLocation.isSameDirectory($0, home) }.map {
        Source(layer: .system, path: "\($0)/\(name).plist")
      } + [Source(layer: .system, path: FilePath.join(fleetSystemDirectory, "\(name).plist"))]
  }

  /// Returns the names of the suites that have a file in another layer than the user's, sorted.
  ///
  /// A directory that cannot be read is left out.
  package func suites() -> [String] {
    let others =
      ([systemDirectory, FilePath.join(systemDirectory, "ByHost"), fleetSystemDirectory]
      + configurationDirectories)
      .filter { !FileLocation.isSameDirectory($0, configurationHome) }
      .flatMap(Self.suites)
    let names = others + hostSuites() + ((try? managedSuites()) ?? [])
    return Set(names).filter(SuiteName.isValid).sorted()
  }

  /// Returns the names of the suites with a file of the user for this host; none if they cannot be listed.
  package func hostSuites() -> [String] {
    Self.suites(in: FilePath.join(configurationHome, "ByHost"))
      .filter { $0.hasSuffix(".") }.map { String($0.dropLast()) }
  }

  private static func suites(in directory: String) -> [String] {
    (try? Defaults.ConfigurationHome.suites(in: directory)) ?? []
  }

  /// Returns the sorted names of the suites with files of locked values; none without a directory.
  package func managedSuites() throws(Defaults.StoreError) -> [String] {
    let files =
      try DocumentFile.names(in: managedDirectory) + DocumentFile.names(in: fleetManagedDirectory)
    let names = files.compactMap { file -> String? in
      for suffix in ["\(Self.reasonsSuffix).plist", ".plist", ".d"] where file.hasSuffix(suffix) {
        return String(file.dropLast(suffix.count))
      }
      return nil
    }
    return Set(names.filter(SuiteName.isValid)).sorted()
  }

  /// Returns the file in which an administrator locks keys of a suite.
  ///
  /// The result is nil when keys of the suite can be locked only in the directory `<suite>.d`.
  package func managedFile(forSuite name: String) -> String? {
    Self.managedFile(forSuite: name, in: managedDirectory)
  }

  /// Returns the file with the keys of a suite that the fleet locks; nil if the suite can have none.
  package func fleetManagedFile(forSuite name: String) -> String? {
    Self.managedFile(forSuite: name, in: fleetManagedDirectory)
  }

  private static func managedFile(forSuite name: String, in directory: String) -> String? {
    name.hasSuffix(reasonsSuffix) ? nil : FilePath.join(directory, "\(name).plist")
  }

  /// Returns the file with an administrator's overridable values of a suite.
  ///
  /// Of several such files that exist, it is the one with the highest priority, because a value in
  /// another one could have no effect. If there is none, it is the file in the first of
  /// ``configurationDirectories``, else in ``systemDirectory``.
  package func systemFile(forSuite name: String) -> String {
    let files = systemDirectories.map { FilePath.join($0, "\(name).plist") }
    return files.first { DocumentFile.exists($0) } ?? files.dropFirst().first ?? files[0]
  }

  /// Returns the sorted names of the suites with files of an administrator's overridable values.
  package func systemSuites() throws(Defaults.StoreError) -> [String] {
    var names: Set<String> = []
    for directory in systemDirectories {
      names.formUnion(try Defaults.ConfigurationHome.suites(in: directory))
    }
    return names.sorted()
  }

  /// The directories with an administrator's overridable values, highest first.
  private var systemDirectories: [String] {
    [systemDirectory]
      + configurationDirectories.filter { !FileLocation.isSameDirectory($0, configurationHome) }
  }

  /// Returns the file with an administrator's reasons for locked keys.
  package func reasons(forSuite name: String) -> String {
    Self.reasons(forSuite: name, in: managedDirectory)
  }

  private static func reasons(forSuite name: String, in directory: String) -> String {
    FilePath.join(directory, "\(name)\(reasonsSuffix).plist")
  }

  /// The end of the name of a file with reasons, before its extension.
  private static let reasonsSuffix = ".reasons"
}
