import Foundation
import TestSupport
import Testing

/// What root does for a user and for all users: whose files are written, who can read them, and who
/// decides.
@Suite(.enabled(if: geteuid() == 0, "Only root acts for another user."))
struct TwoUserTests {
  private static let suite = "org.example.app"
  private static let ada = 4711
  private let tool: Tool
  private var image: String { tool.image.path }

  init() throws {
    tool = try Tool()
    try tool.writeToImage("ada:x:4711:4711:Ada:/home/ada:/bin/sh\n", "etc/passwd")
    try tool.writeToImage("ada:x:4711:\n", "etc/group")
    let properties =
      #""licence": {"type": "string", "x-sensitive": true}, "level": {"type": "integer"}"#
    let document = Tool.schema(properties, forSuite: Self.suite)
    try tool.writeToImage(
      document,
      "\(tool.environment["XDG_DATA_DIRS"] ?? "")/prefs/schemas/\(Self.suite).schema.json"
    )
    try tool.writeToImage(#"{"licence": "CANARY", "level": 5}"#, "home/ada/values")
    let declared = """
      {"suites": {"\(Self.suite)": {"values": {"licence": "CANARY", "token": "CANARY"},
       "locks": {"level": {"value": 6, "reason": "r"}}}}}
      """
    try tool.writeToImage(declared, "home/ada/declared")
    for file in ["values", "declared"] { chmod("\(image)/home/ada/\(file)", 0o600) }
    try giveHomeToAda()
  }

  private func giveHomeToAda() throws {
    #expect(try Program.run(["chown", "-hR", "4711:4711", "\(image)/home/ada"]).status == 0)
  }

  /// Runs a command; `$s` is the suite, `$h` the home of ada.
  private func run(
    _ call: String,
    _ variables: [String: String] = [:]
  ) throws -> Program.Result {
    let words = call.split(separator: " ").map {
      String($0).replacing("$s", with: Self.suite).replacing("$h", with: "\(image)/home/ada")
    }
    let environment = tool.environment.merging(variables) { $1 }
    return try Program.run([tool.program, "--root", image] + words, environment: environment)
  }

  /// Checks every file of the image: its owner, who can read it, and that no other user reads a secret.
  private func checkFiles(_ call: String) throws {
    for path in try FileManager.default.subpathsOfDirectory(atPath: image) {
      var status = stat()
      guard lstat("\(image)/\(path)", &status) == 0 else { continue }
      let isOfAda = path.hasPrefix("home/ada")
      #expect(Int(status.st_uid) == (isOfAda ? Self.ada : 0), "\(call): owner of \(path)")
      if !isOfAda { #expect(status.st_mode & 0o022 == 0, "\(call): \(path) can be written") }
      let isFile = status.st_mode & S_IFMT == S_IFREG
      guard isFile, let text = FileManager.default.contents(atPath: "\(image)/\(path)"),
        String(decoding: text, as: UTF8.self).contains("CANARY")
      else { continue }
      #expect(isOfAda, "\(call): \(path) has a secret")
      #expect(status.st_mode & 0o077 == 0, "\(call): \(path) has a secret")
    }
  }

  /// The commands in their order, with their statuses.
  private static let calls: [(call: String, status: Int32)] = [
    ("--user ada write $s licence CANARY", 0), ("--user ada write $s apiToken CANARY", 0),
    ("--user ada -currentHost write $s licence CANARY", 0),
    ("--user ada import $s $h/values", 0), ("--user ada export --secrets $s $h/exported", 0),
    ("--user ada snapshot save full --secrets", 0), ("--user ada snapshot save other", 0),
    ("--user ada lock $s licence", 2), ("--user ada lock $s apiToken", 2),
    ("--user ada lock $s licence CANARY", 2), ("--user ada lock $s level 5 --reason r", 0),
    ("--user ada unlock $s level", 0), ("--user ada apply $h/declared", 0),
    ("--user ada rename $s apiToken apiKey", 0), ("--user ada delete $s apiKey", 0),
    ("--user ada write --system $s level 5", 2), ("--user ada edit --system --render 80x24 $s", 2),
    ("write --system $s licence CANARY", 2), ("import --system $s $h/values", 2),
    ("write --system $s level 5", 0), ("lock $s level 7", 0), ("delete --system $s level", 0),
    ("unlock $s level", 0),
    ("--user ada snapshot restore full", 0), ("--user ada doctor --fix", 0),
    ("--user ada delete-all $s", 0),
  ]

  @Test(.thorough) func `files belong to those they are for, and nobody else reads a secret`()
    throws
  {
    for (call, status) in Self.calls {
      let result = try run(call)
      #expect(result.status == status, "\(call): \(result)")
      #expect(!(result.output + result.complaint).contains("CANARY"), "\(call): \(result)")
      try checkFiles(call)
    }
  }

  /// Commands that print values of ada, without those that name one secret.
  private static let printing = [
    "read $s", "read --json $s", "read --layers $s", "read --all $s", "read *", "export $s -",
    "diff $s", "history $s", "describe $s", "check $s", "doctor",
    "edit --render 80x24 $s", "delete --dry-run $s",
  ]

  @Test func `no command prints a secret of another user`() throws {
    for key in ["licence", "apiToken"] { _ = try run("--user ada write $s \(key) CANARY") }
    for call in Self.printing {
      let result = try run("--user ada \(call)")
      let printed = result.output.replacing(
        "\"CANARY\"",
        with: call.hasPrefix("find") ? "" : "CANARY"
      )
      #expect(!(printed + result.complaint).contains("CANARY"), "\(call): \(result)")
    }
    #expect(try run("--user ada read $s licence").output == "CANARY\n")
  }

  @Test func `links of a user lead root to no file of another`() throws {
    try tool.writeToImage(
      #"<plist version="1.0"><dict><key>k</key><string>CANARY</string></dict></plist>"#,
      "etc/private/\(Self.suite).plist"
    )
    chmod("\(image)/etc/private", 0o700)
    let path = "\(image)/etc/private/\(Self.suite).plist"
    chmod(path, 0o600)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    for directory in [".config", ".local/state", ".local/share"] {
      let link = "\(image)/home/ada/\(directory)"
      try Program.run(["rm", "-rf", link])
      try Program.run(["mkdir", "-p", "\(image)/home/ada/.local"])
      symlink("\(image)/etc/private", link)
    }
    try giveHomeToAda()
    let calls = [
      "read $s k", "read $s", "export $s -", "write $s k 1", "delete $s k", "delete-all $s",
      "import $s $h/values", "snapshot save full", "snapshot delete full", "undo $s",
      "doctor --fix",
      "rename $s k l", "edit --render 80x24 $s", "lock $s k",
    ]
    for call in calls {
      let result = try run("--user ada \(call)")
      #expect(!(result.output + result.complaint).contains("CANARY"), "\(call): \(result)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before, "\(call)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: "\(image)/etc/private").count == 1
      )
    }
  }

  /// Commands for all users that use the schema of the suite, and what ada's schema would change.
  private static let governed: [(call: String, status: Int32)] = [
    ("--user ada lock $s level 5", 0), ("--user ada lock $s licence CANARY", 2),
    ("--user ada unlock $s level", 0), ("write --system $s level 5", 0),
    ("write --system $s licence CANARY", 2), ("import --system $s $h/values", 2),
    ("rename --system $s level other", 0), ("rename --system $s other level", 0),
    ("read --system --all $s", 0), ("diff --system $s", 1), ("export --system $s -", 0),
    ("describe --system $s", 0), ("ask --system $s adas", 1), ("check --system $s", 0),
    ("edit --system --render 80x24 $s", 0), ("edit --managed --render 80x24 $s", 0),
    ("edit --render 80x24 $s", 0), ("history --system $s", 0),
    ("delete --dry-run --system $s level", 0),
    ("undo --system $s", 0),
  ]

  @Test(.thorough, arguments: [true, false])
  func `a schema of a user decides nothing that holds for all users`(isInherited: Bool) throws {
    // A newer schema, without the secret, with another type and a key of its own.
    let document = Tool.schema(
      #""licence": {"type": "string"}, "level": {"type": "string", "pattern": "^x"}, "#
        + #""adas": {"type": "string", "default": "of-ada"}"#,
      forSuite: Self.suite
    ).replacing(#""x-format": 1"#, with: #""x-format": 1, "x-revision": 9"#)
    // In her home, or where a variable that she could set points.
    let home = isInherited ? "/adas" : "/home/ada/.local/share"
    let variables = isInherited ? ["XDG_DATA_HOME": home] : [:]
    try tool.writeToImage(document, "\(home)/prefs/schemas/\(Self.suite).schema.json")
    try giveHomeToAda()
    if isInherited {
      #expect(try Program.run(["chown", "-R", "4711:4711", image + home]).status == 0)
    }
    for (call, status) in Self.governed {
      let result = try run(call, variables)
      #expect(result.status == status, "\(call): \(result)")
      for word in ["CANARY", "of-ada", "adas "] {
        #expect(!result.output.contains(word), "\(call): \(result)")
      }
    }
    // In her own file, ada's schema decides.
    if !isInherited {
      #expect(try run("--user ada read --all $s").output.contains("of-ada"))
    }
  }
}
