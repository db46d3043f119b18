import Observation

/// A property of an `@Observable` class whose value is that of a key.
///
/// ```swift
/// @Observable
/// final class Player {
///   @ObservableDefault(.volume)
///   @ObservationIgnored
///   var volume: Double
/// }
/// ```
///
/// Whoever tracks the property is told of every change of the key, whoever makes it, this process
/// or another. `@ObservationIgnored` keeps the class's own macro away, which would track a
/// property that is never set. As the macro of the same name in sindresorhus/Defaults, without
/// a macro.
@propertyWrapper
public struct ObservableDefault<Value: Defaults.Serializable>: Sendable {
  private let key: Defaults.Key<Value>
  private let tracker: Tracker

  /// Creates a property over a key.
  public init(_ key: Defaults.Key<Value>) {
    self.key = key
    tracker = Tracker(key)
  }

  /// The value of the key.
  public var wrappedValue: Value {
    get {
      tracker.access()
      return Defaults[key]
    }
    nonmutating set { Defaults[key] = newValue }
  }

  /// A link to the key's value.
  public var projectedValue: Defaults.Binding<Value> {
    Defaults.Binding(key: key)
  }

  /// Removes what is stored, so that the default shows again.
  public func reset() {
    key.reset()
  }
}

/// Tells the observation system of a key's changes.
private final class Tracker: Sendable {
  private let changes: Changes
  private let observation: any Defaults.Observation

  init(_ key: Defaults.Key<some Defaults.Serializable>) {
    let changes = Changes()
    self.changes = changes
    observation = Defaults.observe(key, options: [.prior]) { changes.tell(isPrior: $0.isPrior) }
  }

  func access() {
    changes.access()
  }

  deinit {
    observation.invalidate()
  }
}

/// The subject that is tracked in the place of a key.
private final class Changes: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  /// Stands for the value of the key.
  private var value: Void { () }

  func access() {
    registrar.access(self, keyPath: \.value)
  }

  func tell(isPrior: Bool) {
    if isPrior {
      registrar.willSet(self, keyPath: \.value)
    } else {
      registrar.didSet(self, keyPath: \.value)
    }
  }
}
