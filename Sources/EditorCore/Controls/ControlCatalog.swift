import DefaultsSchema

/// Which control edits which kind of value.
enum ControlCatalog {
  static func control(for entry: Entry) -> any Control {
    switch entry.kind {
    case .bool:
      ToggleControl()
    case .integer(let limits):
      NumberControl(number: .whole(limits), unit: entry.unit)
    case .real(let limits):
      NumberControl(number: .real(limits), unit: entry.unit)
    case .choice(let choices):
      ChoiceControl(choices: choices)
    case .string, .date, .data, .url, .list, .dictionary, .json, .any:
      TextControl(kind: entry.kind)
    }
  }
}
