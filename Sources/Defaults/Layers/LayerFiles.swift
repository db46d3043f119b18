import Glibc

/// The files beside the user's own that hold values of one suite.
///
/// They are read as a whole when the suite is first used and whenever one of them changes: they
/// are few, short and mostly missing.
struct LayerFiles: Sendable {
  /// Where the files are.
  let directories: Defaults.LayerDirectories
  /// The name of the suite.
  let suiteName: String
  /// The file system.
  var files = FileSystem()

  /// The values of one file.
  struct Loaded: Equatable, Sendable {
    /// The layer that the file belongs to.
    var layer: Defaults.Layer
    /// The path of the file; nil for what is in memory alone.
    var location: String?
    /// The values by key.
    var values: [Defaults.KeyName: Defaults.StoredValue]
  }

  /// What all files hold.
  struct Contents: Sendable {
    /// The files that hold something, highest first.
    var layers: [Loaded] = []
    /// What an administrator says about locked keys, by key.
    var reasons: [Defaults.KeyName: String] = [:]
    /// What was left out, and why.
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

  /// The files of a source, highest first.
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

  /// Answers whether a path exists, belongs to its owner, and is written by nobody else.
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
      // Where a part of the path is a file there is no layer, which is nobody's trouble.
      if case .system(_, ENOTDIR) = error.cause { return nil }
      contents.diagnostics.append(.layerIgnored(error))
      return nil
    }
  }
}
