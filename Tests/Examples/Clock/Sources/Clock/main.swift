// A clock for the terminal, whose preferences can be changed while it runs.
//
//   clock                  the clock, until Ctrl-C
//   clock --preferences    the preferences; a clock in another terminal follows each change
//   clock --set-up         asks for the two most important preferences on plain lines

import DefaultsEditor
import Foundation

/// The line of the clock at a moment.
func line(at date: Date) -> String {
  let formatter = DateFormatter()
  formatter.locale = Locale(identifier: "en_GB")
  let hours = Defaults[.uses24Hours] ? "HH:mm" : "h:mm"
  let seconds = Defaults[.showsSeconds] ? ":ss" : ""
  formatter.dateFormat =
    (Defaults[.showsDate] ? Defaults[.dateStyle].rawValue + "  " : "")
    + hours + seconds + (Defaults[.uses24Hours] ? "" : " a")
  let now = Calendar.current.dateComponents([.hour, .minute], from: date)
  let alarm = Defaults[.alarm]
  let isAlarm = Defaults[.isAlarmOn] && now.hour == alarm.hour && now.minute == alarm.minute
  return formatter.string(from: date) + (isAlarm ? "  \(Defaults[.alarmText])" : "")
}

/// Writes the line over the one before.
func draw() {
  print("\r\u{1B}[K" + line(at: Date()), terminator: "")
  fflush(nil)
}

/// Draws each second, and at once when a preference changes, here or in another process.
func runClock() async throws {
  let keys: [Defaults.Keys] = [
    .uses24Hours, .showsSeconds, .showsDate, .dateStyle, .isAlarmOn, .alarm, .alarmText,
  ]
  let changes = Task {
    for await _ in Defaults.updates(keys) { draw() }
  }
  defer { changes.cancel() }
  while true {
    try await Task.sleep(for: .seconds(1))
    draw()
  }
}

do {
  switch CommandLine.arguments.dropFirst().first {
  case "--preferences":
    try preferences.run()
  case "--set-up":
    let uses24Hours = try Defaults.Toggle("24 hours", key: .uses24Hours).ask()
    try Defaults.Toggle("Seconds", key: .showsSeconds).ask()
    print(uses24Hours ? "The clock counts to 24." : "The clock counts to 12.")
  case nil:
    try await runClock()
  case let option?:
    print("Unknown option: \(option)")
    exit(2)
  }
} catch {
  print(error)
  exit(1)
}
