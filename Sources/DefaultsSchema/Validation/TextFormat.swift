import DefaultsCore
import FoundationEssentials
import Glibc

/// A format of texts that values are checked for; `format` with any other name is only a note.
enum TextFormat: String, CaseIterable {
  case date, time, duration, email, hostname, ipv4, ipv6, regex, uri, uuid, color
  case dateAndTime = "date-time"
  case hexColor = "color-hex"
  case internationalEmail = "idn-email"
  case internationalURI = "iri"
  case pointer = "json-pointer"
  case relativePointer = "relative-json-pointer"
  case reference = "uri-reference"
  case internationalReference = "iri-reference"
  case template = "uri-template"

  /// Checks that a text has the format; a rejection has an example of it.
  func validate(_ text: String) throws(Defaults.Rejection) {
    guard !includes(text) else { return }
    switch self {
    case .uri, .internationalURI: throw .notAURL(text)
    case .color, .hexColor: throw .notAColor(text)
    default: throw .notOfFormat(text, format: words.name, example: words.example)
    }
  }

  /// What a text of the format is, and one.
  private var words: (name: String, example: String) {
    switch self {
    case .date: ("a date", "2026-03-14")
    case .time: ("a time", "09:26:53Z")
    case .dateAndTime: ("a date and time", "2026-03-14T09:26:53Z")
    case .duration: ("a duration", "P3D or PT4H30M")
    case .email, .internationalEmail: ("an email address", "ada@example.org")
    case .hostname: ("the name of a host", "www.example.org")
    case .ipv4: ("an IPv4 address", "192.0.2.1")
    case .ipv6: ("an IPv6 address", "2001:db8::1")
    case .regex: ("a regular expression of ECMAScript", "^[a-z]+$")
    case .uri, .internationalURI: ("a URI", "https://example.org")
    case .uuid: ("a UUID", "123e4567-e89b-12d3-a456-426614174000")
    case .pointer: ("a JSON Pointer", "/a/0")
    case .relativePointer: ("a relative JSON Pointer", "1/a")
    case .reference, .internationalReference: ("a URI or a part of one", "/a?b#c")
    case .template: ("a template of a URI", "/{name}")
    case .color, .hexColor: ("a colour", "#a0b1c2")
    }
  }

  private func includes(_ text: String) -> Bool {
    switch self {
    case .date: Self.isDate(text[...])
    case .time: Self.isTime(text[...])
    case .dateAndTime: Self.isDateAndTime(text)
    case .ipv6: Self.isIPv6(text)
    case .regex: TextPattern(text, .ecmaScript) != nil
    case .uri, .internationalURI: URL(storedText: text)?.scheme != nil && !text.contains(" ")
    case .color, .hexColor: ColorText.isColor(text)
    case .duration:
      Self.matches(
        text,
        "^P(?=.)(\\d+W|(\\d+Y(\\d+M(\\d+D)?)?|\\d+M(\\d+D)?|\\d+D)?"
          + "(T(?=\\d)(\\d+H(\\d+M(\\d+S)?)?|\\d+M(\\d+S)?|\\d+S)?)?)$"
      )
    case .email, .internationalEmail:
      Self.matches(
        text,
        #"^([^\s@"().,:;<>[\]\\]+(\.[^\s@"().,:;<>[\]\\]+)*|"([^"\\]|\\.)*")"#
          + #"@([A-Za-z0-9\u0080-\uFFFF]+([.-]+[A-Za-z0-9\u0080-\uFFFF]+)*|\[IPv6:[0-9A-Fa-f:.]+\]|\["#
          + Self.ipv4Pattern + #"\])$"#
      )
    case .hostname:
      Self.matches(
        text,
        #"^(?=.{1,253}$)[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?"#
          + #"(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$"#
      )
    case .ipv4: Self.matches(text, "^" + Self.ipv4Pattern + "$")
    case .uuid: Self.matches(text, "^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$")
    case .pointer: Self.matches(text, "^(/([^~/]|~[01])*)*$")
    case .relativePointer: Self.matches(text, "^(0|[1-9]\\d*)(#|(/([^~/]|~[01])*)*)$")
    case .reference, .internationalReference:
      Self.matches(text, #"^[^\s\\<>"{}|^`#]*(#[^\s\\<>"{}|^`#]*)?$"#)
    case .template: Self.matches(text, #"^([^{}\s]|\{[^{}\s]+\})*$"#)
    }
  }

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    TextPattern.named(pattern, .ecmaScript)?.search(text) == .matches
  }

  private static let ipv4Pattern =
    #"(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}"#

  // MARK: - Times and addresses

  /// Returns whether a text is a date as RFC 3339 writes it.
  private static func isDate(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
      let year = number(parts[0]), let month = number(parts[1]), let day = number(parts[2]),
      (1...12).contains(month)
    else { return false }
    let isLeap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  /// Returns whether a text is a time with an offset as RFC 3339 writes it.
  private static func isTime(_ text: Substring) -> Bool {
    guard let sign = text.lastIndex(where: { "Zz+-".contains($0) }) else { return false }
    var clock = text[..<sign]
    if let point = clock.firstIndex(of: ".") {
      let fraction = clock[point...].dropFirst()
      guard !fraction.isEmpty, number(fraction.prefix(9)) != nil,
        fraction.utf8.allSatisfy(\.isDigit)
      else { return false }
      clock = clock[..<point]
    }
    guard let offset = offset(text[sign...]), let time = numbers(clock, 3), time[0] < 24,
      time[1] < 60
    else { return false }
    if time[2] < 60 { return true }
    // A leap second is the last of a day in UTC.
    let minutes = (time[0] * 60 + time[1] - offset + 2880) % 1440
    return time[2] == 60 && minutes == 1439
  }

  private static func isDateAndTime(_ text: String) -> Bool {
    guard let divider = text.firstIndex(where: { $0 == "T" || $0 == "t" }) else { return false }
    return isDate(text[..<divider]) && isTime(text[text.index(after: divider)...])
  }

  /// Returns the minutes of an offset such as `Z` or `+02:00`; nil for other text.
  private static func offset(_ text: Substring) -> Int? {
    if text == "Z" || text == "z" { return 0 }
    guard let parts = numbers(text.dropFirst(), 2), parts[0] < 24, parts[1] < 60 else { return nil }
    return (parts[0] * 60 + parts[1]) * (text.first == "-" ? -1 : 1)
  }

  /// Returns numbers of two digits between colons; nil for other text.
  private static func numbers(_ text: Substring, _ count: Int) -> [Int]? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count == 2 ? number($0) : nil }
    return parts.count == count && numbers.count == count ? numbers : nil
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy(\.isDigit) ? Int(text) : nil
  }

  private static func isIPv6(_ text: String) -> Bool {
    var address = in6_addr()
    return text.utf8.allSatisfy { $0 != UInt8(ascii: "%") }
      && inet_pton(AF_INET6, text, &address) == 1
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
