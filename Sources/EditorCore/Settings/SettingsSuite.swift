public import DefaultsCore
public import DefaultsSchema
import Terminal

/// The suite with the settings of the editor itself: its typed keys, and their schema.
///
/// It is a suite like any other, so the editor edits it, `prefs write prefs theme dark` changes it, and
/// an administrator can lock a key. All editors of a user share it, also those that apps embed.
///
/// The defaults are closures. A constant default would be registered for all suites of the process, and
/// with Foundation's `UserDefaults`, where an app that embeds the editor may have a key of the same name.
public struct SettingsSuite: Sendable {
  /// The name of the suite.
  public static let name: String = "prefs"

  /// The suite.
  public let suite: Defaults.Suite
  let theme: Defaults.Key<Theme>
  let color: Defaults.Key<Color>
  let ascii: Defaults.Key<Bool>
  let mouse: Defaults.Key<Bool>
  let bindings: Defaults.Key<[String: String]>
  let order: Defaults.Key<ListOrder>
  let panes: Defaults.Key<Set<EditorSettings.Pane>>
  let columns: Defaults.Key<Set<EditorSettings.Column>>
  let questions: Defaults.Key<Set<EditorSettings.Question>>

  /// The stored values of the key `color`.
  enum Color: String, CaseIterable, Hashable, Defaults.Serializable {
    case auto, always, never
  }

  /// Creates the keys over a suite; reads nothing.
  public init(_ suite: Defaults.Suite) {
    self.suite = suite
    theme = Defaults.Key("theme", suite: suite) { .auto }
    color = Defaults.Key("color", suite: suite) { .auto }
    ascii = Defaults.Key("ascii", suite: suite) { false }
    mouse = Defaults.Key("mouse", suite: suite) { true }
    bindings = Defaults.Key("bindings", suite: suite, validation: StoredBindings.validation) { [:] }
    order = Defaults.Key("order", suite: suite) { .group }
    panes = Defaults.Key("panes", suite: suite) { Set(EditorSettings.Pane.allCases) }
    columns = Defaults.Key("columns", suite: suite) { Set(EditorSettings.Column.allCases) }
    questions = Defaults.Key("questions", suite: suite) { Set(EditorSettings.Question.allCases) }
  }

  /// The settings in the configuration directory of the user.
  public static var ofUser: SettingsSuite? {
    Defaults.Suite(suiteName: name).map { SettingsSuite($0) }
  }
}

// MARK: - The schema

extension SettingsSuite {
  /// The description of the keys.
  public var schema: Schema {
    Schema(
      suite: suite,
      title: "Settings of the editor",
      help: "A change takes effect in all open editors at once. "
        + "Options of the command line and of an app that opens the editor take precedence.",
      declaresEveryKey: true
    ) {
      screenSection
      inputSection
      listSection
    }
  }

  private var screenSection: Section {
    Section("Screen") {
      Picker(
        "Theme",
        key: theme,
        titles: Dictionary(uniqueKeysWithValues: Theme.all.map { ($0, $0.title) }),
        help: Dictionary(uniqueKeysWithValues: Theme.all.map { ($0, $0.help) })
      )
      .help("The styles of the screen. The option --theme takes precedence.")
      Picker(
        "Colours",
        key: color,
        titles: [.auto: "Unless NO_COLOR is set", .always: "Always", .never: "Never"],
        help: [
          .auto: "If the terminal has colours, and the variable NO_COLOR is unset or empty.",
          .always: "If the terminal has colours, even if NO_COLOR is set.",
        ]
      )
      .help("When colours are used. The option --color takes precedence.")
      Toggle("Only ASCII", key: ascii)
        .help("Draw lines and marks with ASCII characters. The option --ascii takes precedence.")
      Checklist(
        "Panes",
        key: panes,
        titles: [.suites: "Suites", .details: "Details"],
        help: [
          .suites:
            "The names of the suites, left of the list, if the terminal has at least 110 columns.",
          .details: "Description, default and layers of the selected key.",
        ]
      )
      .help("What is shown beside the list, if there is room.")
      Checklist(
        "Columns",
        key: columns,
        titles: [.group: "Group", .type: "Type", .source: "Source"],
        help: [
          .group: "The group of the key, in a list without headings.",
          .type: "The type of the value with its limits, in wide lists.",
          .source: "Where the value comes from.",
        ]
      )
      .help("The columns of the list besides title and value, if there is room.")
    }
  }

  private var inputSection: Section {
    Section("Keyboard and mouse") {
      DictionaryField("Key bindings", key: bindings)
        .help(
          "For the name of an action, its keys as the help prints them; "
            + "an empty text for no key. prefs edit --list-keys prints all names. --bind takes precedence."
        )
      Toggle("Mouse", key: mouse)
        .help(
          "Let the mouse select and scroll. Selecting text in the terminal then needs Shift. "
            + "The options --mouse and --no-mouse take precedence."
        )
    }
  }

  private var listSection: Section {
    Section("Editing") {
      Picker(
        "Order",
        key: order,
        titles: [
          .group: "Group", .name: "Name", .changed: "Changed last", .set: "Set first",
          .type: "Type",
        ],
        help: Dictionary(uniqueKeysWithValues: ListOrder.allCases.map { ($0, $0.help) })
      )
      .help("The order of the list in suites for which you have not chosen one.")
      Checklist(
        "Ask before",
        key: questions,
        titles: [
          .undeclared: "Editing without a schema", .overwriting: "Undo of a newer value",
          .many: "Changes of many keys",
        ],
        help: [
          .undeclared: "Ask before editing a key that no schema describes.",
          .overwriting: "Ask before undo or redo replaces a value that another program has stored.",
          .many: "Show what a reset or a change of many keys would change first.",
        ]
      )
      .help(
        "The actions that are confirmed first. An import and the reset of a whole suite always are."
      )
    }
  }
}
