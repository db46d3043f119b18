import DefaultsCore
import DefaultsSchema

/// The keys of a suite that conditions of the app disable or hide at the moment.
///
/// The conditions are closures of the app, which read values. So the session evaluates them on its work
/// queue, and the state gets the result.
struct KeyAvailability: Hashable, Sendable {
  /// The hidden keys.
  private(set) var hiddenKeys: Set<Defaults.KeyName> = []
  /// Why a key is disabled, as a sentence, for each disabled key.
  private(set) var disabledReasons: [Defaults.KeyName: String] = [:]
}

extension KeyAvailability {
  /// Evaluates the conditions of a schema.
  init(of schema: Schema) {
    self.init()
    for (key, unavailability) in schema.unavailableKeys() {
      switch unavailability {
      case .hidden: hiddenKeys.insert(key)
      case .disabled(let reason): disabledReasons[key] = reason
      }
    }
  }

  /// Returns why a key is disabled; nil if it is not.
  func disabledReason(of key: Defaults.KeyName) -> String? { disabledReasons[key] }
}

/// The conditions of the shown suite, while a session watches them.
///
/// A closure of the app may be slow, and changes may arrive quickly, so only one evaluation runs at
/// a time.
struct ConditionWatch {
  /// The schema with the conditions.
  let schema: Schema
  /// The observations of keys in other suites.
  let observations: [any Defaults.Observation]
  /// Whether an evaluation runs.
  var turn: Turn = Turn()

  /// Creates a watch of the conditions of a schema; nil if it has none.
  ///
  /// `changed` is called, on any thread, when the conditions must be evaluated again.
  init?(_ schema: Schema?, changed: @escaping @Sendable () -> Void) {
    guard let schema, schema.hasConditions else { return nil }
    self.schema = schema
    observations = schema.observeConditions(changed)
  }
}

/// Lets work run once at a time: if it is requested while it runs, it begins again when it has
/// ended, and only once.
struct Turn: Sendable {
  private var isRunning = false
  private var isOutdated = false

  /// Requests the work; returns whether the caller must begin it now.
  mutating func begin() -> Bool {
    isOutdated = isRunning
    defer { isRunning = true }
    return !isRunning
  }

  /// Ends the work; returns whether it was requested again meanwhile.
  mutating func end() -> Bool {
    isRunning = false
    return isOutdated
  }
}
