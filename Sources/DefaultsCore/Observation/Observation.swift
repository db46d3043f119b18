extension Defaults {
  /// An object that ends the calls of a closure for changes.
  ///
  /// The calls end when ``invalidate()`` is called or when the object is released, so it must be
  /// stored, or tied to the lifetime of another object:
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
    /// Ends the calls; further calls of this method do nothing.
    ///
    /// A call that another thread has begun may still be running when this returns.
    func invalidate()

    /// Retains the observation until another object is released, and ends its calls then.
    ///
    /// The closure, with what it captures, is released at the next change. Another call replaces
    /// the object.
    @discardableResult
    func tieToLifetime(of weaklyHeldObject: AnyObject) -> Self

    /// Removes the tie, so that the calls end when the observation is released.
    func removeLifetimeTie()
  }
}
