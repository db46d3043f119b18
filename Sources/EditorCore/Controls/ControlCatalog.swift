import DefaultsSchema

/// The control for each kind of value, unless the app has one of its own for a key.
enum ControlCatalog {
  /// Creates the control for a value.
  static func control(for edited: EditedValue) -> any Control {
    if let factory = edited.appControl { return AppControl(factory, edited) }
    if edited.isSecret { return SecretControl(edited) }
    if let forms = edited.kind.menuOfForms { return UnionControl(forms, edited) }
    return switch edited.kind {
    case .bool:
      ToggleControl(edited)
    case .integer(let limits):
      NumberControl(.whole(limits), edited)
    case .real(let limits):
      NumberControl(.real(limits), edited)
    case .choice(let choices, let others):
      ChoiceControl(choices, others: others, edited)
    case .choices(let choices, _):
      ChoiceControl(severalOf: choices, edited)
    case .date:
      DateControl(edited)
    case .list(let kind, _):
      ItemsControl(ListStructure(itemKind: kind), edited)
    case .dictionary(let kind):
      ItemsControl(TableStructure(members: [], otherKind: kind), edited)
    case .table(let members, let others):
      ItemsControl(TableStructure(members: members, otherKind: others), edited)
    case .data:
      DataControl(edited)
    case .url:
      URLControl(edited)
    case .path:
      PathControl(edited)
    case .color:
      ColorControl(edited)
    case .string, .json, .any, .alternatives:
      textControl(for: edited)
    }
  }

  /// Creates a control that edits a value of any kind as text: a list as JSON, for example.
  static func textControl(for edited: EditedValue) -> any Control { TextControl(edited) }
}
