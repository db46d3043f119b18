import Defaults
public import Foundation

/// An observation that ends when it is disposed of.
public protocol DefaultsDisposable: AnyObject, Sendable {
  /// Ends the observation; further calls do nothing.
  func dispose()
}

/// The values that an observer receives, and when it is called besides after each change.
public struct DefaultsObservingOptions: OptionSet, Sendable {
  /// The options as bits.
  public let rawValue: UInt

  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The observer receives the value after the change.
  public static let new = Self(rawValue: 1)

  /// The observer receives the value before the change.
  public static let old = Self(rawValue: 2)

  /// The observer is also called once at the start, before the observing method returns.
  public static let initial = Self(rawValue: 4)

  /// The observer is also called before each change; for one from elsewhere, both calls follow it.
  public static let prior = Self(rawValue: 8)
}

/// An observer that calls a closure when a key's value changes, until disposed of or released.
public final class DefaultsObserver<T: DefaultsSerializable>: DefaultsDisposable {
  /// A change of the value of a key.
  public struct Update {
    /// The kinds of change.
    public enum Kind: Hashable, Sendable {
      /// The value was set or removed.
      case setting
    }

    /// The kind of change.
    public let kind: Kind

    /// Always nil; declared for code that reads it.
    public let indexes: IndexSet?

    /// Whether the change has not been made yet.
    public let isPrior: Bool

    /// The value after the change; the key's default where nothing is stored or the option is off.
    public let newValue: T.T?

    /// The value before the change; the key's default where nothing was stored, in the first call,
    /// or where the option is off.
    public let oldValue: T.T?
  }

  private let observation: any Defaults.Observation

  /// Creates an observer, which is called from now on.
  init(
    _ key: DefaultsKey<T>,
    in suite: DefaultsSuite,
    options: DefaultsObservingOptions,
    handler: @escaping @Sendable (Update) -> Void
  ) {
    let sendInitial = { (stored: Defaults.StoredValue?) in
      handler(Update(key, old: nil, new: stored, false, options))
    }
    observation = suite.observe(
      key: key._key,
      wantsPrior: options.contains(.prior),
      initial: options.contains(.initial) ? sendInitial : nil
    ) { change, isPrior in
      // A higher layer may hide the change.
      guard change.oldEffective != change.newEffective else { return }
      let update = { (isPrior: Bool) in
        Update(key, old: change.oldEffective, new: change.newEffective, isPrior, options)
      }
      if options.contains(.prior), change.origin == .elsewhere { handler(update(true)) }
      handler(update(isPrior))
    }
  }

  /// Ends the observation; further calls do nothing.
  ///
  /// A call of the closure that another thread has begun may still be running when this returns.
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
