import Defaults
import DefaultsSchema
import DefaultsTransfer
import Dispatch
import Foundation
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// What an administrator does with many suites in an open editor, and how many key presses it costs.
///
/// The editor begins with the list of 60 suites. A typed text counts as one press. Each task costs at most 15
/// presses, and as many for 12 suites as for 2.
@Suite struct AdministratorTests {
  private let machine: Machine

  init() throws { machine = try Machine() }

  /// Performs a task in an editor with the list of suites, and returns the last screen.
  private func perform(
    _ task: Task,
    on other: Machine? = nil,
    _ change: (inout EditorSession.Source) -> Void = { _ in }
  ) throws -> String {
    let presses = try task.presses.flatMap { try $0.presses(machine.directory) }
    return try (other ?? machine).run(presses, change)
  }

  @Test func `each task costs at most 15 presses, and the article has them`() throws {
    let article = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent(
          "../../../Sources/Defaults/Defaults.docc/AnAdministratorsFirstHour.md"
        ),
      encoding: .utf8
    )
    for task in Task.allCases {
      #expect(task.presses.count <= 15)
      let keys = task.presses.map(\.shown).joined(separator: " ")
      #expect(article.contains("| \(task.rawValue) | \(keys) | \(task.presses.count) |"), "\(keys)")
    }
  }

  @Test(arguments: [2, 12])
  func `the suites with a proxy are found, and get another one`(count: Int) throws {
    try machine.setProxy(in: count)
    let found = try perform(.find)
    #expect(found.contains("Search in 60 suites   \(count) of \(count)"), "\(found)")
    let screen = try perform(.set)
    #expect(screen.contains("Set \(count) keys in \(count) suites."), "\(screen)")
    #expect(machine.proxies() == Array(repeating: "http://new", count: count))
  }

  @Test(arguments: [2, 12])
  func `keys are locked with a reason, and who wants to change one is told`(count: Int) throws {
    try machine.setProxy(in: count)
    let screen = try perform(.lock) { $0.changeLocks = machine.changeLocks }
    #expect(screen.contains("\(count) keys in \(count) suites are locked for all users."))
    let user = try perform(.refused)
    #expect(user.contains("Ask the desk"), "\(user)")
    #expect(user.contains("/managed/org.example.app01.plist"), "\(user)")
  }

  @Test func `the values at which many keys are locked are shown before`() throws {
    try machine.setProxy(in: 6)
    for (count, proxy) in [(5, "5"), (4, "4"), (3, "3"), (2, "2")] {
      try machine.setProxy(in: count, proxy)
    }
    let keys = "proxy<Enter><A-a><A-t>"
    let screen = try machine.run(try Step.presses(keys)) { $0.changeLocks = machine.changeLocks }
    #expect(
      screen.contains(#"at the values in use: "2", "3", "4", "5" and 1 more"#),
      "\(screen)"
    )
  }

  @Test func `a lock does not hide what two users have stored`() throws {
    try machine.setProxy(in: 1)
    _ = try perform(.lock) { $0.changeLocks = machine.changeLocks }
    let users = Users(["ada": machine.values(in: 1), "bob": [:]])
    let compared = try perform(.compareUsers, users.add)
    let row = compared.split(separator: "\n").first { $0.contains("differs") }
    #expect(
      row?.contains(#""http://old""#) == true && row?.contains("unset") == true,
      "\(compared)"
    )
  }

  @Test(arguments: [2, 12])
  func `what was changed, by whom, is shown, taken back for all suites, and one undo`(
    count: Int
  ) throws {
    try machine.setProxy(in: count)
    _ = try perform(.set)
    let changes = try perform(.changes)
    #expect(changes.contains("org.example.app01") && changes.contains("prefs edit"), "\(changes)")
    let screen = try perform(.goBack)
    #expect(screen.contains("Changed \(count) keys in \(count) suites."), "\(screen)")
    // The history does not know who set the proxies first.
    #expect(machine.proxies() == Array(repeating: "http://old", count: count))
    _ = try perform(.set)
    _ = try perform(.goBackAndUndo)
    #expect(machine.proxies() == Array(repeating: "http://new", count: count))
  }

  @Test(arguments: [2, 12])
  func `the settings of a user are compared with those of another one, and copied`(
    count: Int
  ) throws {
    let own: [String: [Defaults.KeyName: Defaults.StoredValue]] = ["own": ["a": .integer(1)]]
    let users = Users(["ada": machine.values(in: count), "bob": own])
    let compared = try perform(.compareUsers, users.add)
    #expect(compared.contains("0 changes, \(count + 1) differ"), "\(compared)")
    let undone = try perform(.copyAndUndo, users.add)
    #expect(try users.values(of: "bob") == own, "\(undone)")
    let screen = try perform(.copy, users.add)
    #expect(screen.contains("Changed \(count) keys in \(count) suites for bob."), "\(screen)")
    #expect(try users.values(of: "bob") == own.merging(machine.values(in: count)) { $1 })
  }

  @Test func `what another user gets is stored at once, also while edits are staged`() throws {
    let users = Users(["ada": machine.values(in: 2), "bob": [:]])
    let keys = "<Esc>t<M-m>3<Enter>ada<Enter>bob<Enter><Enter>"
    let screen = try machine.run(try Step.presses(keys), users.add)
    #expect(try users.values(of: "bob") == machine.values(in: 2), "\(screen)")
  }

  @Test func `who is not root is told how to see other users`() throws {
    let screen = try machine.run(try Step.presses("<A-m>6<Enter>")) { _ in }
    #expect(screen.contains("Other users are shown to root, with sudo prefs."), "\(screen)")
  }

  @Test(arguments: [2, 12])
  func `all suites are moved to another machine in one file`(count: Int) throws {
    try machine.setProxy(in: count)
    let exported = try perform(.export)
    #expect(exported.contains("Exported \(count) keys"), "\(exported)")
    let other = try Machine()
    let screen = try perform(.import, on: other)
    #expect(screen.contains("Imported \(count) keys in \(count) suites."), "\(screen)")
    #expect(other.proxies() == machine.proxies())
    let compared = try perform(.compareFile, on: other)
    #expect(compared.contains("Nothing differs."), "\(compared)")
  }

  @Test func `a suite, and all suites, are compared with a snapshot and with each other`() throws {
    try machine.setProxy(in: 2)
    let suites = machine.values(in: 2).mapValues {
      Snapshot.Suite(values: $0, includesSecrets: false)
    }
    try Data(Snapshot(date: Date(timeIntervalSince1970: 0), suites: suites).encoded)
      .write(to: URL(fileURLWithPath: machine.directory.file("all.json")))
    try machine.setProxy(in: 1, "http://new")
    for task in [Task.compareFile, .compareSuiteWithFile, .compareSuites] {
      let screen = try perform(task)
      #expect(screen.contains("0 changes, 1 differ"), "\(screen)")
    }
  }

  @Test func `a typed text chooses the suites`() throws {
    try machine.setProxy(in: 12)
    // The list finds app01, app10 and app11.
    let screen = try perform(.exportSome)
    #expect(screen.contains("Exported 3 keys"), "\(screen)")
  }
}

