import DefaultsCore

/// One of the formats with sections and lines of `key=value`.
package enum INIDialect: String, CaseIterable, Sendable {
  /// Values are the text after the delimiter, as Python's `configparser` reads it.
  case plain
  /// The configuration of git: values with quotes and escapes, keys in any case.
  case git
  /// The units of systemd: a key may be assigned several times.
  case systemd
  /// Desktop entries.
  case desktop
  /// The settings of KDE: nested groups, and flags in brackets after keys and groups.
  case kde

  /// Returns the dialect of a file, which its path tells.
  package static func ofFile(at path: String) -> INIDialect {
    let parts = path.split(separator: "/").map(String.init)
    let name = parts.last ?? ""
    let suffix = name.split(separator: ".").last.map(String.init) ?? ""
    let units = [
      "service", "timer", "socket", "mount", "automount", "swap", "target", "path", "slice",
      "scope",
      "network", "netdev", "link", "nspawn", "container", "volume",
    ]
    if name == ".gitconfig" || name == ".gitmodules" || parts.suffix(2) == [".git", "config"]
      || parts.suffix(2) == ["git", "config"] || name == "gitconfig"
    {
      return .git
    }
    if units.contains(suffix) || name.hasSuffix(".conf") && parts.contains("systemd") {
      return .systemd
    }
    return suffix == "desktop" || suffix == "directory" ? .desktop : .plain
  }

  /// The characters with which a line begins that is a comment.
  var commentMarks: [UInt8] {
    switch self {
    case .plain, .git, .systemd: [UInt8(ascii: "#"), UInt8(ascii: ";")]
    case .desktop, .kde: [UInt8(ascii: "#")]
    }
  }

  /// The characters that end a key.
  var delimiters: [UInt8] {
    self == .plain ? [UInt8(ascii: "="), UInt8(ascii: ":")] : [UInt8(ascii: "=")]
  }

  /// Whether several assignments of a key are a list.
  var hasLists: Bool { self == .git || self == .systemd }

  /// What stands between a key and its value in a new file, and before the key.
  var layout: (indentation: String, delimiter: String) {
    switch self {
    case .git: ("\t", " = ")
    case .plain: ("", " = ")
    case .systemd, .desktop, .kde: ("", "=")
    }
  }

  /// The words for a Boolean value, with which one is written that had none.
  var words: (on: String, off: String) { self == .systemd ? ("yes", "no") : ("true", "false") }
}

extension INIDialect {
  /// Returns why no line can hold a text, as a phrase; nil if reading it back is enough to tell.
  func refusal(of text: String) -> String? {
    // A line that ends with a backslash would be continued.
    if self == .systemd, text.hasSuffix("\\") { return "the format cannot hold it" }
    let escapesReturns = self == .kde || self == .desktop
    return !escapesReturns && text.utf8.contains(0x0D)
      ? "the format cannot hold a carriage return" : nil
  }
}

// MARK: - Names

extension INIDialect {
  /// Returns the key for the name of an entry in a section; nil for the part before the first section.
  ///
  /// A slash or a backslash in a name, or in that of a group of KDE, has a backslash before it, so that no
  /// two entries have one key.
  func key(_ name: String, in section: INISection?) -> String {
    guard let section else { return Self.part(name) }
    guard self == .git else {
      let path = self == .kde ? section.path.map(Self.part) : section.path
      return (path + [Self.part(name)]).joined(separator: "/")
    }
    let head = section.path[0].lowercased()
    return ([head] + section.path.dropFirst() + [name.lowercased()]).joined(separator: ".")
  }

  /// Returns a key in the one spelling that it has: git's are in lowercase but for the subsection.
  func canonical(_ key: String) -> String {
    guard self == .git else {
      guard key.contains("\\") else { return key }
      let parts = Self.parts(key)
      let name = Self.part(Self.name(parts[parts.count - 1]))
      let path = parts.dropLast().map { self == .kde ? Self.part(Self.name($0)) : String($0) }
      return (path + [name]).joined(separator: "/")
    }
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, let name = parts.last else { return key }
    return ([parts[0].lowercased()] + parts.dropFirst().dropLast() + [name.lowercased()])
      .joined(separator: ".")
  }

