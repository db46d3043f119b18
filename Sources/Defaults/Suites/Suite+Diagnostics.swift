extension Defaults.Suite {
  /// Removes and returns what went wrong while nobody listened, oldest first, for a program that is
  /// about to end.
  ///
  /// - Returns: up to 100 diagnostics, which no listener will receive any more.
  public func takeDiagnostics() -> [Defaults.Diagnostic] {
    core.diagnostics.takeUnheard()
  }

  /// What goes wrong from now on, and what went wrong while nobody listened, oldest first.
  public var diagnostics: AsyncStream<Defaults.Diagnostic> {
    AsyncStream { continuation in
      let observation = observeDiagnostics { continuation.yield($0) }
      continuation.onTermination = { _ in observation.invalidate() }
    }
  }

  /// Calls a closure for whatever goes wrong, first for what went wrong while nobody listened.
  ///
  /// The closure is called on a queue, never by the code that met the trouble. A suite that is
  /// observed passes nothing to the handler of the process, see
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
