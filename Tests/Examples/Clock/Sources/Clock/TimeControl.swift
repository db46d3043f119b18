import DefaultsEditor

/// A time of day; stored as the text "07:30".
struct TimeOfDay: RawRepresentable, Hashable, Defaults.Serializable {
  var hour: Int
  var minute: Int

  init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  init?(rawValue: String) {
    let parts = rawValue.split(separator: ":").compactMap { Int($0) }
    guard parts.count == 2, 0..<24 ~= parts[0], 0..<60 ~= parts[1] else { return nil }
    self.init(hour: parts[0], minute: parts[1])
  }

  var rawValue: String { "\(Self.digits(hour)):\(Self.digits(minute))" }

  static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

/// A control of the clock's own: the arrow keys choose a part of the time and change it.
struct TimeControl: PreferenceControl {
  var value: TimeOfDay
  var isMinute = false

  init(value: TimeOfDay) { self.value = value }

  mutating func handle(_ key: ControlKey) -> ControlResponse {
    switch key {
    case .left, .right, .tab: isMinute.toggle()
    case .up: change(by: 1)
    case .down: change(by: -1)
    default: return .ignored
    }
    return .changed
  }

  func render(columns: Int, rows: Int) -> ControlPicture {
    let hour = ControlText(TimeOfDay.digits(value.hour), style: isMinute ? .plain : .selected)
    let minute = ControlText(TimeOfDay.digits(value.minute), style: isMinute ? .selected : .plain)
    return ControlPicture([hour + ":" + minute], cursor: .init(line: 0, column: isMinute ? 3 : 0))
  }

  var hints: KeyValuePairs<String, String> { ["Up": "later", "Down": "earlier", "Tab": "part"] }

  private mutating func change(by step: Int) {
    if isMinute {
      value.minute = (value.minute + step * 5 + 60) % 60
    } else {
      value.hour = (value.hour + step + 24) % 24
    }
  }
}
