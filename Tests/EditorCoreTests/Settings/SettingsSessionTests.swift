import Defaults
import DefaultsSchema
import Dispatch
import Terminal
import Testing

@testable import EditorCore

/// Sessions whose settings change while they are shown.
@Suite struct SettingsSessionTests {
  /// One session over the fixture, which does a step each time the session waits.
  private final class Driver {
    let fixture = NotesFixture()
    let screen = RecordingScreen(size: Size(columns: 80, rows: 24))
    var overrides = SettingsOverrides()
    var isReadOnly = false
    var hasSettings = true

    /// Runs a session: presses keys, or performs other steps, one after the other.
    @discardableResult
    func run(_ steps: () throws -> Void...) -> EditorSession {
      var steps = steps[...]
      screen.waker = { [fixture] in fixture.wakes.signal() }
      screen.whenEmpty = { [screen] in
        guard let step = steps.popFirst() else { return nil }
        do { try step() } catch { Issue.record(error) }
        screen.enqueue(.wake)
        return screen.nextEvent(waiting: false)
      }
      var source = EditorSession.Source(registry: SchemaRegistry([fixture.schema]))
      source.settings = hasSettings ? fixture.settings : nil
      source.isReadOnly = isReadOnly
      let session = EditorSession(
        screen: screen,
        source: source,
        suite: fixture.suite,
        overrides: overrides,
        now: { "2026-03-14T09:26:53Z" },
        work: { $0() }
      )
      _ = session.run()
      return session
    }

    func press(_ keys: String) throws {
      for press in try Step.presses(keys) { screen.enqueue(.key(press)) }
    }

    var storedMouse: Defaults.StoredValue? {
      fixture.settings.suite.storedValue(forKey: "mouse")
    }
  }

  @Test func `the settings are in force before the first frame`() throws {
    let driver = Driver()
    try driver.fixture.storeSettings([
      "theme": .string("mono"), "mouse": .bool(false),
      "bindings": .dictionary(["quit": .string("Q")]),
    ])
    var seen: [(theme: Theme?, mouse: Bool?)] = []
    let session = driver.run({ seen.append((nil, driver.screen.settings?.mouse)) })
    #expect(driver.screen.frameCount >= 1)
    #expect(session.state.theme == .mono)
    #expect(seen.first?.mouse == false)
    #expect(driver.screen.settings?.asksBackground == false)
    #expect(session.state.bindings.name(of: ListCommand.quit, in: .list) == "Q")
  }

  @Test func `a change by another editor is in force at once, and back when it is removed`() throws
  {
    let driver = Driver()
    var mice: [Bool?] = []
    let session = driver.run(
      { try driver.fixture.writeSetting(.bool(false), forKey: "mouse") },
      { mice.append(driver.screen.settings?.mouse) },
      { try driver.fixture.writeSetting(.string("contrast"), forKey: "theme") },
      { try driver.fixture.writeSetting(nil, forKey: "mouse") },
      { mice.append(driver.screen.settings?.mouse) }
    )
    #expect(mice == [false, true])
    #expect(session.state.theme == .contrast)
  }

  @Test func `a key turns the mouse off at once, for this session and the next ones`() throws {
    let driver = Driver()
    var mice: [Bool?] = []
    driver.run(
      { mice.append(driver.screen.settings?.mouse) },
      { try driver.press("M") },
      { mice.append(driver.screen.settings?.mouse) },
      { mice.append(driver.storedMouse == .bool(false)) },
      { try driver.press("M") },
      { mice.append(driver.screen.settings?.mouse) },
      { try driver.press("MM") }
    )
    #expect(mice == [true, false, true, true])
    #expect(driver.storedMouse == .bool(true))
    #expect(driver.screen.settings?.mouse == true)
  }

  @Test func `after the key, another editor can change the mouse again`() throws {
    let driver = Driver()
    driver.run(
      { try driver.press("M") },
      { try driver.fixture.writeSetting(.bool(true), forKey: "mouse") }
    )
    #expect(driver.screen.settings?.mouse == true)
  }

  @Test func `the key for the mouse works where the command line or the app has chosen`() throws {
    let driver = Driver()
    driver.overrides = SettingsOverrides(mouse: false)
    var mice: [Bool?] = []
    driver.run(
      { mice.append(driver.screen.settings?.mouse) },
      { try driver.fixture.writeSetting(.bool(true), forKey: "mouse") },
      { mice.append(driver.screen.settings?.mouse) },
      { try driver.press("M") },
      { mice.append(driver.screen.settings?.mouse) }
    )
    #expect(mice == [false, false, true])
  }

  @Test func `a choice that cannot be stored lasts as long as the session, and that is said`()
    throws
  {
    let driver = Driver()
    let session = driver.run(
      { driver.fixture.failSettings(true) },
      { try driver.press("M") }
    )
    #expect(driver.screen.settings?.mouse == false)
    #expect(driver.screen.frame.text.contains("only until the editor is closed"))
    #expect(
      session.state.feedback.log.entries.contains { $0.message.text.contains("no space left") }
    )
  }

  @Test func `a read-only session turns the mouse off without storing that`() throws {
    let driver = Driver()
    driver.isReadOnly = true
    driver.run({ try driver.press("M") })
    #expect(driver.screen.settings?.mouse == false)
    #expect(driver.storedMouse == nil)
  }

  @Test func `without settings, the mouse is turned off for the session`() throws {
    let driver = Driver()
    driver.hasSettings = false
    let session = driver.run({ try driver.press("M,") })
    #expect(driver.screen.settings?.mouse == false)
    #expect(driver.storedMouse == nil)
    #expect(session.state.document.suiteName == driver.fixture.suite.name)
    #expect(driver.screen.frame.text.contains("cannot be opened here"))
  }

  @Test func `a value that is saved in the opened settings is in force`() throws {
    let driver = Driver()
    let session = driver.run({ try driver.press(",<Enter>G<Enter>") })
    #expect(session.state.document.suiteName == "prefs")
    #expect(session.state.theme == .mono)
    #expect(driver.fixture.settings.suite.storedValue(forKey: "theme") == .string("mono"))
  }

  @Test func `a problem is told once, and again when it is another one`() throws {
    let driver = Driver()
    try driver.fixture.storeSettings(["theme": .string("pink")])
    let session = driver.run(
      { try driver.fixture.writeSetting(.bool(false), forKey: "mouse") },
      { try driver.fixture.writeSetting(.string("gray"), forKey: "theme") }
    )
    let texts = session.state.feedback.log.entries.map(\.message.text).filter {
      $0.contains("Theme")
    }
    #expect(texts.count == 2)
    #expect(texts.first?.contains("pink") == true)
    #expect(texts.last?.contains("gray") == true)
  }
}