/// A task of an administrator, with its words in the article.
private enum Task: String, CaseIterable {
  case find = "Which suites have a proxy?"
  case set = "Set it in all of them"
  case lock = "As root: lock it for all users, with a reason"
  case refused = "Be refused, and read who has locked it and why"
  case changes = "What was changed in all suites, and by whom"
  case goBack = "All suites back to this morning"
  case goBackAndUndo = "The same, and take it back"
  case copy = "As root: one user's settings to another"
  case copyAndUndo = "The same, and take them back"
  case compareUsers = "As root: compare two users"
  case compareSuites = "Compare two suites"
  case compareSuiteWithFile = "Compare a suite with a file or a snapshot"
  case compareFile = "Compare all suites with a file or a snapshot"
  case export = "Export all suites into one file"
  case exportSome = "Export those whose names have a text"
  case `import` = "Import them on another machine"

  var presses: [Press] {
    switch self {
    case .find: [.text("proxy"), "Enter"]
    case .set:
      Self.find.presses + ["A-a", "F2", "C-u", .text("http://new"), "Enter", "Enter"]
    case .lock: Self.find.presses + ["A-a", "A-t", .text("Ask the desk."), "Enter"]
    case .refused: [.text("app01"), "Enter", "/", .text("proxy"), "Enter", "Enter"]
    case .changes: ["Esc", "C", "S-Tab"]
    case .goBack: ["A-m", "Enter", .text("09:00"), "Enter", "Enter"]
    case .goBackAndUndo: Self.goBack.presses + ["u"]
    case .copy: ["A-m", "3", "Enter", .text("ada"), "Enter", .text("bob"), "Enter", "Enter"]
    case .copyAndUndo: Self.copy.presses + ["u"]
    case .compareUsers: ["A-m", "6", "Enter", .text("ada"), "Enter", .text("bob"), "Enter"]
    case .compareSuites: [.text("app01"), "Enter", "D", "4", "Enter", .text("app00"), "Enter"]
    case .compareSuiteWithFile:
      [.text("app00"), "Enter", "D", "2", "Enter", .text("all.json"), "Enter"]
    case .compareFile: ["A-m", "5", "Enter", .text("all.json"), "Enter"]
    case .export: ["A-m", "4", "Enter", "Enter", .text("all.json"), "Enter"]
    case .exportSome: [.text("app1")] + Self.export.presses
    case .import: ["A-m", "2", "Enter", .text("all.json"), "Enter", "Enter"]
    }
  }
}

/// One press, or a text that is typed.
private enum Press: ExpressibleByStringLiteral {
  case key(String)
  case text(String)

