import DefaultsCore
import DefaultsTransfer

/// What an editor of root asks a process that has become another user: the values of a suite, after edits.
///
/// It is a JSON object, in which null stands for no value: values of null are not passed on.
struct AccountRequest {
  /// By key, the value to store, or nil to remove the key.
  var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
  /// By key, the value that must be stored for the edits to be made, or nil for none.
  var expected: [Defaults.KeyName: Defaults.StoredValue?] = [:]

  var encoded: [UInt8] {
    get throws {
      try ValueDocument([
        "edits": .dictionary(edits.mapValues { $0 ?? .null }),
        "expected": .dictionary(expected.mapValues { $0 ?? .null }),
      ]).encoded(as: .json)
    }
  }
}

extension AccountRequest {
  init(parsing bytes: [UInt8]) throws {
    let document = try ValueDocument(parsing: bytes)
    edits = document.part(ofSuite: "edits")?.values ?? [:]
    expected = document.part(ofSuite: "expected")?.values ?? [:]
  }
}

/// The answer to a request: a JSON object.
enum AccountAnswer {
  /// The stored values, and the keys that are secret for the user, which are not among them.
  case values([Defaults.KeyName: Defaults.StoredValue], secrets: Set<Defaults.KeyName>)
  /// Nothing was changed, because these keys have other values than expected.
  case outdated([Defaults.KeyName])
  /// Nothing was changed: the reason.
  case failed(String)

  private static let values: Defaults.KeyName = "values"
  private static let secrets: Defaults.KeyName = "secrets"
  private static let outdated: Defaults.KeyName = "outdated"
  private static let failure: Defaults.KeyName = "failure"

  var encoded: [UInt8] {
    get throws {
      let member: [Defaults.KeyName: Defaults.StoredValue] =
        switch self {
        case .values(let values, let secrets):
          [Self.values: .dictionary(values), Self.secrets: Self.names(secrets.sorted())]
        case .outdated(let keys): [Self.outdated: Self.names(keys)]
        case .failed(let reason): [Self.failure: .string(reason)]
        }
      return try ValueDocument(member).encoded(as: .json)
    }
  }

  init(parsing bytes: [UInt8]) throws {
    let members = try ValueDocument(parsing: bytes).values.compactMapValues { $0 }
    if case .dictionary(let values)? = members[Self.values] {
      self = .values(values, secrets: Set(Self.keys(members[Self.secrets]) ?? []))
    } else if let keys = Self.keys(members[Self.outdated]) {
      self = .outdated(keys)
    } else if case .string(let reason)? = members[Self.failure] {
      self = .failed(reason)
    } else {
      self = .failed("the process for the user gave no known answer")
    }
  }

  private static func names(_ keys: [Defaults.KeyName]) -> Defaults.StoredValue {
    .array(keys.map { .string($0.string) })
  }

  /// Returns the keys of a list of names; nil if the value is none.
  private static func keys(_ names: Defaults.StoredValue?) -> [Defaults.KeyName]? {
    guard case .array(let names)? = names else { return nil }
    return names.compactMap { if case .string(let key) = $0 { Defaults.KeyName(key) } else { nil } }
  }
}
