import DefaultsCore
import DefaultsSchema

extension Alternative {
  /// The forms that a value can have: those of nested alternatives are forms of their own.
  var forms: [Alternative] {
    if case .alternatives(let forms) = kind { forms.flatMap(\.forms) } else { [self] }
  }

  /// What the form is called, in words that need no knowledge of programming.
  var nameForPeople: String { title ?? kind.nameForPeople }
}

extension ValueKind {
  /// The forms of which one is chosen first, each with a control of its own; nil if there is one control.
  ///
  /// A few named values beside lists or groups are forms too.
  var menuOfForms: [Alternative]? {
    switch self {
    case .alternatives(let forms):
      return forms.flatMap(\.forms)
    case .choice(let choices, let others?):
      let rest = Alternative(others).forms
      guard choices.count + rest.count <= 9, rest.contains(where: \.kind.hasParts) else {
        return nil
      }
      return choices.map { Alternative(.choice([$0])) } + rest
    default:
      return nil
    }
  }

  /// Whether the values consist of others.
  private var hasParts: Bool {
    switch self {
    case .list, .choices, .dictionary, .table: true
    default: false
    }
  }

  /// The required members of a table that can have only one value, which tells its form from others;
  /// nil if there are none.
  var fixedMembers: Defaults.StoredValue? {
    guard case .table(let members, _) = self else { return nil }
    var fixed: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for member in members where member.isRequired {
      guard case .choice(let choices, nil) = member.kind, choices.count == 1 else { continue }
      fixed[Defaults.KeyName(member.name)] = choices[0].value
    }
    return fixed.isEmpty ? nil : .dictionary(fixed)
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
    case .dictionary(.any): "dictionary"
    case .dictionary(let kind): "dictionary: each \(kind.nameForPeople)"
    case .table(let members, _):
      "table of \(members.count.counted("item"))"
        + (members.isEmpty
          ? "" : ": \(members.prefix(3).map(\.title).joined(separator: ", "))")
        + (members.count > 3 ? ", …" : "")
    case .alternatives(let forms): forms.map(\.nameForPeople).joined(separator: " or ")
    case .json: "JSON text"
    case .any: "other value, as JSON"
    }
  }
}
