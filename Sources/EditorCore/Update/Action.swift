import DefaultsCore
public import Terminal

/// An input of the function `update`.
///
/// An action is made by one of the functions that stand beside what it is about. It has its lines of the
/// log, and the change of the state: a pure function, which reads no file and no clock.
public struct Action: Sendable {
  /// Returns the lines of the log, without values and typed texts; none for an action that says nothing
  /// about a problem.
  let logLines: @Sendable (EditorState) -> [String]
  /// Changes the state, and requests effects; without the steps that follow every action.
  let perform: @Sendable (inout EditorState) -> Void

  /// Creates an action with lines of the log that depend on the state.
  init(
    logLines: @escaping @Sendable (EditorState) -> [String],
    _ perform: @escaping @Sendable (inout EditorState) -> Void
  ) {
    (self.logLines, self.perform) = (logLines, perform)
  }

  /// Creates an action with a line of the log, nil for none.
  init(
    _ line: @autoclosure @escaping @Sendable () -> String?,
    _ perform: @escaping @Sendable (inout EditorState) -> Void
  ) {
    self.init(logLines: { _ in line().map { [$0] } ?? [] }, perform)
  }
}

extension Action {
  /// The terminal sent an event.
  public static func event(_ event: Event) -> Action {
    Action(logLines: { [$0.logText(of: event)] }) { $0.handle(event) }
  }

  /// A line was typed in the editor on plain lines.
  static func plain(_ step: PlainStep) -> Action {
    Action("plain line: \(caseName(of: step))") {
      if !$0.feedback.isScreenUnseen { $0.perform(step) }
    }
  }

  /// No event is pending, and the state has work to continue (`EditorState.hasWork`).
  public static let proceed: Action = Action(nil) { $0.proceed() }

  /// A frame will be drawn, and its open edit has no input and an old value.
  static let presentsNewerValue: Action = Action(nil) { $0.followChangeElsewhere() }

  /// The frame of the present state is on the screen.
  static let presented: Action = Action(nil) { $0.markPresented() }

  /// Stored values changed, in this order; this is the only way a stored value enters the state.
  static func changes(_ changes: [Change]) -> Action {
    Action(logLines: { _ in Change.logLines(of: changes) }) { $0.receive(changes) }
  }

  /// A change of the value of one key in any layer.
  struct Change: Hashable, Sendable {
    /// The suite in which it happened.
    var suiteName: String
    /// The key whose value changed.
    var key: Defaults.KeyName
    /// The values in the layers after the change.
    var layers: KeyLayers
    /// Whether another process made the change.
    var isElsewhere: Bool

    fileprivate static func logLines(of changes: [Change]) -> [String] {
      [(true, " elsewhere"), (false, "")].compactMap { isElsewhere, words in
        let found = changes.filter { $0.isElsewhere == isElsewhere }
        guard let first = found.first else { return nil }
        return "changed\(words) in \(first.suiteName): \(found.map(\.key).logText)"
      }
    }
  }
}
