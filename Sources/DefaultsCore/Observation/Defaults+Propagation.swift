extension Defaults {
  /// Runs a closure whose writes call no observer in this process.
  ///
  /// ```swift
  /// let observation = Defaults.observe(.count) { change in
  ///   Defaults.withoutPropagation { Defaults[.count] = change.newValue.clamped }
  /// }
  /// ```
  ///
  /// This applies to writes by this thread and by tasks that the closure starts; writes of other
  /// threads call observers as usual. Observers in other processes are called. Calls may be nested.
  ///
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  @discardableResult
  public static func withoutPropagation<Result>(
    _ closure: () throws -> Result
  ) rethrows -> Result {
    try Propagation.$isSuppressed.withValue(true, operation: closure)
  }

  /// Runs a closure whose writes call no observer in this process.
  ///
  /// This applies to writes by this task and by the tasks that it starts.
  ///
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  @discardableResult
  public static func withoutPropagation<Result>(
    isolation: isolated (any Actor)? = #isolation,
    _ closure: () async throws -> Result
  ) async rethrows -> Result {
    try await Propagation.$isSuppressed.withValue(true, operation: closure, isolation: isolation)
  }
}

/// A namespace for the flag that suppresses calls of observers for writes of the current task.
enum Propagation {
  @TaskLocal static var isSuppressed = false
}
