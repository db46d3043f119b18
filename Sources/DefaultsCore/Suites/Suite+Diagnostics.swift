extension Defaults.Suite {
  /// Removes and returns the diagnostics that no observer has received, oldest first.
  ///
  /// A program calls this before it ends.
  ///
  /// - Returns: up to 100 diagnostics, which no observer will receive later.
  public func takeDiagnostics() -> [Defaults.Diagnostic] {
    core.diagnostics.takeUnheard()
  }

  /// The diagnostics that no observer has received, oldest first, and then all new ones.
  public var diagnostics: AsyncStream<Defaults.Diagnostic> {
    AsyncStream { continuation in
      let observation = observeDiagnostics { continuation.yield($0) }
      continuation.onTermination = { _ in observation.invalidate() }
    }
  }

  /// Calls a closure for each diagnostic, first for those that no observer has received.
  ///
  /// The closure is called on a queue, never on the thread where the problem occurred. While a
  /// suite is observed, its diagnostics are not passed to the handler of the process; see
  /// ``Defaults/setDiagnosticHandler(_:)``.
  ///
  /// - Returns: an object that ends the observation when it is invalidated or released.
  @preconcurrency
  public func observeDiagnostics(
    _ handler: @escaping @Sendable (Defaults.Diagnostic) -> Void
  ) -> any Defaults.Observation {
    let subscription = Subscription()
    subscription.observeDiagnostics(of: core, handler)
    return subscription
  }
}
