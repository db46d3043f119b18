import DefaultsCore
import FoundationEssentials

extension Defaults.Suite {
  /// The suite of the sample app.
  static let sketchbook: Defaults.Suite = {
    guard let suite = Defaults.Suite(suiteName: Sketchbook.suiteName) else {
      preconditionFailure("The sample app's suite name must be a valid one.")
    }
    return suite
  }()
}

/// How long a new event lasts.
enum EventDuration: String, CaseIterable, Defaults.Serializable {
  case tenMinutes = "10 Minutes"
  case halfHour = "30 Minutes"
  case oneHour = "1 Hour"
}

/// The colours of the app's windows.
enum Theme: String, CaseIterable, Defaults.Serializable {
  case system, light, dark, contrast
}

/// The pattern of the paper under a sketch.
enum Paper: Int, CaseIterable, Defaults.Serializable {
  case blank = 0
  case lined = 1
  case squared = 2
  case dotted = 3
}

/// A brush, which is stored as a `Codable` value.
struct Brush: Codable, Hashable, Sendable, Defaults.Serializable {
  var name: String
  var width: Double
  var opacity: Double
}

extension Defaults.Keys {
  // General
  static let showAllDayEvents = Key<Bool>("showAllDayEvents", default: true, suite: .sketchbook)
  static let autosave = Key<Bool>("general.autosave", default: true, suite: .sketchbook)
  static let autosaveInterval = Key<Int>(
    "general.autosaveInterval",
    default: 30,
    suite: .sketchbook
  )
  static let defaultDuration = Key<EventDuration>(
    "defaultDuration",
    default: .oneHour,
    suite: .sketchbook
  )
  static let author = Key<String>("author", default: "Zoë Müller", suite: .sketchbook)
  static let firstRun = Key<Date?>("firstRun", suite: .sketchbook)

  // Appearance
  static let theme = Key<Theme>("appearance.theme", default: .system, suite: .sketchbook)
  static let fontSize = Key<Double>("appearance.fontSize", default: 12, suite: .sketchbook)
  static let paper = Key<Paper>("appearance.paper", default: .dotted, suite: .sketchbook)
  static let greeting = Key<String>(
    "appearance.greeting",
    default: "こんにちは 🦄",
    suite: .sketchbook
  )

  // Drawing
  static let quality = Key<Double>("quality", default: 0.8, suite: .sketchbook)
  static let undoLevels = Key<Int>("drawing.undoLevels", default: 100, suite: .sketchbook)
  static let brush = Key<Brush>(
    "drawing.brush",
    default: Brush(name: "Kohle", width: 4.5, opacity: 0.7),
    suite: .sketchbook
  )
  static let recentColors = Key<[String]>(
    "drawing.recentColors",
    default: ["#ff8800", "#112233"],
    suite: .sketchbook
  )
  static let ink = Key<Defaults.Color>("drawing.ink", default: "#2a6f97", suite: .sketchbook)
  static let layers = Key<[[String: Defaults.AnySerializable]]>(
    "drawing.layers",
    default: [
      ["name": "Paper", "opacity": 1.0, "visible": true],
      ["name": "Ink", "opacity": 0.8, "visible": true],
    ],
    suite: .sketchbook
  )

  // Sharing
  static let server = Key<URL?>("sharing.server", suite: .sketchbook)
  static let port = Key<UInt16>("sharing.port", default: 8443, suite: .sketchbook)
  static let nickname = Key<String?>("sharing.nickname", suite: .sketchbook)
  static let labels = Key<[String: String]>(
    "sharing.labels",
    default: ["draft": "Entwurf", "done": "完成"],
    suite: .sketchbook
  )
}
