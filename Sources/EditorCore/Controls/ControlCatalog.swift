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
    case .choice(let choices, nil):
      ChoiceControl(choices: choices)
    case .choice, .choices, .string, .date, .data, .url, .path, .color, .list, .dictionary, .table,
      .alternatives, .json, .any:
      TextControl(kind: entry.kind)
    }
  }
}
