import Glibc

/// The files of a suite's layers except the user's own file.
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
  /// The path of the suite's own file, which is not read as a layer too; nil for another kind of store.
  var ownFile: String?
  /// The file system.
  var files = FileSystem()

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

  /// Reads all files.
  func load() -> Contents {
    var contents = Contents()
    let managed = ManagedFiles(directories: directories, suiteName: suiteName, files: files)
    managed.load(into: &contents)
    for source in directories.sources(forSuite: suiteName) {
      guard source.layer != .managed, source.path != ownFile else { continue }
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
      directories.sources(forSuite: suiteName).map { $0.isDirectory ? "\($0.path)/." : $0.path }
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