  /// Creates the press of a key by its name.
  init(stringLiteral name: String) { self = .key(name) }

  /// The press as the article has it.
  var shown: String {
    switch self {
    case .key(let name): "`\(name == "C-u" ? "^U" : name)`"
    case .text(let text): "*\(text)*"
    }
  }

  /// Returns what the terminal sends; files are in a directory.
  func presses(_ directory: TemporaryDirectory) throws -> [KeyPress] {
    switch self {
    case .key(let name): try Step.presses(name.count == 1 ? name : "<\(name)>")
    case .text(let text) where text.hasSuffix(".json"): try Step.presses(directory.file(text))
    case .text(let text): try Step.presses(text)
    }
  }
}

/// 60 suites on a disk, of which some have a proxy.
private struct Machine {
  let directory: TemporaryDirectory
  private let layers = LayerDirectory()
  private let names: [String] = (0..<60).map { "org.example.app\($0 < 10 ? "0" : "")\($0)" }

  init() throws { directory = try TemporaryDirectory() }

  private func suite(_ name: String) -> Defaults.Suite {
    Defaults.Suite(
      name: name,
      file: directory.file("\(name).plist"),
      layerDirectories: layers.directories
    )
  }

  /// Values of some suites.
  func values(in count: Int) -> [String: [Defaults.KeyName: Defaults.StoredValue]] {
    Dictionary(names.prefix(count).map { ($0, ["proxy": .string("http://old")]) }) { $1 }
  }

  func setProxy(in count: Int, _ proxy: String = "http://old") throws {
    for name in names.prefix(count) {
      let suite = suite(name)
      suite.setStoredValue(.string(proxy), forKey: "proxy")
      try suite.flush()
    }
  }

  /// The proxies that are stored.
  func proxies() -> [String] {
    names.filter { FileManager.default.fileExists(atPath: directory.file("\($0).plist")) }
      .compactMap { suite($0).string(forKey: "proxy") }
  }

  /// Locks keys, as root.
  var changeLocks: @Sendable (LockRequest, Schema?) -> String? {
    { [layers] request, _ in
      do {
        let reasons = request.values.mapValues { _ in Defaults.StoredValue.string(request.reason) }
        let file = "managed/\(request.suiteName)"
        try layers.write(reasons, file: "\(file).reasons.plist")
        try layers.write(request.values.compactMapValues { $0 }, file: "\(file).plist")
        return nil
      } catch {
        return "\(error)"
      }
    }
  }

  /// Runs an editor that begins with the list of suites until its keys are used up.
  func run(
    _ presses: [KeyPress],
    _ change: (inout EditorSession.Source) -> Void
  ) throws -> String {
    let suites = Dictionary(names.map { ($0, suite($0)) }) { $1 }
    let catalog = SuiteCatalog(
      suites: names.map { SuiteSummary(name: $0) },
      registry: SchemaRegistry([])
    )
    var source = EditorSession.Source(catalog: catalog) { suites[$0] }
    source.history = Defaults.HistoryOptions(
      program: "prefs edit",
      directory: directory.file("state")
    )
    source.beginsWithSuites = true
    source.keepsPlaces = false
    change(&source)
    let screen = RecordingScreen(size: Size(columns: 110, rows: 30))
    let wakes = DispatchSemaphore(value: 0)
    screen.waker = { wakes.signal() }
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: try #require(suites[names[0]]),
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    var rest = presses[...]
    screen.whenEmpty = {
      if session.state.mustStay, wakes.wait(timeout: .now() + 10) == .success { return .wake }
      return rest.popFirst().map { .key($0) }
    }
    _ = session.run()
    return screen.frame.text
  }
}

/// What other users have.
private final class Users: Sendable {
  private let stores: Mutex<[String: [String: Defaults.InMemoryStore]]>

  init(_ values: [String: [String: [Defaults.KeyName: Defaults.StoredValue]]]) {
    stores = Mutex(values.mapValues { $0.mapValues { Defaults.InMemoryStore($0) } })
  }

  /// The values of the suites that a user has.
  func values(of user: String) throws -> [String: [Defaults.KeyName: Defaults.StoredValue]] {
    let own = stores.withLock { $0[user] ?? [:] }
    return try own.compactMapValues { try $0.load(unlike: nil)?.values }.filter {
      !$0.value.isEmpty
    }
  }

  func add(to source: inout EditorSession.Source) {
    source.accountSuites = { user throws(Reason) in
      guard let own = self.stores.withLock({ $0[user] }) else {
        throw Reason("There is no user \(user).")
      }
      return own.keys.sorted()
    }
    source.scoped = { name, scope in
      guard case .account(let user) = scope else { return nil }
      let store = self.stores.withLock { stores in
        let store = stores[user]?[name] ?? Defaults.InMemoryStore()
        stores[user]?[name] = store
        return store
      }
      return Defaults.Suite(name: name, store: store)
    }
  }
}
