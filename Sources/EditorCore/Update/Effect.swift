/// An operation that `update` requests from the session.
///
/// An effect is a value: tests compare the name and the request of what a key press requests. What the
/// session does for it stands beside the name, so everything about one operation is in one place. The
/// session performs effects in the order in which `update` returned them.
public struct Effect: Hashable, Sendable {
  /// What is done, as a line of the log: with names of suites and keys, and without values, paths and
  /// typed texts.
  let name: String
  /// All that was requested.
  let request: any Hashable & Sendable
  /// Whether the effect changes a stored value, which a read-only session must not.
  let changesValues: Bool
  /// Performs the effect.
  let perform: @Sendable (EditorSession) -> Void

  /// Creates an effect; its name is the line of the log.
  ///
  /// `request` is all that is requested, as far as the name does not say it.
  init(
    _ name: String,
    _ request: some Hashable & Sendable = true,
    changesValues: Bool = false,
    perform: @escaping @Sendable (EditorSession) -> Void
  ) {
    self.name = name
    self.request = request
    self.changesValues = changesValues
    self.perform = perform
  }

  /// Returns whether two effects are the same request.
  public static func == (left: Self, right: Self) -> Bool {
    left.name == right.name && AnyHashable(left.request) == AnyHashable(right.request)
  }

  /// Hashes the name and the request.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(AnyHashable(request))
  }
}

/// A request about a suite.
struct OfSuite<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The name of the suite.
  let suiteName: String
  /// What is requested.
  let value: Value

  init(_ suiteName: String, _ value: Value) {
    (self.suiteName, self.value) = (suiteName, value)
  }
}
