import Foundation
import TestSupport
import Testing

/// The commands that lock and unlock keys, in an image, whose owner counts as its administrator.
struct LockCommandTests {
  private let tool: Tool
  private static let suite = "org.example.app"
  private static let file = "etc/prefs/managed/org.example.app.plist"
  private static let reasons = "etc/prefs/managed/org.example.app.reasons.plist"

  init() throws {
    tool = try Tool()
    let properties = #""level": {"type": "number", "maximum": 5}"#
    try tool.publish(Tool.schema(properties, forSuite: Self.suite), forSuite: Self.suite)
  }

  private var schemas: String { tool.home.path + ".data/prefs/schemas" }

  /// Runs `lock` on the suite.
  @discardableResult
  private func lock(_ arguments: String...) throws -> Program.Result {
    try tool.runOnImage(["lock", "--schema-dir", schemas, Self.suite] + arguments)
  }

  /// The layers of a key, with the image's path left out.
  private func layers(_ key: String) throws -> String {
    try tool.runOnImage("read", Self.suite, key, "--layers").output
      .replacing(tool.image.path + "/", with: "")
  }

  @Test func `a lock and its reason are stored for everybody to read`() throws {
    #expect(try lock("telemetry", "-bool", "no", "--reason", "Ask the desk.").status == 0)
    #expect(
      try layers("telemetry")
        == "telemetry  (locked: Ask the desk.)\n  * managed    0  \(Self.file)\n"
    )
    #expect(try tool.mode(inImage: Self.file) == 0o644)
    #expect(try tool.mode(inImage: Self.reasons) == 0o644)
    #expect(try tool.mode(inImage: "etc/prefs/managed") == 0o755)
    let write = try tool.runOnImage("write", Self.suite, "telemetry", "-bool", "yes")
    #expect(write.status == 4)
    #expect(write.complaint.contains("Ask the desk"))
    #expect(try tool.runOnImage("write", Self.suite, "other", "x").status == 0)
  }

  @Test func `a write of a locked key is refused in every form, also of the value that is stored`()
    throws
  {
    try tool.runOnImage("write", Self.suite, "k", "v")
    try lock("k", "v")
    for options in [[], ["--json"], ["--dry-run"], ["--skip-refused", "--json"]] {
      for suite in [Self.suite, "org.*"] {
        let result = try tool.runOnImage(["write"] + options + [suite, "k", "v"])
        #expect(result.status == 4, "\(options) \(suite): \(result)")
      }
    }
  }

  @Test func `without a value the one in use is locked, and said`() throws {
    try tool.runOnImage("write", Self.suite, "k", "-int", "7")
    let result = try lock("k", "--reason", "")
    #expect(result.output == "k is locked: 7\n")
    #expect(try layers("k").hasPrefix("k  (locked)\n  * managed    7"))
    let unset = try lock("none")
    #expect(unset.status == 1)
    #expect(unset.complaint.contains("no value to lock"))
  }

  @Test(arguments: [
    (["level", "7"], 3, "7 is above the maximum 5"), (["level", "high"], 3, "level"),
    (["k", "a", "b"], 2, "found 2"), (["k", "-int", "x"], 3, "-int"),
  ])
  func `a value that does not fit is refused, and nothing is locked`(
    arguments: [String],
    status: Int32,
    complaint: String
  ) throws {
    let result = try tool.runOnImage(["lock", "--schema-dir", schemas, Self.suite] + arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
    #expect(!FileManager.default.fileExists(atPath: tool.image.appendingPathComponent("etc").path))
  }

  @Test func `a value has the type that the schema declares`() throws {
    try lock("level", "2")
    try lock("text", "2")
    let values = try tool.runOnImage("read", "--managed", Self.suite, "--json").output
    #expect(values.filter { !$0.isWhitespace } == #"{"level":2.0,"text":"2"}"#)
  }

  @Test(
    .thorough,
    arguments: [
      (["list", "-array", "a", "b", "--reason", "why"], #"{"list":["a","b"]}"#),
      (["list", "-array", "--reason", "why", "a", "b"], #"{"list":["a","b"]}"#),
      (["list", "-dict", "a", "b", "--reason=why"], #"{"list":{"a":"b"}}"#),
      (
        ["list", "-array", "a", "-string", "--reason", "--reason", "why"],
        #"{"list":["a","--reason"]}"#
      ),
      (["list", "v", "--reason=why"], #"{"list":"v"}"#),
      (["list", "--int", "-7", "--reason", "why"], #"{"list":-7}"#),
      (["list", "--reason", "why", "-bool", "no"], #"{"list":false}"#),
      (["list", "-string", "--reason", "--reason", "why"], #"{"list":"--reason"}"#),
      (["--reason", "why", "--", "list", "--reason"], #"{"list":"--reason"}"#),
      (["list", "--reason", "why", "--", "--json"], #"{"list":"--json"}"#),
    ]
  )
  func `options may stand after the value, and are not part of it`(
    arguments: [String],
    json: String
  ) throws {
    let result = try tool.runOnImage(["lock", Self.suite] + arguments)
    #expect(result.status == 0, "\(result.complaint)")
    let values = try tool.runOnImage("read", "--managed", Self.suite, "--json").output
    #expect(values.filter { !$0.isWhitespace } == json)
    #expect(try layers("list").hasPrefix("list  (locked: why)"))
  }

  @Test(arguments: [
    ["-array", "a", "--dry-run"], ["-array", "--json", "--dry-run", "a"], ["v", "--dry-run"],
    ["-dict", "a", "b", "--dry-run", "--reason", "why"],
  ])
  func `a dry run after the value is one`(arguments: [String]) throws {
    let result = try tool.runOnImage(["lock", Self.suite, "k"] + arguments)
    #expect(result.status == 0, "\(result.complaint)")
    #expect(result.output.contains("new"))
    #expect(try layers("k") == "")
  }

  @Test(
    .thorough,
    arguments: [
      ["-array", "a", "--nonsense"], ["-array", "a", "--reason"], ["v", "--help"],
      ["-array", "a", "--version", "b"], ["-array", "a", "--reson", "why"], ["--frobnicate"],
    ]
  )
  func `what is no option after the key is refused`(arguments: [String]) throws {
    let result = try tool.runOnImage(["lock", Self.suite, "k"] + arguments)
    #expect(result.status == 2, "\(result)")
    #expect(result.output == "")
    #expect(try layers("k") == "")
  }

  @Test func `a lock is not said to be of a person who unlocked the key`() throws {
    try lock("k", "-int", "1")
    try tool.runOnImage("unlock", Self.suite, "k")
    let directory = "etc/prefs/managed/\(Self.suite).d"
    let text = "<plist version=\"1.0\"><dict><key>k</key><integer>2</integer></dict></plist>"
    try tool.writeToImage(text, directory + "/10.plist")
    let locks = try tool.runOnImage("locks", "--json", Self.suite).output
    #expect(locks.contains("10.plist"))
    #expect(!locks.contains("\"time\""))
  }

  @Test func `a secret is not made readable for everybody unless an option says so`() throws {
    try tool.runOnImage("write", Self.suite, "apiToken", "s3cret")
    for value in [[], ["s3cret"], ["-array", "s3cret"]] {
      let result = try tool.runOnImage(["lock", Self.suite, "apiToken"] + value)
      #expect(result.status == 2)
      #expect(result.complaint.contains("--secrets"))
      #expect(!(result.output + result.complaint).contains("s3cret"))
    }
    #expect(try tool.runOnImage("read", "--managed", Self.suite).status == 1)
    let table =
      try lock("apiToken", "other", "--secrets").status == 0 ? try unlockTable("apiToken") : ""
    #expect(table.contains("apiToken  (secret)  unlocked"), "\(table)")
  }

  private func unlockTable(_ key: String) throws -> String {
    try tool.runOnImage("unlock", "--dry-run", Self.suite, key).output
  }

  @Test
  func `an imported lock keeps its reason for the same value alone, and an empty one is none`()
    throws
  {
    let file = tool.home.path + "/locks"
    for (document, reason) in [
      (#"{"k": "1"}"#, "first"), (#"{"k": "2"}"#, nil),
      (#"{"k": "1", "$reasons": {"k": ""}}"#, nil),
    ] {
      try lock("k", "1", "--reason", "first")
      try Data(document.utf8).write(to: URL(fileURLWithPath: file))
      let result = try tool.runOnImage("import", "--managed", Self.suite, file)
      #expect(result.status == 0, "\(result)")
      let head = reason.map { "k  (locked: \($0))\n" } ?? "k  (locked)\n"
      let text = try layers("k")
      #expect(text.hasPrefix(head), "\(document): \(text)")
    }
  }

  @Test func `a lock that is set again keeps its reason until another is given`() throws {
    try lock("k", "1", "--reason", "first")
    #expect(try !lock("k", "1").complaint.contains("reason"))
    let changed = try lock("k", "2")
    #expect(changed.complaint.contains("keeps the reason \"first\""), "\(changed)")
    #expect(try layers("k") == "k  (locked: first)\n  * managed    2  \(Self.file)\n")
    try lock("k")
    #expect(try layers("k").contains("(locked: first)"))
    try lock("k", "2", "--reason", "third")
    #expect(try layers("k").contains("third"))
    try lock("k", "3", "--reason", "")
    #expect(try layers("k") == "k  (locked)\n  * managed    3  \(Self.file)\n")
  }

  @Test func `a reason that is left of a removed lock is not used for another`() throws {
    let stale = "<plist version=\"1.0\"><dict><key>k</key><string>stale</string></dict></plist>"
    try tool.writeToImage(stale, Self.reasons)
    try lock("k", "v")
    #expect(try layers("k") == "k  (locked)\n  * managed    v  \(Self.file)\n")
  }

  @Test(.thorough) func `reasons that cannot be read are left as they are`() throws {
    try tool.writeToImage("garbage", Self.reasons)
    let result = try lock("k", "v", "--reason", "why")
    #expect(result.status == 6)
    #expect(result.complaint.contains("not a readable property list"), "\(result.complaint)")
    let directory = tool.image.appendingPathComponent("etc/prefs/managed").path
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    #expect(names == ["\(Self.suite).reasons.plist"])
  }

  @Test(arguments: [["--dry-run"], ["--reason"], ["--json"], ["--"]])
  func `an option in the place of the value is not locked`(arguments: [String]) throws {
    let result = try tool.runOnImage(["lock", Self.suite, "k"] + arguments)
    // Without a value, there is none in use; an option must have its value.
    #expect(result.status == (arguments == ["--reason"] ? 2 : 1), "\(result.complaint)")
    #expect(try layers("k") == "")
  }

  @Test func `unlocking removes the lock and its reason, and the user's value is used again`()
    throws
  {
    try tool.runOnImage("write", Self.suite, "k", "mine")
    try lock("k", "yours", "--reason", "why")
    try lock("other", "v")
    #expect(try tool.runOnImage("unlock", Self.suite, "k").status == 0)
    #expect(try tool.runOnImage("read", "--all", Self.suite, "k").output == "mine\n")
    try lock("k", "again")
    #expect(try !layers("k").contains("why"))
    let missing = try tool.runOnImage("unlock", Self.suite, "other", "none")
    #expect(missing.status == 1)
    #expect(missing.complaint == "prefs: Not locked in \(Self.suite): none.\n")
    #expect(try tool.runOnImage("write", Self.suite, "other", "x").status == 0)
  }

  @Test func `keys and the format of a managed file that another program wrote are kept`() throws {
    let binary = try PropertyListSerialization.data(
      fromPropertyList: ["theirs": Date(timeIntervalSinceReferenceDate: 0.25)],
      format: .binary,
      options: 0
    )
    try tool.writeToImage("", Self.file)
    try binary.write(to: tool.image.appendingPathComponent(Self.file))
    try lock("k", "v")
    let bytes = try Data(contentsOf: tool.image.appendingPathComponent(Self.file))
    #expect(bytes.starts(with: Data("bplist00".utf8)))
    let values = try PropertyListSerialization.propertyList(from: bytes, format: nil)
    let dictionary = try #require(values as? [String: Any])
    #expect(dictionary["theirs"] as? Date == Date(timeIntervalSinceReferenceDate: 0.25))
    #expect(dictionary["k"] as? String == "v")
  }

  @Test func `a lock in the directory of a suite is named and not half undone`() throws {
    let package = "etc/prefs/managed/\(Self.suite).d/10-package.plist"
    let text = "<plist version=\"1.0\"><dict><key>k</key><integer>1</integer></dict></plist>"
    try lock("other", "v", "--reason", "why")
    try tool.writeToImage(text, package)
    for arguments in [
      ["unlock", Self.suite, "other", "k"], ["lock", Self.suite, "k", "-int", "2"],
    ] {
      let result = try tool.runOnImage(arguments)
      #expect(result.status == 4)
      #expect(result.complaint.contains(package), "\(result.complaint)")
    }
    #expect(try layers("other") == "other  (locked: why)\n  * managed    v  \(Self.file)\n")
    // The key has this value already; only the reason is added.
    #expect(try lock("k", "-int", "1", "--reason", "because").status == 0)
    #expect(try layers("k") == "k  (locked: because)\n  * managed    1  \(package)\n")
  }

  @Test(.thorough, arguments: ["garbage", ""])
  func `managed files that cannot be read are left as they are`(content: String) throws {
    try tool.writeToImage(content, Self.file)
    for arguments in [
      ["lock", Self.suite, "k", "v"], ["--managed", "write", Self.suite, "k", "v"],
    ] {
      let result = try tool.runOnImage(arguments)
      #expect(result.status == 4)
      #expect(result.complaint.contains("cannot be read or trusted"), "\(result.complaint)")
    }
    let file = tool.image.appendingPathComponent(Self.file)
    #expect(try String(contentsOf: file, encoding: .utf8) == content)
  }

  @Test func `a dry run shows each lock and changes nothing`() throws {
    try lock("k", "-int", "1", "--reason", "first")
    let change = try tool.runOnImage(
      "lock",
      "--dry-run",
      "--reason",
      "second",
      Self.suite,
      "k",
      "-int",
      "2"
    )
    #expect(change.output == "key  now  lock  reason  result\nk    1    2     second  changed\n")
    let json = try tool.runOnImage("unlock", "--dry-run", "--json", Self.suite, "k").output
    #expect(
      json.filter { !$0.isWhitespace }
        == #"[{"suite":"\#(Self.suite)","key":"k","layer":"managed","old":1,"new":null,"#
        + #""result":"removed"}]"#
    )
    #expect(try layers("k").hasPrefix("k  (locked: first)\n  * managed    1"))
  }

  @Test(arguments: [
    (["lock", "./path", "k", "v"], 2, "not a path"),
    (["unlock", "org.example.app"], 2, "key is missing"),
    (["lock", "a.reasons", "k", "v"], 2, "a.reasons.d"), (["lock", "org.example.app"], 2, "key"),
    (["--managed", "read", "./x"], 2, "is a path"),
    (["--system", "--managed", "read", "x"], 2, "exclude each other"),
  ])
  func `what cannot be locked is said`(
    arguments: [String],
    status: Int32,
    complaint: String
  ) throws {
    let result = try tool.runOnImage(arguments)
    #expect(result.status == status)
    #expect(result.complaint.contains(complaint), "\(result.complaint)")
  }

  @Test(.enabled(if: geteuid() == 0, "Only root can become another user."))
  func `who is no administrator is told to use sudo`() throws {
    chmod(tool.home.path, 0o755)
    try lock("k", "v")
    let image = tool.image.path
    let result = try Program.run(
      ["setpriv", "--reuid", "4711", "--clear-groups", tool.program, "--root", image]
        + ["lock", Self.suite, "k", "other"],
      environment: tool.environment
    )
    #expect(result.status == 6)
    #expect(result.complaint.contains("use sudo"), "\(result.complaint)")
    #expect(try layers("k").contains("managed    v"))
  }
}
