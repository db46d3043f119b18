import DefaultsCore
import DefaultsGSettings
import DefaultsSchema

/// The settings of GNOME and of other programs that use GSettings; each schema is a suite.
enum GNOMESettings {
  /// The name for people.
  static let title = "GNOME"

  private static let scheme = "gnome:"

  /// Returns whether an argument names the suite of a schema.
  static func isNamed(_ argument: String) -> Bool { argument.hasPrefix(scheme) }

  /// Returns the argument that names the suite of a schema.
  private static func argument(_ name: GSettingsName) -> String { scheme + name.text }

  /// Returns the name of the schema in an argument.
  static func name(_ argument: String) throws(Failure) -> GSettingsName {
    guard let name = GSettingsName(String(argument.dropFirst(scheme.count))) else {
      throw Failure(
        .usage,
        "The name of a schema is expected after gnome:, as in gnome:org.gnome.desktop.interface, or "
          + "gnome:SCHEMA:/PATH/ for one without a path of its own."
      )
    }
    return name
  }

  /// The file in which dconf keeps the user's values.
  static var file: String { GSettingsProcess.shared.databaseFile }

  /// Returns the store of a schema; one that always fails if the schema cannot be used.
  static func store(_ name: GSettingsName) -> any Defaults.Store {
    do throws(Defaults.StoreError) {
      return try GSettingsStore(name)
    } catch {
      return UnavailableStore(error: error)
    }
  }

  /// Checks that a schema is installed and can be used.
  static func check(_ name: GSettingsName) throws(Failure) {
    do throws(Defaults.StoreError) {
      _ = try GSettingsStore(name)
    } catch {
      let near = nearestWord(to: name.schema, among: suites.map(\.name.schema))
      let hint: MessageText =
        near.map { $0 == name.schema ? "" : " Did you mean \"\(scheme)\($0)\"?" } ?? ""
      throw Failure(.notSet, "\(error)\(hint)")
    }
  }

  /// Whether schemas are installed; without them nothing is loaded.
  private static var areInstalled: Bool {
    let directories = BaseDirectories()
    let usual = ([directories.dataHome] + directories.dataDirectories).map {
      "\($0)/glib-2.0/schemas"
    }
    // The variable names a directory of the running system.
    let variable = SystemRoot.current == nil ? "GSETTINGS_SCHEMA_DIR" : ""
    let others = EnvironmentText.variables[variable]?.split(separator: ":") ?? []
    return (others.map(String.init) + usual).contains {
      DocumentFile.exists("\($0)/gschemas.compiled")
    }
  }

  private static var suites: [GSettingsSummary] {
    guard areInstalled else { return [] }
    return (try? GSettingsSchemas().all()) ?? []
  }

  /// The arguments that name the suites of the installed schemas; none if something is missing.
  static var arguments: [String] { suites.map { argument($0.name) } }

  /// Returns what completes a word: the names of the suites once it begins with the scheme, which
  /// completes it before.
  static func arguments(startingWith prefix: String) -> [String] {
    if isNamed(prefix) { return arguments }
    return areInstalled && scheme.hasPrefix(prefix) ? [scheme] : []
  }

  /// Returns the schema of a suite; nil if it is not installed.
  static func schema(
    _ name: GSettingsName,
    for suite: Defaults.Suite,
    _ options: SchemaReadingOptions
  ) -> Schema? {
    guard let text = try? GSettingsSchemas().source(of: name) else { return nil }
    var options = options
    options.suiteName = name.schema
    options.suite = { _ in suite }
    options.allowsOtherFileName = true
    let document = SchemaDocument(name: "\(name.schema).gschema.xml", text: text)
    // It has no title, and its name is that of the suite.
    return document.read(options).schema.map { schema in
      Schema(suite: suite, title: "") { for section in schema.sections { section } }
    }
  }
}
