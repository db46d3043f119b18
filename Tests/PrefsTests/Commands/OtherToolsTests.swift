import Foundation
import TestSupport
import Testing

/// The documented commands of macOS `defaults`, and those of `gsettings` and `dconf` that have a
/// counterpart, each with what this tool does instead.
struct OtherToolsTests {
  /// One command of another tool.
  struct Row: CustomTestStringConvertible, Sendable {
    /// The command as its manual page has it.
    let foreign: String
    /// The arguments of this tool, separated by blanks.
    let ours: String
    /// The exit status, and the whole output without its last line break.
    let status: Int32
    let output: String
    /// Why the words, the status or the output differ; nil where they are the same.
    var reason: String?

    init(
      _ foreign: String,
      _ ours: String,
      _ status: Int32 = 0,
      _ output: String = "",
      because reason: String? = nil
    ) {
      self.foreign = foreign
      self.ours = ours
      self.status = status
      self.output = output
      self.reason = reason
    }

    var testDescription: String { foreign }
  }

  private static let plist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>k</key>
    \t<integer>1</integer>
    \t<key>l</key>
    \t<array>
    \t\t<string>a</string>
    \t</array>
    </dict>
    </plist>
    """
  private static let suite = "{\n    k = 1;\n    l =     (\n        a\n    );\n}"
  private static let words = "The words are those of this tool's other commands."

  private static let macOS = [
    Row(
      "defaults read",
      "read",
      0,
      "{\n    s =     {\n        k = 1;\n        l =     (\n            a\n        );\n    };\n}"
    ),
    Row("defaults read domain", "read s", 0, suite),
    Row("defaults read missing", "read none", 1),
    Row("defaults read domain key", "read s k", 0, "1"),
    Row("defaults read domain missing", "read s none", 1),
    Row("defaults read -g", "read -g", 1),
    Row("defaults read /path/without/extension key", "read ./s k", 0, "1"),
    Row("defaults read-type domain key", "read-type s k", 0, "Type is integer"),
    Row("defaults read-type domain missing", "read-type s none", 1),
    Row("defaults write domain key value", "write s n text"),
    Row("defaults write -g key value", "write -g n text"),
    Row("defaults write -globalDomain key value", "write -globalDomain n text"),
    Row("defaults -currentHost write domain key value", "-currentHost write s n text"),
    Row("defaults write domain key -string", "write s n -string text"),
    Row("defaults write domain key -data", "write s n -data 0fbd"),
    Row("defaults write domain key -integer", "write s n -integer 5"),
    Row("defaults write domain key -float", "write s n -float 0.5"),
    Row("defaults write domain key -boolean", "write s n -boolean yes"),
    Row("defaults write domain key -date", "write s n -date 2026-01-02"),
    Row("defaults write domain key -array", "write s n -array a -int 1"),
    Row("defaults write domain key -array-add", "write s l -array-add b"),
    Row("defaults write domain key -dict", "write s n -dict a b"),
    Row("defaults write domain key -dict-add", "write s n -dict-add a b"),
    Row(
      "defaults write domain key -int text",
      "write s n -int text",
      3,
      because: "macOS stores 0; a value that was not meant is refused here."
    ),
    Row(
      "defaults write domain key -array-add, not an array",
      "write s k -array-add b",
      3,
      because: "The status tells an invalid value from other failures."
    ),
    Row(
      "defaults write domain '{ k = 1; }'",
      "write s {}",
      2,
      because: "prefs import does that, and reads standard input."
    ),
    Row("defaults rename domain old new", "rename s k n"),
    Row("defaults rename domain missing new", "rename s none n", 1),
    Row("defaults delete domain", "delete s"),
    Row("defaults delete missing", "delete none", 1),
    Row("defaults delete domain key", "delete s k"),
    Row("defaults delete domain missing", "delete s none", 1),
    Row("defaults delete-all domain", "delete-all s"),
    Row("defaults delete-all domain key", "delete-all s k"),
    Row("defaults delete-all missing", "delete-all none", 1),
    Row("defaults import domain path", "import s ./s.plist"),
    Row("defaults export domain -", "export s -", 0, plist),
    Row(
      "defaults export domain path",
      "export s ./copy",
      because: "macOS writes a binary file; XML can be compared and edited."
    ),
    Row(
      "defaults export missing -",
      "export none -",
      1,
      because: "macOS writes an empty property list, which hides a mistyped name."
    ),
    Row("defaults domains", "domains", 0, "s"),
    Row(
      "defaults find word",
      "find L",
      0,
      "Found 1 key in domain 's': {\n    l =     (\n        a\n    );\n}",
      because: "The number agrees with the noun."
    ),
    Row("defaults find missing", "find zzz", 1, because: "The status says that nothing was found."),

    Row(
      "defaults -host name read domain",
      "-host name read s",
      2,
      because: "Linux has files of this host only, which -currentHost means."
    ),
    Row(
      "defaults read -app name",
      "read -app name",
      2,
      because: "Programs on Linux have no bundle that names their suite."
    ),
  ]

  private static let gsettings = [
    Row("gsettings list-schemas", "domains", 0, "s", because: words),
    Row(
      "gsettings list-keys schema",
      "describe s",
      0,
      "s\n\n  k\n      Now         1 (user, \"DIR/s.plist\")\n\n  l\n      Now         [\"a\"] (user, \"DIR/s.plist\")",
      because: words
    ),
    Row("gsettings list-recursively schema", "read s", 0, suite, because: words),
    Row("gsettings get schema key", "read s k", 0, "1", because: words),
    Row("gsettings set schema key value", "write s k 5", because: words),
    Row("gsettings reset schema key", "delete s k", because: words),
    Row("gsettings reset-recursively schema", "delete s", because: words),
    Row(
      "gsettings range schema key",
      "describe s k",
      0,
      "  k\n      Now         1 (user, \"DIR/s.plist\")",
      because: words
    ),
    Row("gsettings describe schema key", "describe s none", 1),
  ]

  private static let dconf = [
    Row("dconf read key", "read s l", 0, "(\n    a\n)", because: words),
    Row("dconf write key value", "write s k 5", because: words),
    Row("dconf reset key", "delete s k", because: words),
    Row("dconf dump dir", "export s", 0, plist, because: words),
    Row("dconf load dir", "import s ./s.plist", because: words),
  ]

  private static let locks = [
    Row(
      "dconf update, after the key was listed in a file of locks",
      "--root ./ lock s k 5",
      because: "A lock has its value with it, and an effect at once."
    ),
    Row(
      "dconf update, after the key was removed from a file of locks",
      "--root ./ unlock s k",
      1,
      because: "The key was not locked, which the status says."
    ),
    Row(
      "dconf lock-list / gsettings writable schema key",
      "read s k --layers",
      0,
      "k\n  * user       1  DIR/s.plist",
      because: "The layers of a key say whether and where it is locked."
    ),
  ]

  @Test(.thorough, arguments: Thorough.sample(macOS + gsettings + dconf + locks, every: 5))
  func `a command of another tool has its counterpart`(row: Row) throws {
    let tool = try Tool()
    try tool.run("write", "s", "k", "-int", "1")
    try tool.run("write", "s", "l", "-array", "a")
    let directory = tool.home.path
    let arguments = row.ours.split(separator: " ").map {
      $0.hasPrefix("./") ? directory + $0.dropFirst() : String($0)
    }
    let result = try tool.run(arguments)
    #expect(result.status == row.status, "\(result.complaint)")
    let output = result.output.replacing(directory, with: "DIR")
    #expect(output == (row.output.isEmpty ? "" : row.output + "\n"))
    #expect(result.complaint.isEmpty == (row.status == 0))
  }

  @Test func `the suite for all programs and those of this host have files of their own`() throws {
    let tool = try Tool()
    try tool.run("write", "-g", "k", "all")
    try tool.run("-currentHost", "write", "s", "k", "host")
    try tool.run("write", "s", "k", "user")
    #expect(try tool.run("read", "NSGlobalDomain", "k").output == "all\n")
    #expect(try tool.run("read", "--current-host", "s", "k").output == "host\n")
    try tool.run("write", "--current-host", "NSGlobalDomain", "k", "of this host")
    let layers = try tool.run("read", "--layers", "--current-host", "NSGlobalDomain", "k").output
    #expect(layers.contains("* host "), "\(layers)")
    #expect(try tool.run("read", "s", "k").output == "user\n")
    let manager = FileManager.default
    #expect(manager.fileExists(atPath: tool.home.path + "/.GlobalPreferences.plist"))
    #expect(manager.fileExists(atPath: tool.home.path + "/ByHost/s..plist"))
    #expect(try tool.run("delete-all", "s").status == 0)
    #expect(try tool.run("-currentHost", "read", "s").status == 1)
    #expect(try tool.run("read", "s").status == 1)
    #expect(try tool.run("read", "-g", "k").status == 0)
  }

  @Test func `the path of a suite's own file is that suite`() throws {
    let tool = try Tool()
    try tool.run("write", Tool.suite, "quality", "0.5")
    let path = tool.file.path
    #expect(try tool.run("write", path, "quality", "7").status == 3)
    #expect(try tool.run("write", String(path.dropLast(6)), "quality", "0.25").status == 0)
    #expect(try tool.json("quality") == "0.25")
    #expect(try tool.run("undo", Tool.suite).output == "quality: 0.25 → 0.5\n")
  }

  @Test(arguments: [
    ("boolean", ["-bool", "no"]), ("integer", ["-int", "1"]), ("float", ["-float", "1"]),
    ("string", ["1"]), ("date", ["-date", "2026-01-02"]), ("data", ["-data", "00"]),
    ("array", ["-array"]), ("dictionary", ["-dict"]),
  ])
  func `types have the names that macOS has for them`(name: String, value: [String]) throws {
    let tool = try Tool()
    try tool.run(["write", "s", "k"] + value)
    #expect(try tool.run("read-type", "s", "k").output == "Type is \(name)\n")
  }

  @Test func `a renamed key keeps its value, and one undo takes it back`() throws {
    let tool = try Tool()
    try tool.run("write", "s", "old", "-date", "2026-01-02")
    try tool.run("write", "s", "new", "x")
    #expect(try tool.run("rename", "s", "old", "new").status == 0)
    let stored = try tool.run("read", "s", "--json").output.filter { !$0.isWhitespace }
    #expect(stored == #"{"new":{"$date":"2026-01-02T00:00:00Z"}}"#)
    #expect(try tool.run("undo", "s").status == 0)
    #expect(try tool.run("read", "s", "new").output == "x\n")
    #expect(try tool.run("rename", Tool.suite, "a", "quality").status == 1)
    try tool.run("write", Tool.suite, "a", "text")
    #expect(try tool.run("rename", Tool.suite, "a", "quality").status == 3)
    #expect(try tool.json("a") == "\"text\"")
    #expect(try tool.run("rename", "s", "a").status == 2)
  }

  @Test func `values are added to what is stored`() throws {
    let tool = try Tool()
    for value in [["-array-add", "a"], ["-array-add", "-int", "1", "b"], ["-array-add"]] {
      try tool.run(["write", "s", "l"] + value)
    }
    for value in [["-dict-add", "a", "1"], ["-dict-add", "a", "2", "b", "-bool", "no"]] {
      try tool.run(["write", "s", "d"] + value)
    }
    let stored = try tool.run("read", "s", "--json").output.filter { !$0.isWhitespace }
    #expect(stored == #"{"d":{"a":"2","b":false},"l":["a",1,"b"]}"#)
    #expect(try tool.run("write", "s", "l", "-array", "-array-add", "x").status == 2)
  }
}
