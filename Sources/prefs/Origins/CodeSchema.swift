import DefaultsCore
import DefaultsSchema

/// The schema of the settings of Visual Studio Code, from the program's own settings and what each
/// installed extension adds.
///
/// The program registers its own settings in code, so no document describes them: `code-settings.json` has
/// the commonest, as an extension would describe them, and the others are shown by the type of their value.
struct CodeSchema {
  let program: CodeProgram
  let options: SchemaReadingOptions
  private static let commonSettings = String(
    decoding: PackageResources.code_settings_json,
    as: UTF8.self
  )

  /// Returns the schema for a suite; an extension that cannot be read is left out.
  func schema(for suite: Defaults.Suite) -> Schema {
    var options = options
    options.suiteName = program.kind.rawValue
    options.suite = { _ in suite }
    options.allowsOtherFileName = true
    let own = [Self.commonSettings, Self.languageSettings(of: suite)]
    let schemas = own.compactMap { text in
      text.flatMap { SchemaDocument(name: "package.json", text: $0).read(options).schema }
    }
    let extensions = extensions(of: suite, options)
    return Schema(of: suite, title: program.kind.title, merging: schemas + [extensions])
  }

  /// Returns the settings of all extensions.
  private func extensions(of suite: Defaults.Suite, _ options: SchemaReadingOptions) -> Schema {
    // Of two versions of an extension the one that was installed last counts.
    let packages = Array(program.packages().reversed())
    let index = CodeSchemaIndex(program.kind, packages, languages: options.languages)
    if let schema = index?.schema(options) { return schema }
    let schemas = packages.compactMap { path in
      let document = try? SchemaDocument(file: path, maximumSize: options.maximumSize)
      return document?.read(options).schema
    }
    let schema = Schema(of: suite, title: "", merging: schemas)
    index?.save(schema)
    return schema
  }

  /// The settings for single languages that are set, such as `[swift]`, whose members are settings of the
  /// editor; nil if there are none.
  private static func languageSettings(of suite: Defaults.Suite) -> String? {
    let blocks = suite.storedValues().keys.map(\.string).sorted().filter {
      $0.hasPrefix("[") && $0.hasSuffix("]")
    }
    let common = try? JSONValue(parsing: commonSettings)
    let sections = common?["contributes"]?["configuration"]?.elements
    guard !blocks.isEmpty, let editor = sections?.first?["properties"] else { return nil }
    let properties = blocks.map { block in
      JSONValue.Member(
        block,
        .object([
          .init("type", .string("object")),
          .init("description", .string("The settings for files of this language.")),
          .init("properties", editor),
        ])
      )
    }
    let configuration: JSONValue = .object([
      .init("title", .string("Languages")), .init("properties", .object(properties)),
    ])
    return JSONValue.object([
      .init("name", .string("code")),
      .init("contributes", .object([.init("configuration", configuration)])),
    ]).text()
  }
}

extension JSONValue {
  /// The member of an object with a name.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The elements of an array; none for another value.
  var elements: [JSONValue] {
    if case .array(let elements) = self { elements } else { [] }
  }
}
