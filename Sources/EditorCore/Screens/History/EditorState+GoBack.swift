import DefaultsCore
import DefaultsSchema

extension EditorState {
  /// Requests the plan that stores the values before some changes of an entry.
  func goBack(
    toBefore layered: LayeredEntry,
    _ changes: [Defaults.HistoryEntry.Change]
  ) -> ScreenOutcome {
    guard !session.isReadOnly else { return .refuse(Self.readOnlyText) }
    guard changes.allSatisfy({ $0.omission == nil }) else {
      let isSecret = changes.contains { $0.omission == .secret }
      let reason = isSecret ? "secrets are not remembered" : "values are too large"
      return .refuse("The history does not have all values of this change: \(reason).")
    }
    guard let scope = layered.scope else {
      return .refuse(keyText(ManyCommand.lock, "in the list locks and unlocks.") ?? "")
    }
    var request = PlanRequest(
      suiteName: document.suiteName,
      wanted: .values(Dictionary(changes.map { ($0.key, $0.old) }) { first, _ in first }),
      purpose: .goingBack,
      title: "Changed since: go back to before \(session.clock.text(layered.entry.date))?"
    )
    request.scope = scope
    request.expected = Dictionary(changes.map { ($0.key, $0.new) }) { $1 }
    return .perform { [request] in $0.send(.plan(request)) }
  }
}
