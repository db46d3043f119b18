public import DefaultsCore

/// The control of one of some values.
///
/// ```swift
/// Defaults.Picker("Theme", key: .theme, titles: [.auto: "Follow the terminal"])
/// ```
public struct Picker<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a picker over all cases of the key's type.
  ///
  /// - Parameters:
  ///   - title: a short title that is shown for the key.
  ///   - key: the key.
  ///   - titles: the titles of cases; a case without one has its raw value as title.
  ///   - help: descriptions of cases.
  public init(
    _ title: String,
    key: Defaults.Key<Value>,
    titles: [Value: String] = [:],
    help: [Value: String] = [:]
  ) where Value: CaseIterable & RawRepresentable & Hashable {
    self.key = key
    let choices = Choice.all(of: Value.self, titles, help) { try? key.encode($0) }
    entry = Entry(title, key: key, kind: .choice(choices))
  }

  /// Creates a picker over all cases of the type of a key that may be unset.
  public init<Element>(
    _ title: String,
    key: Defaults.Key<Element?>,
    titles: [Element: String] = [:],
    help: [Element: String] = [:]
  )
  where
    Value == Element?,
    Element: Defaults.Serializable & CaseIterable & RawRepresentable & Hashable
  {
    self.key = key
    let choices = Choice.all(of: Element.self, titles, help) { try? key.encode($0) }
    entry = Entry(title, key: key, kind: .choice(choices)).unsettable
  }

  /// Creates a picker over a list of texts.
  ///
  /// - Parameters:
  ///   - title: a short title that is shown for the key.
  ///   - key: the key.
  ///   - choices: the choices in the order in which they are shown.
  ///   - allowsOthers: whether any other text is allowed too.
  public init(
    _ title: String,
    key: Defaults.Key<String>,
    choices: [Choice],
    allowsOthers: Bool = false
  ) where Value == String {
    self.key = key
    let others: ValueKind? = allowsOthers ? .string(TextLimits()) : nil
    entry = Entry(title, key: key, kind: .choice(choices, others: others))
  }
}

/// The control of several of some values.
public struct Checklist<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a checklist over all cases of the elements' type.
  ///
  /// - Parameters:
  ///   - title: a short title that is shown for the key.
  ///   - key: the key.
  ///   - titles: the titles of cases; a case without one has its raw value as title.
  ///   - help: descriptions of cases.
  public init<Element>(
    _ title: String,
    key: Defaults.Key<[Element]>,
    titles: [Element: String] = [:],
    help: [Element: String] = [:]
  )
  where
    Value == [Element],
    Element: Defaults.Serializable & CaseIterable & RawRepresentable & Hashable
  {
    self.key = key
    entry = Entry(title, key: key, kind: .choices(Choice.all(of: Element.self, titles, help)))
  }

  /// Creates a checklist for a set: every case at most once, in no order.
  public init<Element>(
    _ title: String,
    key: Defaults.Key<Set<Element>>,
    titles: [Element: String] = [:],
    help: [Element: String] = [:]
  )
  where
    Value == Set<Element>,
    Element: Defaults.Serializable & CaseIterable & RawRepresentable & Hashable
  {
    self.key = key
    let choices = Choice.all(of: Element.self, titles, help)
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
      // A case that cannot be stored is not a choice.
      stored(value).map {
        Choice($0, title: titles[value] ?? "\(value.rawValue)", help: help[value] ?? "")
      }
    }
  }
}
