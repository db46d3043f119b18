#if Fleet

import DefaultsCore
import FoundationEssentials

extension Defaults.JSONValue {
  /// Returns the members of the object that some bytes are as JSON; nil for bytes of another form.
  static func members(of bytes: Data) -> [String: Defaults.JSONValue]? {
    guard bytes.count <= EtcdLimits.request, let text = String(validating: bytes, as: UTF8.self)
    else { return nil }
    // `try?`: what is not JSON has no members.
    return (try? Defaults.JSONValue(parsing: text, deepestNesting: 4))?.members
  }

  /// The members of an object; nil for another value.
  var members: [String: Defaults.JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }

  var number: Int64? { if case .number(let text) = self { Int64(text) } else { nil } }

  var date: Date? { text.flatMap(DateText.parse) }
}

#endif
