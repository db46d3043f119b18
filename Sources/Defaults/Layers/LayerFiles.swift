import Glibc

/// The files of a suite's layers except the user's own file.
///
/// They are few, short, and usually do not exist. So all of them are read completely when the suite
/// is first used, and again whenever one of them changes. A ``LayerStack`` merges their values.
///
/// A managed file can lock keys against the user, so it counts only if it, its directory, and
/// `managedDirectory` belong to `managedOwner` and are not writable by group or others. Without
/// this check, any user with access to the directory could lock the keys of others.
struct LayerFiles: Sendable {
  /// The directories of the files.
  let directories: Defaults.LayerDirectories
  /// The name of the suite.
  let suiteName: String
  /// The file system.
  var files = FileSystem()

  /// The values of one file.
  struct Loaded: Equatable, Sendable {
    /// The layer that the file belongs to.
    var layer: Defaults.Layer
    /// The path of the file; nil for values that exist only in memory.
    var location: String?
    /// The values by key.
    var values: [Defaults.KeyName: Defaults.StoredValue]
  }

  /// The values of all files.
  struct Contents: Sendable {
    /// The files with at least one value, highest first.
    var layers: [Loaded] = []
    /// An administrator's reasons for locks, by key.
    var reasons: [Defaults.KeyName: String] = [:]
    /// The files that were ignored, with the reasons.
    var diagnostics: [Defaults.Diagnostic.Kind] = []
  }

  /// Reads all files.
  func load() -> Contents {
    var contents = Contents()
    let isManaged = isTrusted(directories.managedDirectory, &contents)
    for source in directories.sources(forSuite: suiteName)
    where source.layer != .managed || isManaged {
      for path in paths(of: source, &contents) {
        if source.layer == .managed, !isTrusted(path, &contents) { continue }
        let values = values(at: path, &contents) ?? [:]
        if values.isEmpty { continue }
        contents.layers.append(Loaded(layer: source.layer, location: path, values: values))
      }
    }
    let reasons = directories.reasons(forSuite: suiteName)
    if isManaged, isTrusted(reasons, &contents), let texts = values(at: reasons, &contents) {
      contents.reasons = texts.compactMapValues { text in
        if case .string(let reason) = text { reason } else { nil }
      }
    }
    return contents
  }

  /// Calls a closure whenever one of the files may have changed.
  func watch(_ changed: @escaping @Sendable () -> Void) -> [any Defaults.StoreWatch] {
    let paths = directories.sources(forSuite: suiteName).map {
      $0.isDirectory ? "\($0.path)/." : $0.path
    }
    return (paths + [directories.reasons(forSuite: suiteName)]).map {
      FileWatcher.shared.watch($0, changed)
    }
  }

  /// Returns the files of a source, highest first.
  private func paths(
    of source: Defaults.LayerDirectories.Source,
    _ contents: inout Contents
  ) -> [String] {
    guard source.isDirectory else { return [source.path] }
    guard isTrusted(source.path, &contents) else { return [] }
    return files.calls.names(source.path)
      .filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }
      .sorted(by: >)
      .map { FilePath.join(source.path, $0) }
  }

  /// Returns whether the path exists, is owned by `managedOwner`, and is not writable by group or
  /// others.
  private func isTrusted(_ path: String, _ contents: inout Contents) -> Bool {
    guard let found = files.statusIfAny(of: path, following: true) else { return false }
    if found.owner == directories.managedOwner, found.mode & 0o022 == 0 { return true }
    contents.diagnostics.append(.untrustedLayer(location: path))
    return false
  }

  private func values(
    at path: String,
    _ contents: inout Contents
  ) -> [Defaults.KeyName: Defaults.StoredValue]? {
    do throws(Defaults.StoreError) {
      return try Defaults.PropertyListStore(file: path).load(unlike: nil)?.values
    } catch {
      // If a part of the path is a file, the layer does not exist; that is not an error.
      if case .system(_, ENOTDIR) = error.cause { return nil }
      contents.diagnostics.append(.layerIgnored(error))
      return nil
    }
  }
}
