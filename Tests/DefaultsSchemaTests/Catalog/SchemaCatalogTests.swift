import Defaults
import DefaultsSchema
import Foundation
import TestSupport
import Testing

/// Finding schemas in directories, and publishing them there.
@Suite struct SchemaCatalogTests {
  private let root: TemporaryDirectory
  private let near: String
  private let far: String

  init() throws {
    root = try TemporaryDirectory()
    near = root.file("near/prefs/schemas")
    far = root.file("far/prefs/schemas")
    for path in [near, far] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
  }

  private var searchPath: SchemaSearchPath {
    SchemaSearchPath(
      environment: [
        "HOME": root.path, "XDG_DATA_HOME": root.file("near"), "XDG_DATA_DIRS": root.file("far"),
      ],
      isPrivileged: false
    )
  }

  private func catalog(suite: String? = nil, files: [String] = []) -> SchemaCatalog {
    var searchPath = searchPath
    searchPath.files = files
    return SchemaCatalog(searchPath: searchPath, suiteName: suite, options: SampleDocument.options)
  }

  @discardableResult
  private func write(
    _ directory: String,
    _ suite: String,
    revision: Int = 0,
    title: String = "",
    file: String? = nil
  ) throws -> String {
    let text =
      "{\"x-format\": 1, \"x-suite\": \"\(suite)\", \"x-revision\": \(revision), "
      + "\"title\": \"\(title)\", \"properties\": {\"k\": {\"type\": \"boolean\"}}}"
    let path = "\(directory)/\(file ?? "\(suite).schema.json")"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func `every suite with a document is found`() throws {
    try write(near, "org.a")
    try write(far, "org.b")
    try write(near, "org.c", file: "org.c.json")
    try write(near, "org.d", file: ".org.d.schema.json")
    try "{}".write(toFile: "\(near)/org.a.schema.de.json", atomically: true, encoding: .utf8)
    let catalog = catalog()
    #expect(catalog.findings.map(\.suiteName) == ["org.a", "org.b"])
    #expect(catalog.schemas.map(\.suite.name) == ["org.a", "org.b"])
    #expect(catalog.unreadSuites.isEmpty)
    let wanted = self.catalog(suite: "org.b")
    #expect(wanted.findings.map(\.suiteName) == ["org.b"])
    #expect(wanted.unreadSuites == ["org.a"])
  }

  @Test func `the higher revision wins, wherever it is`() throws {
    let low = try write(near, "org.a", revision: 2)
    let high = try write(far, "org.a", revision: 3)
    let catalog = catalog()
    #expect(catalog.finding(forSuite: "org.a")?.path == high)
    #expect(catalog.findings.first { $0.path == low }?.state == .shadowed(by: high))
    #expect(catalog.schemas.count == 1)
  }

  @Test func `of equal revisions the one earlier in the search path wins`() throws {
    let first = try write(near, "org.a", revision: 2)
    try write(far, "org.a", revision: 2)
    #expect(catalog().finding(forSuite: "org.a")?.path == first)
  }

  @Test func `a broken document is told and hides nothing`() throws {
    let broken = "\(near)/org.a.schema.json"
    try "{".write(toFile: broken, atomically: true, encoding: .utf8)
    let good = try write(far, "org.a")
    let catalog = catalog()
    #expect(catalog.finding(forSuite: "org.a")?.path == good)
    let finding = catalog.findings.first { $0.path == broken }
    #expect(finding?.state == .unusable)
    #expect(finding?.suiteName == "org.a")
    #expect(finding?.reading.isUnreadable == true)
  }

  @Test func `a document that a person names wins over any revision`() throws {
    try write(near, "org.a", revision: 9)
    let named = try write(root.path, "org.a", revision: 1, file: "named.json")
    let catalog = catalog(files: [named])
    #expect(catalog.finding(forSuite: "org.a")?.path == named)
  }

  @Test func `links that lead nowhere and directories in the place of files are told`() throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(near)/org.a.schema.json",
      withDestinationPath: "/nowhere"
    )
    try FileManager.default.createDirectory(
      atPath: "\(near)/org.b.schema.json",
      withIntermediateDirectories: true
    )
    let catalog = catalog()
    #expect(catalog.schemas.isEmpty)
    #expect(catalog.errors.count == 2)
    #expect(catalog.errors.map(\.location).allSatisfy { $0.hasPrefix(near) })
  }

  @Test func `a link to a document is followed`() throws {
    let target = try write(root.path, "org.a", file: "stored.json")
    try FileManager.default.createSymbolicLink(
      atPath: "\(near)/org.a.schema.json",
      withDestinationPath: target
    )
    #expect(catalog().schemas.map(\.suite.name) == ["org.a"])
  }

  @Test func `a document that is too large is refused without reading it`() throws {
    let path = "\(near)/org.a.schema.json"
    try Data().write(to: URL(fileURLWithPath: path))
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 20_000_000)
    let finding = catalog().findings.first
    #expect(
      finding?.reading.problems.map(\.flaw) == [.tooLarge(bytes: 20_000_000, limit: 4_194_304)]
    )
  }

  @Test func `files beside a document are found, and none outside of its directory`() throws {
    let secret = root.file("secret.json")
    try "{\"k\": \"stolen\"}".write(toFile: secret, atomically: true, encoding: .utf8)
    let text = SampleDocument.text(keys: "\"k\": {\"type\": \"boolean\", \"title\": \"%k%\"}")
    let path = "\(near)/org.example.a.schema.json"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    try "{\"k\": \"Kay\"}".write(
      toFile: "\(near)/org.example.a.schema.en.json",
      atomically: true,
      encoding: .utf8
    )
    let document = try SchemaDocument(file: path)
    #expect(document.read(SampleDocument.options).entry?.title == "Kay")
    for name in ["../../../secret.json", "/etc/passwd", "", ".", "a/../b"] {
      #expect(document.companion(name) == nil)
    }
  }

  // MARK: - Publishing

  private func schema(revision: Int, title: String = "Published") -> Schema {
    Schema(suite: Defaults.Suite(inMemory: "org.p"), title: title, revision: revision) {
      Section("") { Entry(untypedKey: "k", title: "K", kind: .bool) }
    }
  }

  private func publish(_ schema: Schema) throws -> Schema.Publication {
    try schema.publish(in: searchPath)
  }

  @Test func `a published schema is found, by everybody and by nobody's temporary name`() throws {
    let path = "\(near)/org.p.schema.json"
    #expect(try publish(schema(revision: 1)) == .written(path))
    #expect(catalog().finding(forSuite: "org.p")?.reading.schema == schema(revision: 1))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o644)
    #expect(try FileManager.default.contentsOfDirectory(atPath: near) == ["org.p.schema.json"])
  }

  @Test func `directories that are missing are made for their owner alone`() throws {
    try FileManager.default.removeItem(atPath: root.file("near"))
    _ = try publish(schema(revision: 1))
    let attributes = try FileManager.default.attributesOfItem(atPath: root.file("near"))
    #expect(attributes[.posixPermissions] as? Int == 0o700)
  }

  @Test func `nothing is written when the same or a newer revision is there`() throws {
    _ = try publish(schema(revision: 2))
    let path = "\(near)/org.p.schema.json"
    let before = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(try publish(schema(revision: 2)) == .present(path, revision: 2))
    #expect(try publish(schema(revision: 1, title: "Old")) == .present(path, revision: 2))
    let after = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    #expect(before == after)
  }

  @Test func `a copy that a package installed is enough`() throws {
    let installed = try write(far, "org.p", revision: 5)
    #expect(try publish(schema(revision: 4)) == .present(installed, revision: 5))
    #expect(try FileManager.default.contentsOfDirectory(atPath: near).isEmpty)
  }

  @Test func `a newer schema takes the place of an older and of a broken one`() throws {
    _ = try publish(schema(revision: 1))
    #expect(try publish(schema(revision: 2, title: "New")) == .written("\(near)/org.p.schema.json"))
    #expect(catalog().schemas.map(\.title) == ["New"])
    try "{".write(toFile: "\(near)/org.p.schema.json", atomically: true, encoding: .utf8)
    #expect(try publish(schema(revision: 1)) == .written("\(near)/org.p.schema.json"))
  }

  @Test func `the superuser publishes too, in the home of a user as that user`() throws {
    let user: uid_t = 4711
    if geteuid() == 0 {
      try FileManager.default.removeItem(atPath: root.file("near"))
      #expect(chown(root.path, user, user) == 0)
    }
    #expect(
      try schema(revision: 1).publish(in: searchPath) == .written("\(near)/org.p.schema.json")
    )
    #expect(catalog().schemas.map(\.revision) == [1])
    var status = stat()
    #expect(stat("\(near)/org.p.schema.json", &status) == 0)
    #expect(status.st_uid == (geteuid() == 0 ? user : geteuid()))
    #expect(status.st_mode & 0o777 == 0o644)
  }

  @Test func `a suite whose name no document may have is not published`() throws {
    let schema = Schema(suite: Defaults.Suite(inMemory: "My App"), title: "Mine") {}
    #expect(
      throws: Defaults.StoreError(location: near, cause: .invalidSuiteName("My App"))
    ) { try schema.publish(in: searchPath) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: near).isEmpty)
  }

  @Test func `what cannot be written is an error that names the path`() throws {
    try FileManager.default.removeItem(atPath: root.file("near"))
    try "".write(toFile: root.file("near"), atomically: true, encoding: .utf8)
    do throws(Defaults.StoreError) {
      _ = try schema(revision: 1).publish(in: searchPath)
      Issue.record("published")
    } catch {
      #expect(error.location.hasPrefix(root.file("near")))
    }
  }
}
