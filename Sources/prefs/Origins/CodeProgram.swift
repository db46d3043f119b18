import DefaultsCore
import DefaultsJSON

/// Visual Studio Code, or a program that was made from it, with one of its profiles and workspaces.
struct CodeProgram {
  /// The programs that keep their settings like Visual Studio Code.
  enum Kind: String, CaseIterable {
    case code, codium, cursor

    /// The name for people.
    var title: String { self == .code ? "Visual Studio Code" : directory }

    /// The directory in that of the user's configuration.
    fileprivate var directory: String {
      switch self {
      case .code: "Code"
      case .codium: "VSCodium"
      case .cursor: "Cursor"
      }
    }

    /// The directory of the user's extensions, in the home directory.
    fileprivate var extensions: String {
      switch self {
      case .code: ".vscode/extensions"
      case .codium: ".vscode-oss/extensions"
      case .cursor: ".cursor/extensions"
      }
    }

    /// The directories in which packages install the program.
    fileprivate var installations: [String] {
      switch self {
      case .code:
        [
          "/usr/share/code", "/opt/visual-studio-code", "/usr/lib/code",
          "/snap/code/current/usr/share/code",
        ]
      case .codium:
        ["/usr/share/codium", "/opt/vscodium-bin", "/snap/codium/current/usr/share/codium"]
      case .cursor: ["/usr/share/cursor", "/opt/Cursor"]
      }
    }
  }

  let kind: Kind
  /// The name of the profile; nil for the default one.
  let profile: String?
  /// The directory of the workspace; nil for the settings of the user.
  var workspace: String?

  /// Creates a program from an argument such as `code:`, `code@Work:` or `code:DIRECTORY`; nil for another
  /// text.
  init?(_ argument: String) {
    // The name of a profile can have a colon.
    let isUsers = argument.last == ":"
    guard let end = isUsers ? argument.lastIndex(of: ":") : argument.firstIndex(of: ":") else {
      return nil
    }
    let parts = argument[..<end].split(
      separator: "@",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard let kind = parts.first.flatMap({ Kind(rawValue: String($0)) }) else { return nil }
    self.kind = kind
    profile = parts.count > 1 ? String(parts[1]) : nil
    workspace = isUsers ? nil : String(argument[argument.index(after: end)...])
  }

  /// The programs that have kept something for the user.
  static var used: [CodeProgram] {
    Kind.allCases.compactMap { CodeProgram("\($0.rawValue):") }.filter {
      DocumentFile.isDirectory($0.directory)
    }
  }

  /// Returns the arguments that name workspaces, of the suites that were changed with this program.
  static func workspaces(among changed: [String]) -> [String] {
    changed.filter { CodeProgram($0)?.workspace != nil && Origin.isPresent($0) }
  }

  /// The argument that names the settings.
  var argument: String {
    kind.rawValue + (profile.map { "@\($0)" } ?? "") + ":" + (workspace ?? "")
  }

  /// The directory of what the user has set.
  private var directory: String { "\(BaseDirectories().configHome)/\(kind.directory)/User" }

  /// Returns the path of the settings, which need not exist; the directory of a workspace must.
  func settingsFile() throws(Failure) -> String {
    guard let workspace else { return try usersFile() }
    let directory = SystemRoot.current?.path(below: workspace) ?? workspace
    guard DocumentFile.isDirectory(directory) else {
      throw Failure(
        .notSet,
        "\(path: directory) is no directory. The settings of a workspace are named by its directory, as in "
          + "\(verbatim: kind.rawValue):~/src/app."
      )
    }
    return "\(directory)/.vscode/settings.json"
  }

  /// Returns the path of the user's settings, which need not exist; the program's files and profile must.
  private func usersFile() throws(Failure) -> String {
    guard DocumentFile.isDirectory(directory) else {
      throw Failure(
        .notSet,
        "\(kind.title) has kept no settings for this user: \"\(path: directory)\" does not exist."
      )
    }
    guard let profile else { return "\(directory)/settings.json" }
    let profiles = profiles()
    guard let location = profiles[profile] else {
      let names = profiles.keys.sorted()
      let known: MessageText =
        names.isEmpty ? "It has no profiles." : "Its profiles: \(list: names)."
      throw Failure(.notSet, "\(kind.title) has no profile \"\(profile)\". \(known)")
    }
    return "\(directory)/profiles/\(location)/settings.json"
  }

  /// Returns the store of the settings in a file.
  func store(_ file: String) -> any Defaults.Store {
    guard workspace != nil else {
      return Defaults.FileStore(file: file, format: .json(.comments))
    }
    return CodeWorkspaceStore(file: file, user: try? usersFile())
  }

  /// The directories of profiles by the names that users have given them.
  private func profiles() -> [String: String] {
    let path = "\(directory)/globalStorage/storage.json"
    guard let bytes = try? DocumentFile.contents(of: path, limit: 16 << 20),
      let node = try? JSONNode(parsing: bytes, deepestNesting: JSONScanner.deepestNesting)
    else { return [:] }
    var profiles: [String: String] = [:]
    for profile in Defaults.JSONValue(node)["userDataProfiles"]?.elements ?? [] {
      guard case .string(let name)? = profile["name"],
        case .string(let location)? = profile["location"],
        SuiteName.isValid(location)
      else { continue }
      profiles[name] = location
    }
    return profiles
  }

  /// The `package.json` files of the extensions, those that came with the program first.
  func packages() -> [String] {
    let below = { (path: String) in SystemRoot.current?.path(below: path) ?? path }
    let variables = EnvironmentText.variables
    let builtIn = kind.installations.map { below("\($0)/resources/app/extensions") }
    let home = variables["HOME"].map { below("\($0)/\(kind.extensions)") }
    let own = variables["VSCODE_EXTENSIONS"].map { [$0] } ?? [home].compactMap { $0 }
    return (builtIn + own).flatMap { directory in
      let names = (try? DocumentFile.names(in: directory)) ?? []
      return names.map { "\(directory)/\($0)/package.json" }.filter(DocumentFile.exists)
    }
  }
}
