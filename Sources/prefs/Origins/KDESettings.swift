import DefaultsCore
import DefaultsINI
import DefaultsSchema

/// The settings of KDE's programs; each file in the directory of the user's configuration is a suite.
enum KDESettings {
  /// The name for people.
  static let title = "KDE"

  private static let scheme = "kde:"

  /// Returns whether an argument names the file of a program.
  static func isNamed(_ argument: String) -> Bool { argument.hasPrefix(scheme) }

  /// Returns the name of the file in an argument.
  static func name(_ argument: String) throws(Failure) -> String {
    let name = String(argument.dropFirst(scheme.count))
    guard !name.isEmpty, !name.utf8.contains(UInt8(ascii: "/")), name != ".", name != ".." else {
      throw Failure(
        .usage,
        "The name of a file in \(path: BaseDirectories().configHome) is expected after kde:, as in "
          + "kde:kwinrc."
      )
    }
    return name
  }

  /// The path of the user's file.
  static func file(_ name: String) -> String { "\(BaseDirectories().configHome)/\(name)" }

  /// Returns the store of a file.
  static func store(_ name: String) -> KDEStore {
    let shared = BaseDirectories().configDirectories.map { "\($0)/\(name)" }
    return KDEStore(file: file(name), shared: shared) { KDEChangeSignal.send($0, of: name) }
  }

  /// The schemas that programs have installed, by the files that they are for.
  private static func documents(for name: String) -> [String] {
    let directories = BaseDirectories().dataDirectories.map { "\($0)/config.kcfg" }
    let paths = directories.flatMap { directory in
      ((try? DocumentFile.names(in: directory)) ?? []).filter { $0.hasSuffix(".kcfg") }
        .map { "\(directory)/\($0)" }
    }
    return paths.filter { path in
      guard let bytes = try? DocumentFile.contents(of: path, limit: 1 << 20) else { return false }
      return String(decoding: bytes, as: UTF8.self).contains("<kcfgfile name=\"\(name)\"")
    }
  }

  /// Returns the schema of a file, from all documents that are for it; nil if none is installed.
  static func schema(
    _ name: String,
    for suite: Defaults.Suite,
    _ options: SchemaReadingOptions
  ) -> Schema? {
    var options = options
    options.suiteName = name
    options.suite = { _ in suite }
    options.allowsOtherFileName = true
    options.namesGroups = true
    let schemas = documents(for: name).compactMap { path in
      (try? SchemaDocument(file: path, maximumSize: options.maximumSize))?.read(options).schema
    }
    return schemas.isEmpty ? nil : Schema(of: suite, title: "", merging: schemas)
  }

  /// Returns the arguments that name the user's files, and those of the suites that were changed with this
  /// program.
  static func arguments(among changed: [String]) -> [String] {
    let own = changed.filter { isNamed($0) && Origin.isPresent($0) }
    return Set(kdes(among: files) + own).sorted()
  }

  /// Returns the arguments that name the files for all users, in which their keys are locked.
  static var argumentsForAll: [String] {
    kdes(among: BaseDirectories().configDirectories.flatMap(files))
  }

  /// Returns the arguments that name files of KDE.
  ///
  /// Other programs have files with such names too, so where no schemas of KDE are installed, only those that
  /// are named like KDE's own count.
  private static func kdes(among arguments: [String]) -> [String] {
    let directories = BaseDirectories().dataDirectories.map { "\($0)/config.kcfg" }
    let hasSchemas = directories.contains(where: DocumentFile.isDirectory)
    return arguments.filter { argument in
      let name = argument.dropFirst(scheme.count)
      let isOwn = hasSchemas || name.hasPrefix("k") || name.hasPrefix("plasma")
      return name == "kdeglobals" || isOwn && name.hasSuffix("rc")
    }
  }

  /// The arguments that name the files in the directory of the user's configuration.
  static var files: [String] { files(in: BaseDirectories().configHome).filter(Origin.isPresent) }

  private static func files(in directory: String) -> [String] {
    let names = (try? DocumentFile.names(in: directory)) ?? []
    return names.filter { !$0.hasPrefix(".") && mayBeKDEs($0) }.sorted().map { scheme + $0 }
  }

  /// Returns whether a file in the directory may be one of KDE's, by its name: the settings of many other
  /// programs are there too.
  private static func mayBeKDEs(_ name: String) -> Bool {
    let others = ["plist", "json", "xml", "lock", "yaml", "yml", "toml", "db", "sqlite", "log"]
    return !others.contains { name.hasSuffix(".\($0)") }
  }
}
