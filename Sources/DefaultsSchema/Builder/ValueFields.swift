public import Defaults
public import Foundation

/// An entry that holds a point in time.
public struct DateField: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates a date field for a key.
  public init(_ title: String, key: Defaults.Key<Date>) {
    entry = Entry(title, key: key, kind: .date)
  }

  /// Creates a date field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<Date?>) {
    entry = Entry(title, key: key, kind: .date)
  }
}

/// An entry that holds an address.
public struct URLField: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates an address field for a key.
  public init(_ title: String, key: Defaults.Key<URL>) {
    entry = Entry(title, key: key, kind: .url)
  }

  /// Creates an address field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<URL?>) {
    entry = Entry(title, key: key, kind: .url)
  }
}

/// An entry that holds values in order.
public struct ListField: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates a list field for a key.
  public init<Element: Defaults.Serializable>(_ title: String, key: Defaults.Key<[Element]>) {
    entry = Entry(title, key: key, kind: .list)
  }
}

/// An entry that holds values by name.
public struct DictionaryField: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates a dictionary field for a key.
  public init<Value: Defaults.Serializable>(_ title: String, key: Defaults.Key<[String: Value]>) {
    entry = Entry(title, key: key, kind: .dictionary)
  }
}

/// An entry that holds a structure, which its type stores as JSON text.
public struct JSONField: EntryRepresentable {
  /// The entry it stands for.
  public let entry: Entry

  /// Creates a field for a key whose value is encoded as JSON.
  public init<Value: Defaults.Serializable & Codable>(_ title: String, key: Defaults.Key<Value>) {
    entry = Entry(title, key: key, kind: .json)
  }
}
