import DefaultsCore
import DefaultsSchema

/// The schema of the sample app's preferences.
enum Sketchbook {
  /// The name of the sample app's suite.
  static let suiteName = "org.example.sketchbook"

  static var schema: Schema {
    Schema(
      suite: .sketchbook,
      title: "Sketchbook",
      help: "A sample app that shows what the editor can do."
    ) {
      general
      appearance
      drawing
      sharing
    }
  }

  private static var general: Section {
    Section("General") {
      Toggle("Show all-day events", key: .showAllDayEvents)
        .help("Show events that last the whole day above the others.")
      Toggle("Autosave sketches", key: .autosave)
        .help("Save open sketches by themselves.")
      NumberField("Autosave interval", key: .autosaveInterval, in: 5...3600, step: 5, unit: "s")
        .help(
          "How often an open sketch is saved, in seconds. Used only while "
            + "\"Autosave sketches\" is on."
        )
      Picker(
        "Default duration",
        key: .defaultDuration,
        help: [
          .tenMinutes: "Just long enough for a quick idea.",
          .halfHour: "A study or two.",
          .oneHour: "Time for a whole page.",
        ]
      )
      .help("How long a new event lasts when nothing else is said.")
      TextField("Your name", key: .author, length: 1...40)
        .help("Shown as the author of new sketches.")
      DateField("Date of first run", key: .firstRun)
        .help("When the app was started for the first time.")
    }
  }

  private static var appearance: Section {
    Section("Appearance") {
      Picker(
        "Theme",
        key: .theme,
        titles: [
          .system: "Follow the system", .light: "Light", .dark: "Dark",
          .contrast: "High contrast",
        ],
        help: [
          .system: "Whatever the desktop uses, by day and by night.",
          .light: "Dark text on a light background.",
          .dark: "Light text on a dark background.",
          .contrast: "Only pairs of colours that reach WCAG AAA.",
        ]
      )
      .help("Which colours the app's windows have.")
      NumberField("Font size", key: .fontSize, in: 6...72, step: 0.5, unit: "pt")
        .help("Size of the text beside a sketch.")
        .takesEffect("at the next start")
      Picker(
        "Paper",
        key: .paper,
        titles: [.blank: "Blank", .lined: "Lined", .squared: "Squared", .dotted: "Dotted · · ·"]
      )
      .help("How the paper under a new sketch looks.")
      TextField("Greeting", key: .greeting, length: 0...60)
        .help("What the app says when it opens. Wide characters and emoji are welcome: 你好, 👋.")
    }
  }

  private static var drawing: Section {
    Section("Drawing") {
      NumberField("Quality", key: .quality, in: 0...1, step: 0.05)
        .help("Between 0, small files, and 1, every detail.")
      NumberField("Undo levels", key: .undoLevels, in: 1...1000)
        .help("How many strokes can be taken back.")
      JSONField("Brush", key: .brush)
        .help("Name, width in points and opacity of the brush in hand, as JSON.")
      ListField("Recent colours", key: .recentColors)
        .help("The colours used last, newest first.")
      ColorField("Ink", key: .ink)
        .help("The colour of a new stroke.")
      Entry("Layers", key: .layers, kind: .list(of: layer))
        .help("The layers of a new sketch, the lowest first.")
    }
  }

  private static var layer: ValueKind {
    .table([
      TableMember("name", kind: .string(TextLimits(minimumLength: 1)), isRequired: true),
      TableMember("opacity", kind: .real(NumberLimits(minimum: 0, maximum: 1, step: 0.1))),
      TableMember("visible", kind: .bool, defaultValue: .bool(true)),
    ])
  }

  private static var sharing: Section {
    Section("Sharing") {
      URLField("Server", key: .server)
        .help("Where sketches are shared. Nothing is shared while it is unset.")
      NumberField("Port", key: .port)
        .help("The port the server listens on.")
      TextField(
        "Nickname",
        key: .nickname,
        length: 3...20,
        pattern: "^[a-z0-9-]+$",
        message: "use small letters a to z, digits and -"
      )
      .help("The name others see.")
      DictionaryField("Labels", key: .labels)
        .help("Words for the states a sketch can be in.")
    }
  }
}
