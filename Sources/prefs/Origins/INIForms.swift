import DefaultsCore
import DefaultsINI
import DefaultsSchema

extension Schema {
  /// What the texts of the keys mean in a file that has text only.
  var iniForms: [Defaults.KeyName: INIForm] {
    var forms: [Defaults.KeyName: INIForm] = [:]
    for entry in entries {
      let form = INIForm(entry.kind)
      if form != .text { forms[entry.key] = form }
    }
    return forms
  }
}

extension INIForm {
  fileprivate init(_ kind: ValueKind) {
    switch kind {
    case .bool: self = .bool
    case .integer: self = .integer
    case .real: self = .real
    case .list(let element, _): self = .list(INIForm(element))
    case .choices: self = .list(.text)
    case .choice(let choices, _):
      let values = choices.map(\.value)
      let areWhole = values.allSatisfy { if case .integer = $0 { true } else { false } }
      self = areWhole ? .integer : .text
    case .string, .date, .data, .url, .path, .color, .dictionary, .table, .alternatives, .json,
      .any:
      self = .text
    }
  }
}
