import DefaultsCore
import DefaultsSchema

/// What all installed extensions say about settings, in one document in the user's cache.
///
/// Hundreds of `package.json` files take many times as long to read as their settings alone. The name of the
/// document has a hash of all that it was made of, so it is made anew when an extension is added, updated
/// or removed.
struct CodeSchemaIndex {
  private let kind: CodeProgram.Kind
  private let directory: String
  private let name: String

  /// Creates the index of `package.json` files.
  ///
  /// It is nil where none is kept: of few files, of files that were changed less than two seconds ago, and in
  /// an image.
  init?(_ kind: CodeProgram.Kind, _ packages: [String], languages: [String]) {
    guard SystemRoot.current == nil, packages.count >= 10 else { return nil }
    var parts = [Version.text] + languages
    for package in packages {
      let directory = package.dropLast("package.json".count)
      let translations = [""] + languages.map { ".\($0)" }
      let files = [package] + translations.map { "\(directory)package.nls\($0).json" }
      for file in files where file == package || DocumentFile.exists(file) {
        guard let numbers = DocumentFile.identity(of: file, unchangedFor: 2) else { return nil }
        parts.append("\(file) \(numbers)")
      }
    }
    directory = "\(BaseDirectories().cacheHome)/prefs"
    self.kind = kind
    let hash = StableHash(parts.joined(separator: "\n").utf8)
    name = "\(kind.rawValue)-\(hash.text).schema.json"
  }

  /// What the names of all documents of the program begin with.
  private var prefix: String { "\(kind.rawValue)-" }
  private var file: String { "\(directory)/\(name)" }

  /// Returns the schema that was saved; nil if there is none for these files.
  func schema(_ options: SchemaReadingOptions) -> Schema? {
    var options = options
    options.maximumSize = 64 << 20
    let document = try? SchemaDocument(file: file, maximumSize: options.maximumSize)
    return document?.read(options).schema
  }

  /// Saves a schema, and removes those of other files; a cache that cannot be written is no error.
  func save(_ schema: Schema) {
    guard case .object(let members) = schema.document else { return }
    // The name of an origin cannot be that of a document.
    let named = members.map {
      $0.name == "x-suite" ? JSONValue.Member($0.name, .string(kind.rawValue)) : $0
    }
    let text = Array(JSONValue.object(named).text().utf8)
    guard (try? DocumentFile.replace(file, with: text, mode: 0o600)) != nil else { return }
    for other in (try? DocumentFile.names(in: directory)) ?? []
    where other.hasPrefix(prefix) && other != name {
      try? DocumentFile.remove("\(directory)/\(other)")
    }
  }
}
