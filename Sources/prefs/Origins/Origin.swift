import DefaultsCore
import DefaultsJSON
import DefaultsSchema
import FoundationEssentials

/// A suite of another program, which an argument names by where it is kept: `json:PATH`, or `code:`.
///
/// A property list whose name looks like that is named with `./` before it.
struct Origin {
  /// The name of the suite, the same for every spelling of its path.
  let suiteName: String
  /// The path of the file.
  let file: String
  /// The name of the program for people; nil if nobody knows whose file it is.
  let program: String?

  private let dialect: JSONScanner.Dialect
  private let codeProgram: CodeProgram?

  /// Returns whether an argument names a suite of another program.
  static func isNamed(_ argument: String) -> Bool {
    dialect(of: argument) != nil || CodeProgram(argument) != nil
  }

  /// Creates an origin from an argument; nil if it names no suite of another program.
  ///
  /// - Throws: ``Failure`` when the path is missing, or when the program has kept nothing yet.
  init?(_ argument: String) throws(Failure) {
    if let (scheme, dialect) = Self.dialect(of: argument) {
      let path = String(argument.dropFirst(scheme.count + 1))
      guard !path.isEmpty, !path.hasSuffix("/") else {
        throw Failure(
          .usage,
          "The path of a file is expected after \(scheme):, as in \(scheme):app.json."
        )
      }
      // The name is that in the image, from which the file is found again.
      let root = SystemRoot.current
      let place = FileLocation.canonical(
        ofPath: root?.path(below: Self.expanded(path)) ?? Self.expanded(path)
      )
      file = place
      suiteName = scheme + ":" + (root.map { String(place.dropFirst($0.path.count)) } ?? place)
      program = nil
      self.dialect = dialect
      codeProgram = nil
    } else if let code = CodeProgram(argument) {
      file = try code.settingsFile()
      suiteName = argument
      program = code.kind.title
      dialect = .comments
      codeProgram = code
    } else {
      return nil
    }
  }

  private static func dialect(
    of argument: String
  ) -> (scheme: String, dialect: JSONScanner.Dialect)? {
    if argument.hasPrefix("json:") { return ("json", .strict) }
    return argument.hasPrefix("jsonc:") ? ("jsonc", .comments) : nil
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
    Defaults.Suite(foreign: suiteName) { JSONStore(file: file, dialect: dialect) }
  }

  /// Returns the suite that a name of an editor's list stands for; nil if it cannot be opened.
  static func suite(named name: String) -> Defaults.Suite? {
    isNamed(name) ? (try? Origin(name))?.suite : Defaults.Suite(suiteName: name)
  }

  /// Refuses an argument that names a suite of another program, which has no other files than its own.
  ///
  /// - Parameters:
  ///   - argument: the argument.
  ///   - what: what the suite lacks, as the end of a sentence.
  /// - Throws: ``Failure`` when the argument names such a suite.
  static func refuse(_ argument: String, _ what: MessageText) throws(Failure) {
    guard let origin = try Origin(argument) else { return }
    let owner: MessageText =
      origin.program.map { "\($0) keeps the settings in \"\(argument)\"" }
      ?? "\"\(argument)\" is a file of another program"
    throw Failure(.usage, "\(owner), \(what).")
  }
}

// MARK: - Schemas

extension Origin {
  /// The name that schema documents use for the suite: its own is a path.
  var schemaName: String {
    let name = file.split(separator: "/").last.map(String.init) ?? ""
    return SuiteName.made(from: String(name.prefix { $0 != "." })) ?? "settings"
  }

  /// Returns the schema that belongs to the file itself; nil if none does.
  ///
  /// For the settings of a program it is made from what is installed; another file can name a document
  /// beside it as `$schema`.
  func schema(_ options: SchemaReadingOptions) -> Schema? {
    let suite = suite
    if let codeProgram { return CodeSchema(codeProgram, options).schema(for: suite) }
    guard case .string(let link)? = suite.storedValues()["$schema"] else { return nil }
    let scheme = "file://"
    let path = link.hasPrefix(scheme) ? String(link.dropFirst(scheme.count)) : link
    guard !path.contains("://") else { return nil }
    let directory = URL(fileURLWithPath: file).deletingLastPathComponent()
    let document = URL(fileURLWithPath: path, relativeTo: directory).standardizedFileURL.path
    do throws(Defaults.StoreError) {
      let reading = try SchemaReading(
        file: document,
        suiteName: options.suiteName,
        id: nil,
        options
      )
      return reading.schema
    } catch {
      Output.writeError("\(error)")
      return nil
    }
  }
}
