import DefaultsCore
import DefaultsGSettings
import DefaultsINI
import DefaultsJSON
import DefaultsSchema
import EditorCore
import FoundationEssentials

/// A suite of another program, which an argument names by where it is kept: `json:PATH`, `ini:PATH`, `code:`,
/// `gnome:SCHEMA`, or `kde:FILE`.
///
/// A property list whose name looks like that is named with `./` before it.
struct Origin {
  /// The name of the suite, the same for every spelling of its path.
  let suiteName: String
  /// The name of the program for people; nil if nobody knows whose file it is.
  let program: String?

  private let place: Place

  /// Where the values are.
  private enum Place {
    case json(file: String, JSONScanner.Dialect)
    case ini(file: String, INIDialect)
    case kde(String)
    case code(CodeProgram, file: String)
    case gnome(GSettingsName)
    case etcd(EtcdSuite)
  }

  /// Returns whether an argument names a suite of another program.
  static func isNamed(_ argument: String) -> Bool {
    FileScheme(argument) != nil || CodeProgram(argument) != nil
      || GNOMESettings.isNamed(argument) || KDESettings.isNamed(argument) || isMistyped(argument)
      || EtcdSuite.isNamed(argument)
  }

  /// What the names of suites of other programs on this machine begin with, up to the colon.
  static let schemes =
    ["json", "jsonc", "ini", "kde", "gnome"] + CodeProgram.Kind.allCases.map(\.rawValue)

  /// Returns whether an argument begins like the name of a suite of another program without being one;
  /// hardly anybody means a property list of that name.
  private static func isMistyped(_ argument: String) -> Bool {
    guard let end = argument.firstIndex(of: ":") else { return false }
    let name = argument[..<end].lowercased()
    return schemes.contains(name) || name.hasPrefix("ini+") || name.hasPrefix("code@")
  }

  /// Returns whether an argument names a file by its path.
  static func isFile(_ argument: String) -> Bool { FileScheme(argument) != nil }

  /// Returns whether an argument names a suite of another program, and no file that is gone.
  static func isPresent(_ argument: String) -> Bool {
    guard let origin = try? Origin(argument) else { return false }
    switch origin.place {
    case .json, .ini, .kde:
      return origin.file.map { DocumentFile.exists($0) && !DocumentFile.isDirectory($0) } ?? false
    case .code, .gnome, .etcd: return true
    }
  }

  /// Creates an origin from an argument; nil if it names no suite of another program.
  ///
  /// It refuses a missing path or schema, a mistyped prefix, and a program without stored settings.
  init?(_ argument: String) throws(Failure) {
    if let scheme = FileScheme(argument) {
      let path = String(argument.dropFirst(scheme.name.count + 1))
      guard !path.isEmpty, !path.hasSuffix("/") else {
        throw Failure(
          .usage,
          "The path of a file is expected after \(scheme.name):, as in \(scheme.example)."
        )
      }
      let (file, name) = Self.canonical(path)
      suiteName = scheme.name + ":" + name
      program = nil
      place =
        switch scheme {
        case .json: .json(file: file, .strict)
        case .jsonc: .json(file: file, .comments)
        case .ini(let dialect): .ini(file: file, dialect ?? INIDialect.ofFile(at: file))
        }
    } else if var code = CodeProgram(argument) {
      code.workspace = code.workspace.map { Self.canonical($0).name }
      suiteName = code.argument
      program = code.kind.title
      place = .code(code, file: try code.settingsFile())
    } else if GNOMESettings.isNamed(argument) {
      suiteName = argument
      program = GNOMESettings.title
      place = .gnome(try GNOMESettings.name(argument))
    } else if KDESettings.isNamed(argument) {
      suiteName = argument
      program = KDESettings.title
      place = .kde(try KDESettings.name(argument))
    } else if let suite = try EtcdSuite(argument) {
      suiteName = suite.name
      program = EtcdSuite.title
      place = .etcd(suite)
    } else if Self.isMistyped(argument) {
      throw Failure(
        .usage,
        "\"\(argument)\" names no suite of another program; those are written json:PATH, jsonc:PATH, "
          + "ini:PATH, ini+DIALECT:PATH, kde:FILE, gnome:SCHEMA, code:, code@PROFILE:, code:DIRECTORY, codium: and "
          + "cursor:. A property list of this name is written with ./ before it."
      )
    } else {
      return nil
    }
  }

  /// The file that has the values; nil for a suite on other machines.
  var file: String? {
    switch place {
    case .json(let file, _), .ini(let file, _), .code(_, let file): file
    case .gnome: GNOMESettings.file
    case .kde(let name): KDESettings.file(name)
    case .etcd: nil
    }
  }

