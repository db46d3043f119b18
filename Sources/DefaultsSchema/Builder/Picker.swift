public import Defaults

/// An entry that holds one of some values.
public struct Picker: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates a picker over all cases of the key's type.
  ///
  /// - Parameters:
  ///   - title: a short name for people.
  ///   - key: the key.
  ///   - titles: names for people by case; a case without one shows its raw value.
  ///   - help: what choosing a case means, by case.
  public init<Value>(
    _ title: String,
    key: Defaults.Key<Value>,
    titles: [Value: String] = [:],
    help: [Value: String] = [:]
  ) where Value: Defaults.Serializable & CaseIterable & RawRepresentable & Hashable {
    let choices = Choice.all(of: Value.self, titles, help) { try? key.encode($0) }
    entry = Entry(title, key: key, kind: .choice(choices))
  }

  /// Creates a picker over all cases of the type of a key that may be unset.
  public init<Value>(
    _ title: String,
    key: Defaults.Key<Value?>,
    titles: [Value: String] = [:],
    help: [Value: String] = [:]
  ) where Value: Defaults.Serializable & CaseIterable & RawRepresentable & Hashable {
    let choices = Choice.all(of: Value.self, titles, help) { try? key.encode($0) }
    entry = Entry(title, key: key, kind: .choice(choices)).unsettable
  }

  /// Creates a picker over texts.
  ///
  /// - Parameters:
  ///   - title: a short name for people.
  ///   - key: the key.
  ///   - choices: the texts in the order in which they are shown.
  ///   - allowsOthers: whether any other text may be stored as well.
  public init(
    _ title: String,
    key: Defaults.Key<String>,
    choices: [Choice],
    allowsOthers: Bool = false
  ) {
    let others: ValueKind? = allowsOthers ? .string(TextLimits()) : nil
    entry = Entry(title, key: key, kind: .choice(choices, others: others))
  }
}

/// An entry that holds several of some values.
public struct Checklist: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates a checklist over all cases of the elements' type.
  ///
  /// - Parameters:
  ///   - title: a short name for people.
  ///   - key: the key.
  ///   - titles: names for people by case; a case without one shows its raw value.
  ///   - help: what choosing a case means, by case.
  public init<Value>(
    _ title: String,
    key: Defaults.Key<[Value]>,
    titles: [Value: String] = [:],
    help: [Value: String] = [:]
  ) where Value: Defaults.Serializable & CaseIterable & RawRepresentable & Hashable {
    entry = Entry(title, key: key, kind: .choices(Choice.all(of: Value.self, titles, help)))
  }

  /// Creates a checklist in which every case is chosen at most once, in no order.
  public init<Value>(
    _ title: String,
    key: Defaults.Key<Set<Value>>,
    titles: [Value: String] = [:],
    help: [Value: String] = [:]
  ) where Value: Defaults.Serializable & CaseIterable & RawRepresentable & Hashable {
    let choices = Choice.all(of: Value.self, titles, help)
    entry = Entry(title, key: key, kind: .choices(choices, CollectionLimits(isUnique: true)))
  }
}

extension Choice {
  fileprivate static func all<Value>(
    of type: Value.Type,
    _ titles: [Value: String],
    _ help: [Value: String],
    stored: (Value) -> Defaults.StoredValue? = { try? Value._storedValue(of: $0) }
  ) -> [Choice]
  where Value: Defaults.Serializable & CaseIterable & RawRepresentable & Hashable {
    Value.allCases.compactMap { value in
      // A case that cannot be stored cannot be chosen either.
      stored(value).map {
        Choice($0, title: titles[value] ?? "\(value.rawValue)", help: help[value] ?? "")
      }
    }
  }
}
