import Glibc

/// Reads a property list from a file that others may be writing.
struct FileReader: Sendable {
  /// The file system.
  let files: FileSystem
  /// The path that errors tell.
  let location: String
  /// How many bytes a file may have.
  let sizeLimit: Int

  /// What was found under a name.
  struct Reading: Sendable {
    /// The content; empty when there is no file or it cannot be parsed.
    var document = PropertyListDocument()
    /// Why the content cannot be parsed.
    var failure: PropertyListError?
    /// The file's status, nil when there is none.
    var status: FileStatus?
    /// Tells this content from others.
    var version = Defaults.StoreVersion(words: [])

    /// The content as a caller sees it.
    var snapshot: Defaults.StoreSnapshot {
      Defaults.StoreSnapshot(values: document.values, version: version)
    }
  }

  /// The pauses before content that seems to be half written is read again, in milliseconds.
  ///
  /// Foundation writes in place, truncating first, so a reader may come in between.
  private static let pauses = [10, 20, 40, 80, 150]

  /// How long content may be half written after it was last modified, in nanoseconds.
  private static let unsettledTime: Int64 = 1_000_000_000

  /// How coarse the times of files may be, in nanoseconds.
  ///
  /// Two writes within one tick of the kernel's clock may leave the same time behind.
  private static let clockGrain: Int64 = 50_000_000

  /// Reads what has a name now.
  ///
  /// - Parameters:
  ///   - name: the name, or any path; a symbolic link is not followed.
  ///   - directory: the directory's descriptor.
  ///   - known: a version the caller has already seen.
  /// - Returns: nil when the content is still that of `known`.
  /// - Throws: ``Defaults/StoreError`` when a call fails, when the name is a link or no regular
  ///   file, or when the file is too large. Content that cannot be parsed is no error here.
  func read(
    _ name: String,
    in directory: Int32 = AT_FDCWD,
    unlike known: Defaults.StoreVersion? = nil
  ) throws(Defaults.StoreError) -> Reading? {
    for pause in Self.pauses {
      let (reading, isSettled) = try readOnce(name, in: directory, unlike: known)
      if isSettled { return reading }
      files.calls.sleep(pause)
    }
    return try readOnce(name, in: directory, unlike: known).reading
  }

  /// Makes the version of content that was read from or written to a file.
  func version(_ status: FileStatus, of bytes: [UInt8]) -> Defaults.StoreVersion {
    // Where the times cannot tell two states apart the content must.
    let isFresh = files.calls.now() - status.modified < Self.clockGrain
    return Defaults.StoreVersion(
      words: isFresh ? status.identity + [Self.digest(bytes)] : status.identity
    )
  }

  /// Answers whether a file has surely not changed since a version, judged by its status alone.
  static func isSurely(_ known: Defaults.StoreVersion?, _ status: FileStatus?) -> Bool {
    known?.words == status?.identity ?? []
  }

  private func readOnce(
    _ name: String,
    in directory: Int32,
    unlike known: Defaults.StoreVersion?
  ) throws(Defaults.StoreError) -> (reading: Reading?, isSettled: Bool) {
    let file: FileSystem.OpenFile
    do throws(Defaults.StoreError) {
      // A pipe without a writer would otherwise keep the call waiting.
      let flags = O_RDONLY | O_NONBLOCK | O_NOFOLLOW
      file = try files.open(name, in: directory, flags: flags, location: location)
    } catch {
      switch error.cause {
      case .system(_, ENOENT): return (known?.words == [] ? nil : Reading(), true)
      case .system(_, ENXIO): throw Defaults.StoreError(location: location, cause: .notAFile)
      default: throw error
      }
    }
    let status = try files.status(of: file, location: location)
    guard status.kind == .file else {
      throw Defaults.StoreError(location: location, cause: .notAFile)
    }
    if Self.isSurely(known, status) { return (nil, true) }
    guard status.size <= sizeLimit else {
      throw Defaults.StoreError(
        location: location,
        cause: .tooLarge(bytes: status.size, limit: sizeLimit)
      )
    }
    let bytes = try files.contents(
      of: file,
      expected: status.size,
      limit: sizeLimit,
      location: location
    )
    let isSteady = try files.status(of: file, location: location).identity == status.identity
    if let known, isSteady, known.words == status.identity + [Self.digest(bytes)] {
      return (nil, true)
    }
    var reading = Reading(status: status, version: version(status, of: bytes))
    do throws(PropertyListError) {
      if !bytes.isEmpty { reading.document = try PropertyListDocument(parsing: bytes) }
    } catch {
      reading.failure = error
    }
    let isComplete = reading.failure == nil && !bytes.isEmpty
    let isOld = files.calls.now() - status.modified > Self.unsettledTime
    return (reading, isSteady && (isComplete || isOld))
  }

  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
