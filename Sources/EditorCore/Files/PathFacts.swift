import DefaultsCore

/// What the session found out about a path that is being typed.
struct PathFacts: Hashable, Sendable {
  /// The path as it was typed.
  var path: String
  /// What it leads to.
  var target: UserFile.Target
  /// The names in the directory of the path that begin with its last component, sorted; those of
  /// directories end in a slash.
  var names: [String] = []
  /// Whether there are more names than ``names`` holds.
  var hasMoreNames: Bool = false
}

extension PathFacts {
  /// The number of names that are read at most.
  private static let nameLimit = 1000

  /// Finds out what a path leads to, and which names in its directory begin with its last component.
  ///
  /// It blocks for as long as the file system needs.
  init(examining path: String) {
    self.init(path: path, target: UserFile(path).target)
    let slash = path.lastIndex(of: "/")
    let start = slash.map { String(path[path.index(after: $0)...]) } ?? path
    // A tilde alone is a directory, and not the start of a name.
    guard slash != nil || !start.hasPrefix("~") else { return }
    let directory = UserFile(slash.map { String(path[...$0]) } ?? ".")
    (names, hasMoreNames) = directory.names(beginningWith: start, limit: Self.nameLimit)
  }
}
