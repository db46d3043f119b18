import DefaultsCore

/// What the key that resets does in an open control: one step from the input towards an unset value.
enum ResetStep: Hashable, Sendable {
  /// Shows the value that editing began with.
  case showOriginal
  /// Shows the default.
  case showDefault
  /// Removes the stored value.
  case unset
}

extension Control {
  /// The next step: from changed input to the value that editing began with, then to the default, and
  /// then to no stored value.
  var nextReset: ResetStep {
    let value = try? value()
    let isDefault = value != nil && value == edited.defaultValue
    if isDirty, !isDefault { return .showOriginal }
    return edited.defaultValue == nil || isDefault ? .unset : .showDefault
  }

  /// The values with which a control is created again for a step; nil if the stored value is removed.
  var editedAfterReset: EditedValue? {
    var edited = edited
    switch nextReset {
    case .showOriginal: edited.shown = edited.original
    case .showDefault: edited.shown = edited.defaultValue
    case .unset: return nil
    }
    return edited
  }
}
