extension Defaults {
  /// Keeps a closure being called for changes.
  ///
  /// The calls end when ``invalidate()`` is called or when the object is released, so it must be
  /// kept somewhere, or tied to the lifetime of another object:
  ///
  /// ```swift
  /// final class Player {
  ///   init() {
  ///     Defaults.observe(.volume) { change in
  ///       // …
  ///     }
  ///     .tieToLifetime(of: self)
  ///   }
  /// }
  /// ```
  public protocol Observation: AnyObject, Sendable {
    /// Ends the calls; doing so again does nothing.
    ///
    /// A call that another thread has begun may still be running when this returns.
    func invalidate()

    /// Keeps the observation alive as long as another object, and no longer.
    ///
    /// No closure is called after the object's end; what the closure holds is released with the
    /// next change. A later tie replaces an earlier one.
    @discardableResult
    func tieToLifetime(of weaklyHeldObject: AnyObject) -> Self

    /// Undoes the tie: the observation lives as long as it is kept somewhere.
    func removeLifetimeTie()
  }
}
