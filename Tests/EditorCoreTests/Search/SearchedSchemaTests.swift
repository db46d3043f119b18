import Defaults
import DefaultsSchema
import Terminal
import TestSupport
import Testing

@testable import EditorCore

/// A search in all suites while their schemas arrive or change.
@Suite struct SearchedSchemaTests {
  private let notes = Defaults.Suite(inMemory: "org.example.notes")
  private let mail = Defaults.Suite(inMemory: "org.example.mail")

  /// The two suites, with a schema of the mail that has a key with a title; without one if it is nil.
  private func catalog(
    mailKeyTitle title: String?,
    suites: [String] = ["org.example.notes", "org.example.mail"]
  ) -> SuiteCatalog {
    var schemas = [Schema(suite: notes, title: "Notes") {}]
    if let title {
      let key = Defaults.Key<Bool>("postbox", default: true, suite: mail)
      schemas.append(
        Schema(suite: mail, title: "Mail") { Section("Box") { Toggle(title, key: key) } }
      )
    }
    return SuiteCatalog(
      suites: suites.map { SuiteSummary(name: $0, title: "") },
      registry: SchemaRegistry(schemas),
      remarks: [:]
    )
  }

  /// Searches, lets a schema arrive, presses a key that changes nothing, and returns the screen.
  private func screen(
    searching keys: String,
    from first: SuiteCatalog,
    to next: SuiteCatalog
  ) throws -> String {
    let (notes, mail) = (notes, mail)
    var source = EditorSession.Source(catalog: first) { $0 == mail.name ? mail : notes }
    let channel = CatalogChannel()
    source.watch = { learn in
      channel.open(learn)
      return nil
    }
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    let session = EditorSession(
      screen: screen,
      source: source,
      suite: notes,
      now: { "2026-03-14T09:26:53Z" },
      work: { $0() }
    )
    var presses = try Step.presses(keys)[...]
    var last = try Step.presses("<Left>")[...]
    screen.whenEmpty = {
      if let press = presses.popFirst() { return .key(press) }
      guard let press = last.popFirst() else { return nil }
      channel.send(next)
      return .key(press)
    }
    _ = session.run()
    return screen.frame.text
  }

  @Test func `keys of a schema that arrives later are found`() throws {
    let (before, after) = (catalog(mailKeyTitle: nil), catalog(mailKeyTitle: "Letter box"))
    let listed = try screen(searching: "/letter<S-Tab>", from: before, to: after)
    #expect(listed.contains("Letter box"))
  }

  @Test func `keys of a suite that is found later are found`() throws {
    let before = catalog(mailKeyTitle: nil, suites: ["org.example.notes", "org.example.other"])
    let names = ["org.example.notes", "org.example.other", "org.example.mail"]
    let after = catalog(mailKeyTitle: "Letter box", suites: names)
    let listed = try screen(searching: "/letter<S-Tab>", from: before, to: after)
    #expect(listed.contains("Letter box"), "\(listed)")
    #expect(listed.contains("Search in 3 suites"), "\(listed)")
  }

  @Test func `keys that a schema no longer has are not found`() throws {
    let (before, after) = (catalog(mailKeyTitle: "Letter box"), catalog(mailKeyTitle: "Chest"))
    let listed = try screen(searching: "/letter<S-Tab>", from: before, to: after)
    #expect(!listed.contains("Letter box"))
  }
}
