import DefaultsSchema

extension ValueKind {
  /// The forms that a value can have: those of nested alternatives are forms of their own.
  var forms: [ValueKind] {
    if case .alternatives(let kinds) = self { kinds.flatMap(\.forms) } else { [self] }
  }

  /// The name of the kind as a form, in words that need no knowledge of programming.
  var nameForPeople: String {
    switch self {
    case .bool: "on or off"
    case .integer: "whole number"
    case .real: "number"
    case .string: "text"
    case .choice(let choices, nil) where choices.count == 1: choices[0].title
    case .choice(let choices, nil): "one of \(choices.count) choices"
    case .choice(let choices, let others?): "one of \(choices.count), or \(others.nameForPeople)"
    case .choices(let choices, _): "some of \(choices.count) choices"
    case .date: "date"
    case .data: "data"
    case .url: "address (URL)"
    case .path: "path of a file or directory"
    case .color: "colour"
    case .list(.any, _): "list"
    case .list(let kind, _): "list: each \(kind.nameForPeople)"
    case .dictionary(.any): "named values"
    case .dictionary(let kind): "named values: each \(kind.nameForPeople)"
    case .table(let members, _):
      "group of \(members.count) value\(members.count == 1 ? "" : "s")"
        + (members.isEmpty
          ? "" : ": \(members.prefix(3).map(\.title).joined(separator: ", "))")
        + (members.count > 3 ? ", …" : "")
    case .alternatives(let kinds): kinds.map(\.nameForPeople).joined(separator: " or ")
    case .json: "JSON text"
    case .any: "any value, as JSON"
    }
  }
}
