#if Fleet

import DefaultsCore
public import FoundationEssentials

/// What an agent has reported of its machine.
///
/// It is stored as JSON under the name of the machine: in `hosts` with a lease, so that it ends with the agent, and
/// in `members` for good.
public struct FleetStatus: Hashable, Sendable {
  /// The machine.
  public var member: FleetMember
  /// The revision of etcd up to which changes of suites have arrived in the files; 0 for none yet.
  public var revision: Int64 = 0
  /// How many values were refused.
  public var refusedCount: Int = 0
  /// The first of the refused values.
  public var refusals: [FleetRefusal] = []
  /// When the agent was started.
  public var since: Date
  /// When this was stored.
  public var seen: Date
  /// The version of the agent.
  public var version: String

  /// How many refused values are reported with their reasons.
  static let refusalLimit = 5
  /// How long the key and the reason of a refused value are at most, in characters, so that etcd takes them.
  private static let textLimit = 200

  /// Creates the status of an agent that has just been started.
  init(_ member: FleetMember, version: String) {
    self.member = member
    self.version = version
    since = Date()
    seen = since
  }

  /// Sets the refused values.
  mutating func setRefusals(_ all: [FleetRefusal]) {
    refusedCount = all.count
    refusals = all.prefix(Self.refusalLimit).map { refusal in
      var refusal = refusal
      refusal.key = String(refusal.key.prefix(Self.textLimit))
      refusal.reason = String(refusal.reason.prefix(Self.textLimit))
      return refusal
    }
  }
}

// MARK: - JSON

extension FleetStatus {
  /// The status as JSON.
  var json: Data {
    let members: [(String, Defaults.JSONValue)] = [
      ("host", .string(member.host)), ("groups", .array(member.groups.map { .string($0) })),
      ("revision", .number("\(revision)")), ("refused", .number("\(refusedCount)")),
      ("refusals", .array(refusals.map(\.json))), ("since", .string(DateText.iso8601(since))),
      ("seen", .string(DateText.iso8601(seen))), ("version", .string(version)),
    ]
    let object = Defaults.JSONValue.object(members.map { .init($0.0, $0.1) })
    return Data(object.text().utf8)
  }

  /// Creates a status from JSON that any program may have stored; nil if a member is missing.
  init?(json bytes: Data) {
    guard let members = Defaults.JSONValue.members(of: bytes),
      let host = members["host"]?.text, let revision = members["revision"]?.number,
      let refused = members["refused"]?.number, let since = members["since"]?.date,
      let seen = members["seen"]?.date, let version = members["version"]?.text,
      case .array(let groups)? = members["groups"], case .array(let refusals)? = members["refusals"]
    else { return nil }
    member = FleetMember(host: host, groups: groups.compactMap(\.text))
    self.revision = revision
    refusedCount = Int(refused)
    self.refusals = refusals.prefix(Self.refusalLimit).compactMap(FleetRefusal.init)
    self.since = since
    self.seen = seen
    self.version = version
  }
}

extension FleetRefusal {
  fileprivate var json: Defaults.JSONValue {
    .object([
      .init("suite", .string(suite)), .init("key", .string(key)), .init("scope", .string(scope)),
      .init("reason", .string(reason)),
    ])
  }

  fileprivate init?(_ json: Defaults.JSONValue) {
    guard let members = json.members, let suite = members["suite"]?.text,
      let key = members["key"]?.text, let scope = members["scope"]?.text,
      let reason = members["reason"]?.text
    else { return nil }
    self.init(suite: suite, key: key, scope: scope, reason: reason)
  }
}

#endif
