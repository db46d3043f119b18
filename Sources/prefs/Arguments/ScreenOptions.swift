public import ArgumentParser
public import DefaultsEditor
import EditorCore

/// The options of the editor's screen and keyboard.
struct ScreenOptions: ParsableArguments {
  @Option(help: "When to use colours; auto follows NO_COLOR.")
  var color: PreferencesEditor.Options.Color?

  @Option(
    help:
      "The styles of the screen; auto follows the background, contrast and mono have no colours."
  )
  var theme: PreferencesEditor.Options.Theme?

  @Flag(
    inversion: .prefixedNo,
    help: "Whether only ASCII is sent, and other letters are shown by their numbers."
  )
  var ascii: Bool?

  @Flag(inversion: .prefixedNo, help: "Whether the mouse selects and scrolls.")
  var mouse: Bool?

  @Option(
    name: .customLong("bind"),
    help: ArgumentHelp(
      "Bind other keys to an action of --list-keys, as in reset=J,Del. May be given several times.",
      valueName: "action=keys"
    )
  )
  var bindings: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print the screen of this size, such as 80x24, as text after the key presses of --keys, and exit.",
      valueName: "size"
    )
  )
  var render: ScreenSize?

  @Option(
    help: ArgumentHelp(
      "The key presses for --render, which have their usual effects: characters, and names as in "
        + "jj<Enter>.",
      valueName: "keys"
    )
  )
  var keys: String?

  @Option(
    help: ArgumentHelp(
      "Append what happens to this file, for the report of a problem. It names suites, keys and "
        + "files, and has neither values nor typed text.",
      valueName: "file"
    )
  )
  var log: String?

  @Flag(
    help: ArgumentHelp(
      "Use plain lines instead of a full screen.",
      discussion: "For screen readers, simple terminals and scripts: ? says what can be typed."
    )
  )
  var plain: Bool = false

  @Flag(help: "Print the keys of every action, and exit.")
  var listKeys: Bool = false

  /// Returns the options of the editor, after a check of the bindings.
  func options() throws(Failure) -> PreferencesEditor.Options {
    let replacements = try KeyArguments.replacements(bindings)
    _ = try KeyArguments.bindings(replacements)
    return PreferencesEditor.Options(
      color: color,
      theme: theme,
      ascii: ascii,
      mouse: mouse,
      bindings: replacements,
      build: Version.text,
      log: log
    )
  }

  /// Returns where the editor is shown; refuses unreadable key presses and unsuitable options.
  func display() throws(Failure) -> EditorDisplay {
    guard let render else {
      guard keys == nil else { throw Failure(.usage, "--keys needs --render.") }
      return plain ? .lines : .terminal
    }
    guard !plain else { throw Failure(.usage, "--plain prints no screen: leave out --render.") }
    do throws(KeySequence.Unreadable) {
      return .text(size: render.size, presses: try KeySequence(keys ?? "").presses)
    } catch {
      throw Failure(
        .usage,
        "--keys: \"\(error.part)\" does not begin with a key press. Write <Enter>, <C-u> or <F1>; "
          + "prefs edit --list-keys prints the names, and <<> is the character <."
      )
    }
  }

  /// Prints the keys of every action, with the user's own, if asked for; returns whether it was.
  ///
  /// It must be called after the directory of the settings is known, and refuses unusable bindings.
  func printKeys() throws(Failure) -> Bool {
    guard listKeys else { return false }
    let chosen = try KeyArguments.replacements(bindings)
    let bindings = try KeyArguments.bindings(chosen)
    let settings = SettingsSuite.ofUser?.settings(SettingsOverrides(bindings: chosen))
    for problem in settings?.problems ?? [] { Output.writeError(verbatim: problem) }
    try Output.writeLines(KeyArguments.lines((settings?.bindings ?? bindings).listing))
    return true
  }
}

extension PreferencesEditor.Options.Color: ExpressibleByArgument {}
extension PreferencesEditor.Options.Theme: ExpressibleByArgument {}
