import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// What is read from the suite with the settings of the editor.
@Suite struct SettingsSuiteTests {
  private let settings = SettingsSuite(Defaults.Suite(inMemory: "prefs"))

  private func store(_ value: Defaults.StoredValue, _ key: String) {
    settings.suite.setStoredValue(value, forKey: key)
  }

  @Test func `without a stored value, everything is as before there were settings`() {
    let read = settings.settings(SettingsOverrides())
    #expect(read.theme == .auto)
    #expect(read.screen == ScreenSettings(asksBackground: true))
    #expect(read.order == .group)
    #expect(read.panes == [.suites, .details])
    #expect(read.columns == [.group, .type, .source])
    #expect(read.questions == [.undeclared, .overwriting, .many])
    #expect(read.problems == [])
    #expect(read.bindings.name(of: ListCommand.reset, in: .list) == "r")
  }

  @Test func `each stored value is used`() throws {
    try Defaults.set(settings.theme, to: .contrast)
    try Defaults.set(settings.color, to: .never)
    try Defaults.set(settings.ascii, to: true)
    try Defaults.set(settings.mouse, to: false)
    try Defaults.set(settings.bindings, to: ["reset": "J"])
    try Defaults.set(settings.order, to: .changed)
    try Defaults.set(settings.panes, to: [.details])
    try Defaults.set(settings.columns, to: [])
    try Defaults.set(settings.questions, to: [.many])
    let read = settings.settings(SettingsOverrides())
    #expect(read.theme == .contrast)
    #expect(read.screen == ScreenSettings(color: .never, ascii: true, mouse: false))
    #expect(read.bindings.name(of: ListCommand.reset, in: .list) == "J")
    #expect(read.order == .changed)
    #expect(read.panes == [.details])
    #expect(read.columns == [])
    #expect(read.questions == [.many])
    #expect(read.problems == [])
  }

  @Test func `what the command line or the app has chosen wins`() {
    for (value, key) in [
      (Defaults.StoredValue.string("dark"), "theme"), (.string("never"), "color"),
      (.bool(true), "ascii"), (.bool(true), "mouse"),
    ] {
      store(value, key)
    }
    let chosen = SettingsOverrides(theme: .light, color: .always, ascii: false, mouse: false)
    let read = settings.settings(chosen)
    #expect(read.theme == .light)
    #expect(read.screen == ScreenSettings(color: .always, ascii: false, mouse: false))
    #expect(settings.settings(SettingsOverrides()).theme == .dark)
  }

  @Test func `a value that is not valid is named, and all else is used`() {
    store(.string("drak"), "theme")
    store(.integer(5), "mouse")
    store(.array([.string("type"), .string("size")]), "columns")
    store(.string("name"), "order")
    let read = settings.settings(SettingsOverrides())
    #expect(read.theme == .auto)
    #expect(read.screen.mouse)
    #expect(read.columns == Set(EditorSettings.Column.allCases))
    #expect(read.order == .name)
    #expect(read.problems.count == 3)
    #expect(
      read.problems.first
        == "The setting Theme is not used: \"drak\" is none of \"auto\", \"light\", \"dark\", "
        + "\"contrast\", \"mono\" (did you mean \"dark\"?)."
    )
    #expect(read.problems.contains { $0.hasPrefix("The setting Mouse is not used: ") })
    #expect(read.problems.contains { $0.hasPrefix("The setting Columns is not used: ") })
  }

  @Test func `bindings that are no texts are named one by one`() throws {
    let store = Defaults.InMemoryStore(location: "memory")
    let bindings: [Defaults.KeyName: Defaults.StoredValue] = [
      "reset": .string("J"), "undo": .integer(5),
    ]
    try store.commit(["bindings": .dictionary(bindings)])
    let settings = SettingsSuite(Defaults.Suite(name: "prefs", store: store))
    let read = settings.settings(SettingsOverrides())
    #expect(read.bindings.name(of: ListCommand.reset, in: .list) == "J")
    #expect(
      read.problems == [
        "The setting Key bindings is not used: undo: keys are written as a text, as the help prints "
          + "them."
      ]
    )
    try store.commit(["bindings": .string("reset=J")])
    settings.suite.reload()
    let text = "The setting Key bindings is not used: a dictionary of texts is needed."
    #expect(settings.settings(SettingsOverrides()).problems == [text])
  }

  @Test func `an administrator's lock wins over the user's value, and is named if it is not valid`()
    throws
  {
    let layers = LayerDirectory()
    let store = Defaults.InMemoryStore(location: "memory")
    let suite = Defaults.Suite(name: "prefs", store: store, layerDirectories: layers.directories)
    let settings = SettingsSuite(suite)
    try Defaults.set(settings.theme, to: .dark)
    try layers.write(["theme": .string("mono")], file: "managed/prefs.plist")
    suite.reload()
    #expect(settings.settings(SettingsOverrides()).theme == .mono)
    try layers.write(["theme": .string("pink")], file: "managed/prefs.plist")
    suite.reload()
    let problem = settings.settings(SettingsOverrides()).problems.first
    #expect(problem?.contains(" from \(layers.path)") == true, "\(problem ?? "none")")
  }

  @Test func `the defaults are not registered for the suites of an app that embeds the editor`() {
    // Other tests of this process may register values of their own under usual names.
    let names = ["ascii", "questions", "columns", "panes"]
    let other = Defaults.Suite(inMemory: "org.example.app")
    for name in names {
      let value = settings.schema.entry(forKey: name)?.defaultValue
      #expect(value != nil, "\(name)")
      #expect(other.effectiveValue(forKey: name) != value, "\(name)")
    }
  }

  @Test func `every setting has a description, and every choice says what it does`() {
    for entry in settings.schema.entries {
      #expect(!entry.help.isEmpty, "\(entry.key)")
      #expect(throws: Never.self) { try entry.defaultValue.map(entry.validate) }
    }
    #expect(settings.schema.entries.count == 9)
  }
}
