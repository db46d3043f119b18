import DefaultsCore
import DefaultsTransfer

/// The directory with the user's snapshots.
enum SnapshotFolder {
  private static let suffix = ".json"

  private static var directory: String { BaseDirectories().stateHome + "/prefs/snapshots" }

  /// Returns the path of a snapshot, whose name must be valid.
  static func path(_ name: String) throws(Failure) -> String {
    guard SuiteName.isValid(name) else {
      throw Failure(
        .usage,
        "\"\(name)\" cannot be the name of a snapshot: use 1 to 200 bytes without a slash, "
          + "not beginning with a dot."
      )
    }
    return "\(directory)/\(name)\(suffix)"
  }

  /// Lists the names of the snapshots, sorted.
  static func names() throws(Defaults.StoreError) -> [String] {
    try DocumentFile.names(in: directory).filter { $0.hasSuffix(suffix) && !$0.hasPrefix(".") }
      .map { String($0.dropLast(suffix.count)) }
  }

  /// Reads a snapshot.
  ///
  /// - Throws: ``Failure`` when there is none or its file is damaged, `Defaults.StoreError` when it
  ///   cannot be read.
  static func snapshot(_ name: String) throws -> Snapshot {
    let path = try existing(name)
    let bytes = try DocumentFile.contents(of: path, limit: Defaults.FileStore.sizeLimit)
    do throws(ValueDocumentError) {
      return try Snapshot(parsing: bytes)
    } catch {
      throw Failure(.inputOutputFailed, "\(path: path) cannot be used: \(error).")
    }
  }

  /// Removes a snapshot.
  ///
  /// - Throws: ``Failure`` when there is none, `Defaults.StoreError` when it cannot be removed.
  static func remove(_ name: String) throws {
    try DocumentFile.remove(try existing(name))
  }

  private static func existing(_ name: String) throws(Failure) -> String {
    let path = try path(name)
    guard DocumentFile.exists(path) else {
      let near = NameSuggestion.sentence(near: name, among: (try? names()) ?? [])
      throw Failure(
        .notSet,
        "There is no snapshot \"\(name)\". prefs snapshot list prints the names of all.\(near)"
      )
    }
    return path
  }
}
