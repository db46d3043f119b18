import ArgumentParser
import DefaultsEditor

/// The options of the editor's screen.
struct ScreenOptions: ParsableArguments {
  /// When to use colours.
  enum Color: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: "When to use colours; auto follows NO_COLOR.")
  var color: Color = .auto

  @Flag(help: "Draw lines and marks with ASCII characters.")
  var ascii: Bool = false

  @Flag(inversion: .prefixedNo, help: "Let the mouse select and scroll.")
  var mouse: Bool = true

  var options: PreferencesEditor.Options {
    let color: PreferencesEditor.Options.Color =
      switch color {
      case .auto: .auto
      case .always: .always
      case .never: .never
      }
    return PreferencesEditor.Options(color: color, ascii: ascii, mouse: mouse)
  }
}
