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

  /// The directories of the schemas that programs have installed.
  private static var schemaDirectories: [String] {
    let directories = BaseDirectories()
    return ([directories.dataHome] + directories.dataDirectories).map { "\($0)/config.kcfg" }
  }

  /// The paths of the installed schemas, each with the name of the file that it is for.
  private static var documents: [(path: String, name: String)] {
    let paths = schemaDirectories.flatMap { directory in
      ((try? DocumentFile.names(in: directory)) ?? []).filter { $0.hasSuffix(".kcfg") }
        .map { "\(directory)/\($0)" }
    }
    return paths.compactMap { path in
      let bytes = (try? DocumentFile.contents(of: path, limit: 1 << 20)) ?? []
      let text = String(decoding: bytes, as: UTF8.self)
      guard let mark = text.firstRange(of: "<kcfgfile name=\"") else { return nil }
      return (path, String(text[mark.upperBound...].prefix { $0 != "\"" }))
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
    let schemas = documents.filter { $0.name == name }.compactMap { path, _ in
      (try? SchemaDocument(file: path, maximumSize: options.maximumSize))?.read(options).schema
    }
    return schemas.isEmpty ? nil : Schema(of: suite, title: "", merging: schemas)
  }

  /// Returns the arguments that name files of the user or for all users, files that an installed schema is for,
  /// and those of the suites that were changed with this program.
  static func arguments(among changed: [String]) -> [String] {
    let own = changed.filter { isNamed($0) && Origin.isPresent($0) }
    let described = documents.map { scheme + $0.name }.filter { (try? name($0)) != nil }
    return Set(kdes(among: files) + argumentsForAll + described + own).sorted()
  }

  /// Returns the arguments that name the files for all users, in which their keys are locked.
  private static var argumentsForAll: [String] {
    kdes(among: BaseDirectories().configDirectories.flatMap(files))
  }

  /// Returns the arguments that name files of KDE.
  ///
  /// Other programs have files with such names too, so where no schemas of KDE are installed, only those that
  /// are named like KDE's own count.
  private static func kdes(among arguments: [String]) -> [String] {
    let hasSchemas = schemaDirectories.contains(where: DocumentFile.isDirectory)
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