  /// A kind of file that is named by its path.
  private enum FileScheme {
    case json, jsonc
    /// A file with sections, in a dialect that the argument names or else the path tells.
    case ini(INIDialect?)

    init?(_ argument: String) {
      guard let end = argument.firstIndex(of: ":") else { return nil }
      switch argument[..<end] {
      case "json": self = .json
      case "jsonc": self = .jsonc
      case "ini": self = .ini(nil)
      case let name where name.hasPrefix("ini+"):
        guard let dialect = INIDialect(rawValue: String(name.dropFirst(4))) else { return nil }
        self = .ini(dialect)
      default: return nil
      }
    }

    var name: String {
      switch self {
      case .json: "json"
      case .jsonc: "jsonc"
      case .ini(let dialect): "ini" + (dialect.map { "+\($0)" } ?? "")
      }
    }

    var example: String {
      if case .ini = self { "\(name):app.ini" } else { "\(name):app.json" }
    }
  }

  /// Returns the only spelling of a path, and that in the image if there is one, from which the file is found
  /// again.
  private static func canonical(_ path: String) -> (file: String, name: String) {
    let root = SystemRoot.current
    let path = expanded(path)
    let file = FileLocation.canonical(ofPath: root?.path(below: path) ?? path)
    return (file, root.map { String(file.dropFirst($0.path.count)) } ?? file)
  }

  /// Returns an absolute path without the home's `~`, which no shell expands after a colon.
  private static func expanded(_ path: String) -> String {
    let home = EnvironmentText.variables["HOME"] ?? ""
    let expanded = path.hasPrefix("~/") && !home.isEmpty ? home + path.dropFirst() : path
    return expanded.hasPrefix("/")
      ? expanded : FileManager.default.currentDirectoryPath + "/" + expanded
  }

  /// The suite, the same for every origin of its name.
  var suite: Defaults.Suite {
    Defaults.Suite(foreign: suiteName) {
      switch place {
      case .json(let file, let dialect): Defaults.FileStore(file: file, format: .json(dialect))
      case .code(let program, let file): program.store(file)
      case .ini(let file, let dialect): INIStore(file: file, dialect: dialect)
      case .gnome(let name): GNOMESettings.store(name)
      case .kde(let name): KDESettings.store(name)
      case .etcd(let suite): suite.store
      }
    }
  }

  /// Returns the suite, with what its texts mean if an installed schema says it.
  ///
  /// - Throws: ``Failure`` when a schema that must be installed is not.
  func open() throws(Failure) -> Defaults.Suite {
    switch place {
    case .gnome(let name): try GNOMESettings.check(name)
    case .kde: _ = schema(KnownSchemas.readingOptions).map(adopting)
    case .json, .ini, .code, .etcd: break
    }
    return suite
  }

  /// Returns the suite that a name of an editor's list stands for; nil if it cannot be opened.
  static func suite(named name: String) -> Defaults.Suite? {
    isNamed(name) ? (try? Origin(name))?.suite : Defaults.Suite(suiteName: name)
  }

  /// The suites of the programs that are installed and keep something for the user.
  static var installed: [SuiteSummary] {
    let changed = KnownFiles.changed
    let programs = CodeProgram.used.map {
      SuiteSummary(ofSuite: $0.argument, title: $0.kind.title)
    }
    let others =
      CodeProgram.workspaces(among: changed) + KnownFiles.arguments(among: changed)
      + lockableNames(among: changed)
    return programs + others.map { SuiteSummary(ofSuite: $0) }
  }

  /// The heading below which the editor lists a suite; empty for a property list.
  static func heading(ofSuite name: String) -> String {
    if GNOMESettings.isNamed(name) { return GNOMESettings.title }
    if KDESettings.isNamed(name) { return KDESettings.title }
    if EtcdSuite.isNamed(name) { return EtcdSuite.title }
    return CodeProgram(name)?.kind.title ?? (isNamed(name) ? KnownFiles.title : "")
  }

  /// Returns what lists the names with which a pattern is compared; nil if it is none of other programs.
  static func names(like pattern: String) -> (() -> [String])? {
    if GNOMESettings.isNamed(pattern) { return { GNOMESettings.arguments } }
    if KDESettings.isNamed(pattern) {
      return { Set(KDESettings.files + KDESettings.arguments(among: [])).sorted() }
    }
    guard let scheme = FileScheme(pattern) else { return nil }
    return {
      let path = pattern.dropFirst(scheme.name.count + 1)
      let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
      let names = (try? DocumentFile.names(in: Self.expanded(String(directory)))) ?? []
      return names.map { "\(scheme.name):\(directory)\($0)" }.filter(Self.isPresent)
    }
  }

