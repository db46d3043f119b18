@testable import EditorCore

extension Action {
  /// One stored value changed.
  static func changed(_ change: Change) -> Action { .changes([change]) }
}
