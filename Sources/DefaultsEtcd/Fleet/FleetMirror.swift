#if Fleet

import DefaultsCore
import FoundationEssentials
import Glibc

/// The files of a machine with the values of its fleet.
///
/// Each file is replaced atomically, by the store of property lists, and only if its values differ. Nothing else
/// writes them, so what they have is known after they were read once. A file without values is removed.
struct FleetMirror {
  /// A file: the part, and its name without the extension.
  private struct Name: Hashable {
    let part: EtcdScope.Part
    let suite: Defaults.KeyName
  }

  /// The directory with a directory for each part.
  let directory: String
  /// The values of the files that have some.
  private var files: [Name: [Defaults.KeyName: Defaults.StoredValue]] = [:]

  /// Reads the files in a directory, which need not exist.
  ///
  /// A file that cannot be read has no values, so that it is written again.
  init(directory: String) throws(Defaults.StoreError) {
    self.directory = directory
    for part in EtcdScope.Part.allCases {
      for file in try DocumentFile.names(in: path(part)) {
        let suite = String(file.dropLast(Self.suffix.count))
        guard file.hasSuffix(Self.suffix), SuiteName.isValid(suite) else { continue }
        let name = Name(part: part, suite: Defaults.KeyName(suite))
        do throws(Defaults.StoreError) {
          files[name] = try store(name).load(unlike: nil)?.values ?? [:]
        } catch {
          files[name] = [:]
        }
      }
    }
  }

  /// The names of the suites with a file, those of files with reasons too.
  var suites: Set<Defaults.KeyName> { Set(files.keys.map(\.suite)) }

  /// Returns the values of a suite.
  func last(_ suite: Defaults.KeyName) -> FleetMerge.Last {
    var last = FleetMerge.Last()
    for part in EtcdScope.Part.allCases {
      last.values[part] = files[Name(part: part, suite: suite)]
    }
    last.reasons = files[Name(part: .managed, suite: Self.reasons(suite))] ?? [:]
    return last
  }

  /// Writes the values of one part of a suite.
  mutating func write(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    _ part: EtcdScope.Part,
    of suite: Defaults.KeyName
  ) throws(Defaults.StoreError) {
    let name = Name(part: part, suite: suite)
    let old = files[name]
    guard old ?? [:] != values || old?.isEmpty == true else { return }
    let store = store(name)
    guard !values.isEmpty else {
      guard unlink(store.location) == 0 || errno == ENOENT else {
        throw Defaults.StoreError(
          location: store.location,
          cause: .system(operation: "unlink", errorNumber: errno)
        )
      }
      files[name] = nil
      return
    }
    var edits = (old ?? [:]).mapValues { _ in Defaults.StoredValue?.none }
    for (key, value) in values { edits[key] = value }
    try store.commit(edits)
    files[name] = values
  }

  /// Writes the reasons for the locks of a suite.
  mutating func writeReasons(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    of suite: Defaults.KeyName
  ) throws(Defaults.StoreError) {
    try write(values, .managed, of: Self.reasons(suite))
  }

  /// Returns the suite in etcd whose values are the reasons for locks of another suite.
  static func reasons(_ suite: Defaults.KeyName) -> Defaults.KeyName {
    Defaults.KeyName(suite.string + reasonsSuffix)
  }

  /// Returns the suite for whose locks a suite has the reasons; nil if its name says nothing of that.
  static func suite(ofReasons name: Defaults.KeyName) -> Defaults.KeyName? {
    guard name.string.hasSuffix(reasonsSuffix), name.string.utf8.count > reasonsSuffix.utf8.count
    else { return nil }
    return Defaults.KeyName(String(name.string.dropLast(reasonsSuffix.count)))
  }

  private static let suffix = ".plist"
  private static let reasonsSuffix = ".reasons"

  private func path(_ part: EtcdScope.Part) -> String { "\(directory)/\(part)" }

  private func store(_ name: Name) -> Defaults.FileStore {
    let file = "\(path(name.part))/\(name.suite)\(Self.suffix)"
    return Defaults.FileStore(file: file, format: .propertyList, modes: .shared)
  }
}

#endif
