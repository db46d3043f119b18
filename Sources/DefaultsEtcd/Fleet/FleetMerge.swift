#if Fleet

import DefaultsCore
import FoundationEssentials

/// A value that did not reach the files of a machine.
public struct FleetRefusal: Hashable, Sendable {
  /// The name of the suite.
  public var suite: String
  /// The name of the key.
  public var key: String
  /// The path of the scope, `group/web/managed` for example.
  public var scope: String
  /// Why, as a phrase without a full stop.
  public var reason: String
}

/// The values that one machine has of a suite: of each key that of the narrowest scope.
///
/// The scopes are merged for each part on its own, because a locked value hides an overridable one on the machine
/// anyway. A refused value counts as not stored, except that the last value of the key stays, so that a mistake
/// changes nothing on the machine. Only if there is none, or it is not accepted either, the next scope counts.
///
/// The reasons for locks are the values of the suite `<name>.reasons`, in the same scope as the locked value. On
/// the machine they get the form of `LockReason` that has the value too: the two files are replaced one after
/// the other, and in between no key shows a reason that was given for another value.
struct FleetMerge {
  /// The values of the files, by part.
  private(set) var values: [EtcdScope.Part: [Defaults.KeyName: Defaults.StoredValue]] = [:]
  /// The values of the file with the reasons.
  private(set) var reasons: [Defaults.KeyName: Defaults.StoredValue] = [:]
  /// The refused values, by part and key.
  private(set) var refusals: [FleetRefusal] = []

  /// What the files of a suite had before.
  struct Last {
    var values: [EtcdScope.Part: [Defaults.KeyName: Defaults.StoredValue]] = [:]
    var reasons: [Defaults.KeyName: Defaults.StoredValue] = [:]
  }

  /// Merges the scopes of a suite that has a name, with the reasons in another suite.
  init(
    _ name: Defaults.KeyName,
    _ suite: FleetSuite,
    reasons: FleetSuite,
    for member: FleetMember,
    _ rules: FleetRules,
    last: Last
  ) {
    // The locked values of a suite with reasons are these reasons.
    let isOfReasons = FleetMirror.suite(ofReasons: name) != nil
    for part in isOfReasons ? [.system] : EtcdScope.Part.allCases {
      let scopes = member.machines.map { EtcdScope($0, part) }
      let stored = scopes.map(suite.values)
      let keys = stored.reduce(into: Set<Defaults.KeyName>()) { $0.formUnion($1.keys) }
      for key in keys.sorted() {
        for (scope, values) in zip(scopes, stored) {
          guard let value = values[key]?.stored else { continue }
          guard let reason = rules.refusal(of: value, for: key) else {
            self.values[part, default: [:]][key] = value
            if part == .managed { setReason(reasons.values(in: scope)[key]?.stored, key, value) }
            break
          }
          refusals.append(
            FleetRefusal(suite: name.string, key: key.string, scope: scope.path, reason: reason)
          )
          guard let known = last.values[part]?[key], rules.keeps(known, for: key) else { continue }
          self.values[part, default: [:]][key] = known
          if part == .managed { self.reasons[key] = last.reasons[key] }
          break
        }
      }
    }
  }

  private mutating func setReason(
    _ stored: Defaults.StoredValue?,
    _ key: Defaults.KeyName,
    _ value: Defaults.StoredValue
  ) {
    guard let text = stored.flatMap({ LockReason.text($0, for: value) }) else { return }
    reasons[key] = LockReason.list([(value, text)])
  }
}

#endif
