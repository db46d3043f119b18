import DefaultsEditor
import TestSupport
import Testing

extension Defaults.Keys {
  static let quality = Key<Double>("quality", default: 0.8)
  static let grid = Key<Bool>("grid", default: true)
}

@Sendable private func redraw(withGrid isShown: Bool) {}

/// The program on the front page.
final class READMEArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `a program changes a key, observes another one, and opens the editor`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      do {
        Defaults[.quality] = 0.5
        let observation = Defaults.observe(.grid) { change in redraw(withGrid: change.newValue) }

        let schema = Schema(title: "Sketchbook") {
          Defaults.Section("General") {
            Defaults.NumberField("Quality", key: .quality, in: 0...1, step: 0.05)
            Defaults.Toggle("Grid", key: .grid)
          }
        }
        try schema.publish()  // The tool shows and checks these keys now, too.
        try PreferencesEditor(schema).run()
        observation.invalidate()
        Issue.record("There is no terminal.")
      } catch {
        // The tests have no terminal; a program in one goes on here when its user is done.
        #expect("\(error)".contains("terminal"))
      }
      #expect(Defaults[.quality] == 0.5)
    }
  }
}
