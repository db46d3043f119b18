import DefaultsCore
public import Terminal

/// The settings of the editor itself that are in force.
///
/// They are read from the ``SettingsSuite``, and what the command line or the app has chosen replaces
/// them (``SettingsOverrides``). The state gets new settings with `Action.settings` and never reads the
/// suite.
public struct EditorSettings: Sendable {
  /// A pane beside the list that can be left out.
  enum Pane: String, CaseIterable, Hashable, Defaults.Serializable {
    case suites, details
  }

  /// A column of the list that can be left out.
  enum Column: String, CaseIterable, Hashable, Defaults.Serializable {
    case group, type, source
  }

  /// A question that can be left out.
  enum Question: String, CaseIterable, Hashable, Defaults.Serializable {
    /// Before a key is edited that no schema declares.
    case undeclared
    /// Before an undo or redo replaces a value that was stored since.
    case overwriting
    /// Before the values of many keys are changed.
    case many
  }

  /// The styles of the screen.
  var theme: Theme = .auto
  /// How the terminal is used.
  var screen: ScreenSettings = ScreenSettings()
  /// The key presses of all actions.
  package var bindings: Keybindings = .standard
  /// The order of the list in suites for which the user has chosen none.
  var order: ListOrder = .group
  /// The panes that are shown where there is room.
  var panes: Set<Pane> = Set(Pane.allCases)
  /// The columns that are shown where there is room.
  var columns: Set<Column> = Set(Column.allCases)
  /// The questions that are asked.
  var questions: Set<Question> = Set(Question.allCases)
  /// The stored settings that cannot be used, each as sentences.
  package var problems: [String] = []

  /// Creates the settings without a stored value.
  public init() {}
}

/// Settings that the command line or the app has chosen; they win over the stored ones.
public struct SettingsOverrides: Sendable {
  /// The styles of the screen; nil for the stored setting.
  public var theme: Theme?
  /// When colours are used; nil for the stored setting.
  public var color: ScreenSettings.ColorChoice?
  /// Whether only ASCII is sent; nil for the stored setting.
  public var ascii: Bool?
  /// Whether the mouse is used; nil for the stored setting.
  public var mouse: Bool?
  /// Key presses by action name, as for `Keybindings`; each replaces the stored ones of the action.
  public var bindings: [String: [String]]

  /// Creates overrides.
  public init(
    theme: Theme? = nil,
    color: ScreenSettings.ColorChoice? = nil,
    ascii: Bool? = nil,
    mouse: Bool? = nil,
    bindings: [String: [String]] = [:]
  ) {
    self.theme = theme
    self.color = color
    self.ascii = ascii
    self.mouse = mouse
    self.bindings = bindings
  }
}

extension EditorSettings {
  /// Creates the settings that are in force while nothing is stored.
  init(_ overrides: SettingsOverrides) {
    self.init()
    let found = StoredBindings([:], overrides.bindings)
    (bindings, problems) = (found.bindings, found.problems)
    apply(overrides)
  }

  /// Replaces settings by the chosen ones, except the key bindings.
  mutating func apply(_ overrides: SettingsOverrides) {
    theme = overrides.theme ?? theme
    screen.color = overrides.color ?? screen.color
    screen.ascii = overrides.ascii ?? screen.ascii
    screen.mouse = overrides.mouse ?? screen.mouse
    screen.asksBackground = theme == .auto
  }
}
