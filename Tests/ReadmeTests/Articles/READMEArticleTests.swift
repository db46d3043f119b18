import DefaultsEditor
import TestSupport
import Testing

extension Defaults.Keys {
  static let quality = Key<Double>("quality", default: 0.8)
  static let grid = Key<Bool>("grid", default: true)
}

/// The program on the front page.
final class READMEArticleTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  @Test func `a program changes a key, observes another one, and opens the editor`() async {
    await #expect(processExitsWith: .success) { [path = home.path as String] in
      useConfigurationHome(path)
      do {
        Defaults[.quality] = 0.5
        let observation = Defaults.observe(.grid) { change in print(change.newValue) }

        try PreferencesEditor("Sketchbook") {
          Defaults.Section("General") {
            Defaults.NumberField("Quality", key: .quality, in: 0...1, step: 0.05)
            Defaults.Toggle("Grid", key: .grid)
          }
        }.run()
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
