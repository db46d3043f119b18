import DefaultsCore
import DefaultsSchema
import EditorCore

/// Where the candidates for an argument come from.
enum CompletionSource {
  case suites, suitesOrFiles, keys, values, snapshots, actions, files, directories
  /// Only the user can know what to write.
  case nothing

  /// The sources by the name of the argument in the help.
  ///
  /// An argument whose name is missing here has no candidates; a test compares the table with all
  /// arguments of all commands.
  static let byValueName: [String: CompletionSource] = [
    "suite": .suites, "suites": .suites, "suite-or-file": .suitesOrFiles,
    "key": .keys, "keys": .keys, "value": .values, "snapshot": .snapshots,
    "action=keys": .actions, "file": .files, "files": .files, "output": .files,
    "dir": .directories, "address": .nothing, "host": .nothing, "id": .nothing, "n": .nothing,
    "revision": .nothing,
    "size": .nothing, "text": .nothing,
    "time": .nothing,
    "user": .nothing,
    "word": .nothing,
  ]

  /// Returns the candidates; none if something cannot be read.
  ///
  /// A message in the middle of a command line would only be in the way. `words` are the names
  /// after the suite, if there is one: of a command with a value the key, then parts of the value.
  /// What the user has written already, the prefix, may be used to find fewer candidates.
  func candidates(suite: String?, words: [String], prefix: String) -> Candidates {
    switch self {
    case .nothing: Candidates()
    case .files: Candidates(paths: .files)
    case .directories: Candidates(paths: .directories)
    case .suites: Candidates(list: Self.suites(prefix))
    case .suitesOrFiles: Candidates(list: Self.suites(prefix), paths: .files)
    case .snapshots:
      Candidates(list: ((try? SnapshotFolder.names()) ?? []).map { Candidate(text: $0) })
    case .actions: Candidates(list: Self.actions())
    case .keys: Candidates(list: suite.map { SuiteContents($0)?.keys(prefix: prefix) ?? [] } ?? [])
    case .values:
      Candidates(
        list: suite.map { SuiteContents($0)?.values(for: words, prefix: prefix) ?? [] } ?? []
      )
    }
  }

  /// The suites that store something, and those that have a schema.
  private static func suites(_ prefix: String) -> [Candidate] {
    var names = Set((try? Defaults.ConfigurationHome().suites()) ?? [])
    names.formUnion(CodeProgram.used.map(\.argument))
    // The hundreds of GNOME are listed for who asks for them.
    names.formUnion(GNOMESettings.arguments(startingWith: prefix))
    for directory in SchemaSearchPath.ofCommand().directories {
      names.formUnion((try? SchemaSearchPath.suites(in: directory)) ?? [])
    }
    return names.sorted().map { Candidate(text: $0) }
  }

  private static func actions() -> [Candidate] {
    var candidates: [Candidate] = []
    for action in Keybindings.standard.listing
    where !candidates.contains(where: { $0.text == action.name + "=" }) {
      candidates.append(Candidate(text: action.name + "=", help: action.help))
    }
    return candidates
  }
}

/// The keys and values of one suite, as far as they can be completed.
private struct SuiteContents {
  private let suite: Defaults.Suite
  private let schema: Schema?

  /// Opens a suite; nil if its name is not valid or its values cannot be read.
  init?(_ name: String) {
    guard let suite = try? SuiteArgument.open(name, in: .user),
      let known = try? KnownSchemas(suiteName: suite.name)
    else { return nil }
    self.suite = suite
    schema = known.schema(for: suite)
  }

  /// The declared keys, then all others that have a value, if they begin with a prefix.
  func keys(prefix: String) -> [Candidate] {
    let declared = (schema?.entries ?? []).filter { !$0.isHidden && $0.key.string.starts(prefix) }
    let names = Set((schema?.entries ?? []).map(\.key))
    let others = suite.storedValues().keys.filter {
      !names.contains($0) && $0.string.starts(prefix)
    }
    return declared.map { Candidate(text: $0.key.string, help: $0.title) }
      + others.sorted().map { Candidate(text: $0.string) }
  }

  /// Returns the values that a key can have, if few, then the types that can stand before a value.
  ///
  /// `words` are the key, then what stands between it and the place that is completed.
  func values(for words: [String], prefix: String) -> [Candidate] {
    guard let name = words.first else { return [] }
    let values = schema?.entry(forKey: name).map(\.kind.candidates) ?? []
    switch words.dropFirst().last {
    case nil:
      // A type is seldom wanted where the schema declares one.
      return values.isEmpty || prefix.utf8.first == UInt8(ascii: "-") ? values + types : values
    case "-bool", "--bool", "-boolean", "--boolean": return ValueKind.bool.candidates
    case "-array", "--array", "-array-add", "--array-add", "-string", "--string": return values
    default: return []
    }
  }

  private var types: [Candidate] {
    TypedArguments.Flag.allCases.map { Candidate(text: "-" + $0.rawValue, help: "a type") }
  }
}

extension String {
  /// Returns whether the text begins with a prefix, byte by byte.
  fileprivate func starts(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }
}

extension ValueKind {
  /// The values of the kind, if they are few.
  fileprivate var candidates: [Candidate] {
    switch self {
    case .bool: [Candidate(text: "true"), Candidate(text: "false")]
    case .choice(let choices, _), .choices(let choices, _):
      choices.map {
        let text = $0.value.plainText
        return Candidate(text: text, help: $0.title == text ? $0.help : $0.title)
      }
    case .list(let element, _): element.candidates
    case .alternatives(let forms): forms.flatMap(\.kind.candidates)
    case .integer, .real, .string, .date, .data, .url, .path, .color, .json, .dictionary, .table,
      .any:
      []
    }
  }
}
