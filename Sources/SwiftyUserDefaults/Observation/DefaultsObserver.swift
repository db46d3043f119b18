import Defaults
public import Foundation

/// What ends when it is disposed of: the calls of an observer.
public protocol DefaultsDisposable: AnyObject, Sendable {
  /// Ends it; doing so again does nothing.
  func dispose()
}

/// What an observer wants to be told, besides that something changed.
public struct DefaultsObservingOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The value after the change.
  public static let new = Self(rawValue: 1)

  /// The value before the change.
  public static let old = Self(rawValue: 2)

  /// A call at once, before the observing function returns.
  public static let initial = Self(rawValue: 4)

  /// A call before each change as well; a change that comes from elsewhere is told twice.
  public static let prior = Self(rawValue: 8)
}

/// Calls a closure whenever what is stored for a key changes, until it is disposed of or released.
public final class DefaultsObserver<T: DefaultsSerializable>: DefaultsDisposable {
  /// What a change of a stored value is.
  public struct Update {
    /// What kind of change it is.
    public enum Kind: Hashable, Sendable {
      /// The value was set or removed.
      case setting
    }

    /// What kind of change it is.
    public let kind: Kind

    /// Which members of a collection changed: never told, and there for code that asks.
    public let indexes: IndexSet?

    /// Whether the change is still to come.
    public let isPrior: Bool

    /// The value after the change; the key's default where nothing is stored or it is not wanted.
    public let newValue: T.T?

    /// The value before the change; the key's default at the start, where nothing was stored, or
    /// where it is not wanted.
    public let oldValue: T.T?
  }

  private let observation: any Defaults.Observation

  /// Begins to observe a key.
  init(
    _ key: DefaultsKey<T>,
    in suite: DefaultsSuite,
    options: DefaultsObservingOptions,
    handler: @escaping @Sendable (Update) -> Void
  ) {
    observation = suite.observe(key: key._key, wantsPrior: options.contains(.prior)) {
      change,
      isPrior in
      // What changed may lie under a layer that hides it.
      guard change.oldEffective != change.newEffective else { return }
      let update = { (isPrior: Bool) in
        Update(key, old: change.oldEffective, new: change.newEffective, isPrior, options)
      }
      if options.contains(.prior), change.origin == .elsewhere { handler(update(true)) }
      handler(update(isPrior))
    }
    if options.contains(.initial) {
      handler(Update(key, old: nil, new: suite.effectiveValue(forKey: key._key), false, options))
    }
  }

  /// Ends the calls; doing so again does nothing.
  ///
  /// A call that another thread has begun may still be running when this returns.
  public func dispose() {
    observation.invalidate()
  }
}

extension DefaultsObserver.Update {
  fileprivate init(
    _ key: DefaultsKey<T>,
    old: Defaults.StoredValue?,
    new: Defaults.StoredValue?,
    _ isPrior: Bool,
    _ options: DefaultsObservingOptions
  ) {
    let read = { (stored: Defaults.StoredValue?, option: DefaultsObservingOptions) -> T.T? in
      guard options.contains(option), let stored else { return key.defaultValue }
      return T._defaults.deserialize(stored.propertyList) ?? key.defaultValue
    }
    self.init(
      kind: .setting,
      indexes: nil,
      isPrior: isPrior,
      newValue: read(new, .new),
      oldValue: read(old, .old),
    )
  }
}

extension DefaultsObserver.Update: Sendable where T.T: Sendable {}
