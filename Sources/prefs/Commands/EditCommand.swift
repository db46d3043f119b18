import ArgumentParser
import Defaults
import DefaultsEditor
import DefaultsSchema
import EditorCore
import TerminalCurses

struct EditCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Open the editor on a suite, or on every suite that can be found."
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var screen: ScreenOptions
  @OptionGroup var schemas: SchemaOptions

  @Argument(help: "The name of the suite to show first.")
  var suite: String?

  func run() throws {
    shared.apply()
    let known = try KnownSchemas(schemas)
    let named = known.catalog.findings.first { schemas.files.contains($0.path) }?.suiteName
    let first = try (suite ?? named).map(openSuite)
    var names = Defaults.ConfigurationHome().suites()
    names += known.catalog.schemas.map(\.suite.name).filter { !names.contains($0) }
    if let first, !names.contains(first.name) { names.append(first.name) }
    guard let start = try first ?? names.first.map(openSuite) else {
      throw Failure(
        .notSet,
        "No suite is stored in \(Defaults.ConfigurationHome().directory) yet. "
          + "Name one with prefs edit SUITE, or try prefs demo."
      )
    }
    let registry = known.registry
    let summaries = names.map { name in
      SuiteSummary(name: name, title: registry.schema(named: name)?.title ?? "")
    }
    var source = EditorSession.Source(suites: summaries, registry: registry) { name in
      Defaults.Suite(suiteName: name)
    }
    source.remarks = known.remarks
    try openEditor(source, start, screen)
  }
}

/// Opens the editor and turns what can go wrong into a message with an exit status.
func openEditor(
  _ source: EditorSession.Source,
  _ suite: Defaults.Suite,
  _ screen: ScreenOptions
) throws {
  do {
    try PreferencesEditor(
      source: source,
      opening: suite,
      options: screen.options,
      history: Defaults.HistoryOptions(program: "prefs edit")
    ).run()
  } catch let error as TerminalError {
    throw Failure(.usage, "\(error)")
  }
}
