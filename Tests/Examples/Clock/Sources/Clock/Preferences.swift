import DefaultsEditor

/// How the clock writes the date.
enum DateStyle: String, CaseIterable, Defaults.Serializable {
  case iso = "yyyy-MM-dd"
  case long = "EEEE, d MMMM"
}

// The preferences of the clock: `Defaults[.showsSeconds]` anywhere in the program.
extension Defaults.Keys {
  static let uses24Hours = Key<Bool>("uses24Hours", default: true)
  static let showsSeconds = Key<Bool>("showsSeconds", default: true)
  static let showsDate = Key<Bool>("showsDate", default: false)
  static let dateStyle = Key<DateStyle>("dateStyle", default: .iso)
  static let isAlarmOn = Key<Bool>("isAlarmOn", default: false)
  static let alarm = Key<TimeOfDay>("alarm", default: TimeOfDay(hour: 7, minute: 30))
  static let alarmText = Key<String>("alarmText", default: "Good morning")
}

/// The screen on which the user sets them.
let preferences = PreferencesEditor("Clock") {
  Defaults.Section("Time") {
    Defaults.Toggle("24 hours", key: .uses24Hours)
      .help("Otherwise the clock counts to 12 and adds am or pm.")
    Defaults.Toggle("Seconds", key: .showsSeconds)
  }
  Defaults.Section("Date") {
    Defaults.Toggle("Show the date", key: .showsDate)
    Defaults.Picker(
      "Date format",
      key: .dateStyle,
      titles: [.iso: "2026-03-14", .long: "Saturday, 14 March"]
    )
    .hidden(when: .isOff(.showsDate))
  }
  Defaults.Section("Alarm") {
    Defaults.Toggle("Alarm", key: .isAlarmOn)
    Defaults.ValueField("Time", key: .alarm)
      .control { TimeControl(value: $0) }
      .disabled(when: .isOff(.isAlarmOn))
    Defaults.TextField("Text", key: .alarmText, length: 1...40)
      .help("Shown for one minute.")
      .disabled(when: .isOff(.isAlarmOn))
  }
}
