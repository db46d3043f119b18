extension Defaults {
  /// Runs a closure whose writes are stored, but reported to no observer in this process.
  ///
  /// ```swift
  /// let observation = Defaults.observe(.count) { change in
  ///   Defaults.withoutPropagation { Defaults[.count] = change.newValue.clamped }
  /// }
  /// ```
  ///
  /// It concerns writes by this thread, and by tasks that the closure starts; those of others are
  /// told as ever. It may be nested. Other processes learn of the changes.
  ///
  /// - Returns: what the closure returns.
  /// - Throws: what the closure throws.
  @discardableResult
  public static func withoutPropagation<Result>(
    _ closure: () throws -> Result
  ) rethrows -> Result {
    try Propagation.$isSuppressed.withValue(true, operation: closure)
  }

  /// Runs a closure whose writes are stored, but reported to no observer in this process.
  ///
  /// It concerns writes by this task and by those that it starts.
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

/// Whether observers are called for writes of the current task or thread.
enum Propagation {
  @TaskLocal static var isSuppressed = false
}