  private static func part(_ name: String) -> String {
    name.replacing("\\", with: "\\\\").replacing("/", with: "\\/")
  }

  /// Returns the first part of a key, which names its section; nil for a key without one.
  static func section(of key: String) -> Substring? {
    let parts = parts(key)
    return parts.count > 1 ? parts[0] : nil
  }

  /// Returns the parts of a key between slashes that have no backslash before them.
  private static func parts(_ key: String) -> [Substring] {
    var parts: [Substring] = []
    var start = key.startIndex
    var isEscaped = false
    for index in key.indices {
      if key[index] == "/", !isEscaped {
        parts.append(key[start..<index])
        start = key.index(after: index)
      }
      isEscaped = key[index] == "\\" && !isEscaped
    }
    return parts + [key[start...]]
  }

  /// Returns the name that a part of a key stands for; a backslash before another character is one itself.
  private static func name(_ part: Substring) -> String {
    var name = ""
    var isEscaped = false
    for character in part {
      if isEscaped, character != "/", character != "\\" { name.append("\\") }
      isEscaped = character == "\\" && !isEscaped
      if !isEscaped { name.append(character) }
    }
    return isEscaped ? name + "\\" : name
  }

  /// Returns the section and the name for a key that no entry has yet; nil if the dialect has no
  /// such key.
  ///
  /// Of the sections of the file, the one with the longest path is used.
  func place(
    of key: String,
    among sections: [INISection]
  ) -> (section: INISection?, name: String)? {
    // KDE's own writer leaves a backslash in a name as it is, and its reader takes it for an escape.
    if self == .kde, Self.parts(key).last?.contains("\\\\") == true { return nil }
    let known = sections.filter { self.key("", in: $0).count < key.count }
      .sorted { $0.path.joined().count > $1.path.joined().count }
    for section in known {
      let prefix = self.key("", in: section)
      guard key.hasPrefix(prefix) else { continue }
      // A rest with a separator belongs to another section.
      let rest = String(key.dropFirst(prefix.count))
      guard self == .git ? !rest.contains(".") : Self.parts(rest).count == 1 else { continue }
      guard self == .git else { return (section, Self.name(rest[...])) }
      return Self.isName(rest) ? (section, rest) : nil
    }
    if self == .git {
      let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      guard parts.count > 1, let name = parts.last, Self.isName(name), Self.isName(parts[0]) else {
        return nil
      }
      let middle = parts.dropFirst().dropLast().joined(separator: ".")
      return (INISection(path: [parts[0]] + (middle.isEmpty ? [] : [middle])), name)
    }
    let parts = Self.parts(key)
    let name = Self.name(parts[parts.count - 1])
    guard parts.count > 1 else { return (nil, name) }
    let path = parts.dropLast()
    let section = self == .kde ? path.map(Self.name) : [path.joined(separator: "/")]
    return (INISection(path: section), name)
  }

  /// Returns whether git takes a text as the name of a section or a key.
  static func isName(_ part: String) -> Bool {
    part.utf8.first?.isASCIILetter == true
      && part.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == 0x2D }
  }

  /// Returns the line that begins a section.
  func heading(_ section: INISection) -> String {
    switch self {
    case .git:
      guard section.path.count > 1 else { return "[\(section.path[0])]" }
      let name = section.path[1].replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "[\(section.path[0]) \"\(name)\"]"
    case .kde: return section.path.map { "[\(escaped($0, isName: true))]" }.joined()
    case .plain, .systemd, .desktop: return "[\(section.path.joined())]"
    }
  }
}

/// The name of a section: one text, of git with a subsection, and of KDE with those of nested groups.
package struct INISection: Hashable, Sendable {
  var path: [String]
  /// Whether the section is marked as immutable, which only KDE knows.
  var isImmutable = false

  /// Whether two names mean the same section.
  func isSame(as other: INISection, in dialect: INIDialect) -> Bool {
    dialect.key("", in: self) == dialect.key("", in: other)
  }
}
