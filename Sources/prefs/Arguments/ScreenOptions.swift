public import ArgumentParser
public import DefaultsEditor

/// The options of the editor's screen.
struct ScreenOptions: ParsableArguments {
  @Option(help: "When to use colours; auto follows NO_COLOR.")
  var color: PreferencesEditor.Options.Color = .auto

  @Option(help: "The styles of the screen; mono has no colours.")
  var theme: PreferencesEditor.Options.Theme = .auto

  @Flag(help: "Draw lines and marks with ASCII characters.")
  var ascii: Bool = false

  @Flag(inversion: .prefixedNo, help: "Let the mouse select and scroll.")
  var mouse: Bool = true

  var options: PreferencesEditor.Options {
    PreferencesEditor.Options(color: color, theme: theme, ascii: ascii, mouse: mouse)
  }
}

extension PreferencesEditor.Options.Color: ExpressibleByArgument {}
extension PreferencesEditor.Options.Theme: ExpressibleByArgument {}
