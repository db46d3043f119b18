import Defaults
import Synchronization

/// The global adapter, which uses the standard suite until another adapter is assigned.
///
/// ```swift
/// Defaults = DefaultsAdapter(defaults: suite, keyStore: .init())
/// ```
///
/// A module may declare a variable of its own with this name, which then hides this one.
public var Defaults: DefaultsAdapter<DefaultsKeys> {
  get { current.withLock { $0 } }
  set { current.withLock { $0 = newValue } }
}

private let current = Mutex(
  DefaultsAdapter(defaults: DefaultsSuite.standard, keyStore: DefaultsKeys())
)
