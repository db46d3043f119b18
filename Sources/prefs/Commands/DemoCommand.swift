import ArgumentParser
import DefaultsSchema
import EditorCore

struct DemoCommand: LiveCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Open the editor on the preferences of a sample app.",
    discussion: "They are stored like those of any app, in the suite org.example.sketchbook."
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var screen: ScreenOptions

  func run() throws {
    let options = try screen.options()
    try shared.apply()
    if try screen.printKeys() { return }
    let schema = Sketchbook.schema
    var source = EditorSession.Source(registry: SchemaRegistry([schema]))
    source.banner = shared.banner ?? ""
    try openEditor(source, schema.suite, options, try screen.display())
  }
}
