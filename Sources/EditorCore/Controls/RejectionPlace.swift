import DefaultsCore
import DefaultsSchema

/// The place of an error in a JSON text: the path of the member or element, and its line.
struct RejectionPlace {
  /// The line, 0-based.
  let line: Int

  /// Creates the place that a rejection is about; nil if the text is not JSON and no line is named.
  init?(_ rejection: Defaults.Rejection, in text: String) {
    if case .notJSON(_, let line, _) = rejection {
      self.line = line - 1
      return
    }
    let bytes = Array(text.utf8)
    guard var node = try? JSONNode(parsing: bytes, deepestNesting: 128) else { return nil }
    var offset = node.offset
    var rest = rejection
    search: while true {
      switch (rest, node.content) {
      case (.member(let name, let inner), .object(let members)):
        guard let member = members.last(where: { $0.name == name }) else { break search }
        (node, rest, offset) = (member.value, inner, member.nameOffset)
      case (.element(let number, let inner), .array(let elements)):
        guard elements.indices.contains(number - 1) else { break search }
        (node, rest, offset) = (elements[number - 1], inner, elements[number - 1].offset)
      case (.unknownMember(let name, _), .object(let members)):
        offset = members.last { $0.name == name }?.nameOffset ?? offset
        break search
      case (.repeated(let number), .array(let elements)):
        if elements.indices.contains(number - 1) { offset = elements[number - 1].offset }
        break search
      default:
        break search
      }
    }
    line = bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  /// Returns the message for a rejection: line, path and reason.
  ///
  ///     line 6: panes[2].width: found "wide", expected Int
  static func message(for rejection: Defaults.Rejection, line: Int?) -> String? {
    if case .notJSON = rejection { return nil }
    var path = ""
    var rest = rejection
    while true {
      switch rest {
      case .member(let name, let inner):
        path += path.isEmpty ? name : ".\(name)"
        rest = inner
        continue
      case .element(let number, let inner):
        path += "[\(number - 1)]"
        rest = inner
        continue
      default: break
      }
      break
    }
    let parts = [line.map { "line \($0 + 1)" }, path.isEmpty ? nil : path, "\(rest)"]
    return parts.line(separator: ": ")
  }
}
