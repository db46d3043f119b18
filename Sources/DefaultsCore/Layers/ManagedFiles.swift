import Glibc

/// The files with which an administrator locks keys of a suite.
///
/// A lock must not end because a file cannot be read: a user who could make it unreadable, or move
/// it away, could then write the key. So only a name that certainly does not exist counts as
/// absent. Everything else that cannot be read or trusted locks all keys of the suite, until an
/// administrator repairs it.
///
/// A file or directory can be trusted if it belongs to root or `managedOwner` and is not writable by group
/// or others. The same must hold for every directory on the way to it, also through symbolic links:
/// whoever may write in one of them can put other files in its place. These may be writable if they
/// are sticky, as `/tmp`. The checks of a directory with locks are made only where its
/// parent exists, so that a machine without locks works whatever its other
/// directories are like. Directories outside of a ``SystemRoot`` are not checked.
struct ManagedFiles {
  let directories: Defaults.LayerDirectories
  let suiteName: String
  let files: FileSystem

  /// Reads the files, and adds their values, or the reason why they lock all keys.
  func load(into contents: inout LayerFiles.Contents) {
    for place in directories.managedPlaces(forSuite: suiteName) { load(place, into: &contents) }
  }

  private func load(
    _ place: Defaults.LayerDirectories.ManagedPlace,
    into contents: inout LayerFiles.Contents
  ) {
    do throws(Defaults.StoreError) {
      guard try status(of: FilePath.parts(of: place.directory).directory) != nil,
        try isPresentAndTrusted(place.directory)
      else { return }
    } catch {
      contents.lockAll(because: error)
      return
    }
    let higher = contents.layers
    for source in place.sources {
      do throws(Defaults.StoreError) {
        for path in try paths(of: source) {
          do throws(Defaults.StoreError) {
            let values = try values(at: path)
            guard !values.isEmpty else { continue }
            contents.layers.append(.init(layer: .managed, location: path, values: values))
          } catch {
            contents.lockAll(because: error)
          }
        }
      } catch {
        contents.lockAll(because: error)
      }
    }
    loadReasons(at: place.reasons, below: higher, into: &contents)
  }

  /// Reads the reasons for the locks of a directory; without them, the keys are locked nevertheless.
  ///
  /// The reason for a key that a higher layer locks is not in this file.
  private func loadReasons(
    at path: String,
    below higher: [LayerValues],
    into contents: inout LayerFiles.Contents
  ) {
    do throws(Defaults.StoreError) {
      for (key, stored) in try values(at: path)
      where !higher.contains(where: { $0.values[key] != nil }) {
        let value = contents.layers.lazy.compactMap { $0.values[key] }.first
        contents.reasons[key] = LockReason.text(stored, for: value)
      }
    } catch {
      contents.diagnostics.append(.layerIgnored(error))
    }
  }

  /// Returns the files of a source that exist, highest first.
  private func paths(
    of source: Defaults.LayerDirectories.Source
  ) throws(Defaults.StoreError) -> [String] {
    guard source.isDirectory else { return [source.path] }
    guard try isPresentAndTrusted(source.path) else { return [] }
    let listing = try files.listing(of: source.path)
    guard listing.isComplete else { throw .system("readdir", source.path, EILSEQ) }
    return listing.names
      .filter { $0.hasSuffix(".plist") && !$0.hasPrefix(".") }
      .sorted(by: >)
      .map { FilePath.join(source.path, $0) }
  }

  private func values(
    at path: String
  ) throws(Defaults.StoreError) -> [Defaults.KeyName: Defaults.StoredValue] {
    guard try isPresentAndTrusted(path) else { return [:] }
    return try Defaults.PropertyListStore(file: path, files: files).load(unlike: nil)?.values ?? [:]
  }

  // MARK: - Trust

  /// Returns whether a path exists; throws when it cannot be trusted, or that cannot be found out.
  private func isPresentAndTrusted(_ path: String) throws(Defaults.StoreError) -> Bool {
    try SystemRoot.check(path, in: files)
    let plan = WatchPlan(for: path, in: files)
    // Before the path itself: who may write in one of these directories could have moved it away.
    for directory in plan.directories.map(\.path) where !SystemRoot.isChosen(directory) {
      guard let status = try status(of: directory) else {
        throw .system("stat", directory, ENOENT)
      }
      let isSafe = status.mode & 0o022 == 0 || status.mode & S_ISVTX != 0
      try check(status, of: directory, isSafe: isSafe)
    }
    for link in plan.entries.dropLast().map(\.path)
    where try files.status(of: link, following: true) == nil {
      // A link whose target was moved away.
      throw .system("stat", link, ENOENT)
    }
    guard try status(of: path) != nil, let target = try files.status(of: path, following: true)
    else { return false }
    try check(target, of: path, isSafe: target.mode & 0o022 == 0)
    return true
  }

  /// Throws when the mode of a file or directory is not safe, or it belongs to another user than an
  /// administrator.
  private func check(
    _ status: FileStatus,
    of path: String,
    isSafe: Bool
  ) throws(Defaults.StoreError) {
    guard !isSafe || status.owner != 0 && status.owner != directories.managedOwner else { return }
    let isKnown = files.calls.isKnownUser(status.owner)
    throw files.error(isKnown ? .untrusted : .unknownOwner(path: path), about: path)
  }

  /// Returns the status of a name; nil if it certainly does not exist.
  private func status(of path: String) throws(Defaults.StoreError) -> FileStatus? {
    do throws(Defaults.StoreError) {
      return try files.status(of: path, following: false)
    } catch {
      // A part of the path is a file, so there can be no directory of that name.
      if case .system(_, ENOTDIR) = error.cause { return nil }
      throw error
    }
  }
}

extension LayerFiles.Contents {
  /// Locks all keys because of the error of a managed file; the first error gives the reason.
  fileprivate mutating func lockAll(because error: Defaults.StoreError) {
    let lock = Defaults.Lock(
      location: error.location,
      reason: "it cannot be read or trusted (\(error.briefReason)), so it may lock this key; "
        + "an administrator must repair that"
    )
    if lockOfAll == nil { lockOfAll = lock }
    diagnostics.append(.unusableLocks(lock))
  }
}
