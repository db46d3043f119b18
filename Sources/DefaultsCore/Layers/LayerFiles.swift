import Glibc

/// The files of a suite's layers except the suite's own file.
///
/// They are few, short, and usually do not exist. So all of them are read completely when the suite
/// is first used, and again whenever one of them changes. A ``LayerStack`` merges their values.
///
/// The managed files lock keys, so ``ManagedFiles`` reads them by stricter rules.
struct LayerFiles: Sendable {
  /// The directories of the files.
  let directories: Defaults.LayerDirectories
  /// The name of the suite.
  let suiteName: String
  /// The file system.
  let files: FileSystem

  /// The values of all files.
  struct Contents: Sendable {
    /// The files with at least one value, highest first.
    var layers: [LayerValues] = []
    /// An administrator's reasons for locks, by key.
    var reasons: [Defaults.KeyName: String] = [:]
    /// The lock of all keys; nil when the managed files can be read and trusted, or do not exist.
    var lockOfAll: Defaults.Lock?
    /// The locks of further keys, those without a value too.
    var lockRules: [LayerStack.LockRule] = []
    /// The files that were ignored, with the reasons.
    var diagnostics: [Defaults.Diagnostic.Kind] = []
  }

  /// The layer of the suite's own file, which writes change.
  let ownLayer: Defaults.Layer
  /// The files, highest first.
  private let sources: [Defaults.LayerDirectories.Source]

  /// Creates the layers of a suite.
  ///
  /// The user's file of the suite is one of them only if the suite's own file is the one for this host. A
  /// suite in another store has nothing to do with that file. `ownFile` is the path of the suite's own file,
  /// which is not read as a layer too; nil for another kind of store.
  init(
    directories: Defaults.LayerDirectories,
    suiteName: String,
    ownFile: String? = nil,
    files: FileSystem = FileSystem()
  ) {
    self.directories = directories
    self.suiteName = suiteName
    self.files = files
    let all = directories.sources(forSuite: suiteName)
    // The file of the values of all programs has a name of its own.
    let directory = ownFile.map { FilePath.parts(of: $0).directory }
    let isOfHost = all.contains {
      $0.layer == .host && FilePath.parts(of: $0.path).directory == directory
    }
    let own: Defaults.Layer = isOfHost ? .host : .user
    ownLayer = own
    sources = all.filter { $0.layer != own && $0.path != ownFile }
  }

  /// Reads all files.
  func load() -> Contents {
    var contents = Contents()
    let managed = ManagedFiles(directories: directories, suiteName: suiteName, files: files)
    managed.load(into: &contents)
    for source in sources where source.layer != .managed {
      let values = values(at: source.path, &contents)
      if values.isEmpty { continue }
      contents.layers.append(
        LayerValues(layer: source.layer, location: source.path, values: values)
      )
    }
    return contents
  }

  /// Calls a closure whenever one of the files may have changed.
  func watch(_ changed: @escaping @Sendable () -> Void) -> [any Defaults.StoreWatch] {
    let paths =
      sources.map { $0.isDirectory ? "\($0.path)/." : $0.path }
      + directories.managedPlaces(forSuite: suiteName).map(\.reasons)
    let fleet = directories.fleetDirectory
    let isOfFleet = { (path: String) in path.utf8.starts(with: "\(fleet)/".utf8) }
    return paths.filter { !isOfFleet($0) }.map { FileWatcher.shared.watch($0, changed) }
      + [LateFilesWatch(paths.filter(isOfFleet), in: fleet, changed)]
  }

  private func values(
    at path: String,
    _ contents: inout Contents
  ) -> [Defaults.KeyName: Defaults.StoredValue] {
    do throws(Defaults.StoreError) {
      return try Defaults.PropertyListStore(file: path).load(unlike: nil)?.values ?? [:]
    } catch {
      // If a part of the path is a file, the layer does not exist; that is not an error.
      if case .system(_, ENOTDIR) = error.cause { return [:] }
      contents.diagnostics.append(.layerIgnored(error))
      return [:]
    }
  }
}