  /// The names of those whose programs obey locks.
  static var lockableNames: [String] {
    lockableNames(among: KnownFiles.changed)
  }

  /// The few files of KDE come first: the editor opens the first suite, with its group shown.
  private static func lockableNames(among changed: [String]) -> [String] {
    KDESettings.arguments(among: changed) + GNOMESettings.arguments
  }

  /// Returns the schemas of the suites of other programs, which are read when they are asked for.
  static func schemas(_ options: SchemaReadingOptions) -> UnreadSchemas {
    UnreadSchemas { name in
      guard isNamed(name), let origin = try? Origin(name) else { return nil }
      return origin.schema(options).map(origin.adopting)
    }
  }

  /// Refuses an argument that names a suite of another program, which has only its own files.
  ///
  /// `what` is what the suite lacks, as the end of a sentence.
  static func refuse(_ argument: String, _ what: MessageText) throws(Failure) {
    guard let origin = try Origin(argument) else { return }
    let owner: MessageText =
      origin.program.map { "belongs to \($0)" } ?? "is a file of another program"
    throw Failure(.usage, "\"\(argument)\" \(owner), \(what).")
  }

  /// Returns the suite of another program that an argument names; nil if it names none.
  ///
  /// A program that knows no locks is refused.
  static func lockable(
    _ argument: String
  ) throws(Failure) -> (suite: Defaults.Suite, store: any Defaults.LockableStore)? {
    guard let origin = try Origin(argument) else { return nil }
    let suite = try origin.open()
    if let store = suite.store as? any Defaults.LockableStore { return (suite, store) }
    try refuse(argument, "which knows no locks")
    return nil
  }
}

extension SuiteSummary {
  /// Creates the summary of a suite, which can be of another program.
  init(ofSuite name: String, title: String = "") {
    let isLockable =
      !Origin.isNamed(name) || GNOMESettings.isNamed(name) || KDESettings.isNamed(name)
    self.init(
      name: name,
      title: title,
      origin: Origin.heading(ofSuite: name),
      isLockable: isLockable
    )
  }
}

// MARK: - Schemas

extension Origin {
  /// The name that schema documents use for the suite: its own is a path.
  var schemaName: String {
    if case .gnome(let name) = place { return name.schema }
    if case .kde(let name) = place { return name }
    if case .etcd(let suite) = place { return suite.schemaName }
    let name = (file ?? "").split(separator: "/").last.map(String.init) ?? ""
    return SuiteName.made(from: String(name.prefix { $0 != "." })) ?? "settings"
  }

  /// Returns the schema that belongs to the suite itself; nil if none does.
  ///
  /// For the settings of a program it is made from what is installed; another file can name a document
  /// beside it as `$schema`.
  func schema(_ options: SchemaReadingOptions) -> Schema? {
    let suite = suite
    switch place {
    case .code(let program, _):
      return CodeSchema(program: program, options: options).schema(for: suite)
    case .gnome(let name): return GNOMESettings.schema(name, for: suite, options)
    case .kde(let name): return KDESettings.schema(name, for: suite, options)
    case .json(let file, _): return Self.namedSchema(of: suite, in: file, options)
    case .ini, .etcd: return nil
    }
  }

  /// Tells a store that has text only what its texts mean, and returns the schema.
  func adopting(_ schema: Schema) -> Schema {
    let suite = suite
    if let store = suite.store as? any INIDeclaring, store.declare(schema.iniForms) {
      suite.reloadIfLoaded()
    }
    return schema
  }

  /// Returns the schema that a JSON file names as `$schema`; nil if it names none that can be read.
  private static func namedSchema(
    of suite: Defaults.Suite,
    in file: String,
    _ options: SchemaReadingOptions
  ) -> Schema? {
    guard case .string(let link)? = suite.storedValues()["$schema"] else { return nil }
    let scheme = "file://"
    // A fragment names a part of the document.
    let path = String(
      (link.hasPrefix(scheme) ? link.dropFirst(scheme.count) : link[...]).prefix { $0 != "#" }
    )
    guard !path.contains("://"), !path.isEmpty else { return nil }
    let directory = URL(fileURLWithPath: file).deletingLastPathComponent()
    let document = URL(fileURLWithPath: path, relativeTo: directory).standardizedFileURL.path
    do throws(Defaults.StoreError) {
      let reading = try SchemaReading(
        file: document,
        suiteName: options.suiteName,
        id: nil,
        options
      )
      if reading.schema == nil {
        let problems = reading.problems.map { $0.advice(path: document) }
        Output.writeError(verbatim: problems.first ?? "\(document) is no schema that can be used.")
      }
      return reading.schema
    } catch {
      Output.writeError(verbatim: "\(error)")
      return nil
    }
  }
}
