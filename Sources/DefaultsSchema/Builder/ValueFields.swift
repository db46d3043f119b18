public import DefaultsCore
public import FoundationEssentials

/// The control of a date and time.
public struct DateField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a date field for a key.
  public init(_ title: String, key: Defaults.Key<Date>) where Value == Date {
    self.key = key
    entry = Entry(title, key: key, kind: .date)
  }

  /// Creates a date field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<Date?>) where Value == Date? {
    self.key = key
    entry = Entry(title, key: key, kind: .date).unsettable
  }
}

/// The control of a URL.
public struct URLField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a URL field for a key.
  public init(_ title: String, key: Defaults.Key<URL>) where Value == URL {
    self.key = key
    entry = Entry(title, key: key, kind: .url)
  }

  /// Creates a URL field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<URL?>) where Value == URL? {
    self.key = key
    entry = Entry(title, key: key, kind: .url).unsettable
  }
}

/// The control of the path of a file or directory.
public struct PathField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a path field for a key.
  public init(_ title: String, key: Defaults.Key<String>) where Value == String {
    self.key = key
    entry = Entry(title, key: key, kind: .path)
  }

  /// Creates a path field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<String?>) where Value == String? {
    self.key = key
    entry = Entry(title, key: key, kind: .path).unsettable
  }
}

/// The control of a colour in CSS notation.
public struct ColorField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a colour field for a key that holds text.
  public init(_ title: String, key: Defaults.Key<String>) where Value == String {
    self.key = key
    entry = Entry(title, key: key, kind: .color)
  }

  /// Creates a colour field for a key that holds text and may be unset.
  public init(_ title: String, key: Defaults.Key<String?>) where Value == String? {
    self.key = key
    entry = Entry(title, key: key, kind: .color).unsettable
  }

  /// Creates a colour field for a key.
  public init(_ title: String, key: Defaults.Key<Defaults.Color>) where Value == Defaults.Color {
    self.key = key
    entry = Entry(title, key: key, kind: .color)
  }

  /// Creates a colour field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<Defaults.Color?>) where Value == Defaults.Color? {
    self.key = key
    entry = Entry(title, key: key, kind: .color).unsettable
  }
}

/// The control of a list.
public struct ListField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a list field for a key.
  public init<Element: Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<[Element]>
  ) where Value == [Element] {
    self.key = key
    entry = Entry(title, key: key, kind: .list(of: .natural(of: Element.self)))
  }
}

/// The control of a dictionary.
public struct DictionaryField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a dictionary field for a key.
  public init<Element: Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<[String: Element]>
  ) where Value == [String: Element] {
    self.key = key
    entry = Entry(title, key: key, kind: .dictionary(of: .natural(of: Element.self)))
  }
}

/// The control of a value that its type stores as JSON text.
public struct JSONField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a field for a key whose type is stored as JSON text.
  public init(_ title: String, key: Defaults.Key<Value>) where Value: Codable {
    self.key = key
    entry = Entry(title, key: key, kind: .json)
  }
}

/// The control of a value of any type, for example one with a control of its own.
///
/// The type decides what can be entered: text for a `String`, a number for an `Int`. A value of
/// another type is entered as JSON in its stored form.
public struct ValueField<Value: Defaults.Serializable>: PreferenceField {
  /// The key whose value is shown and set.
  public let key: Defaults.Key<Value>
  /// The entry for the section.
  public var entry: Entry

  /// Creates a field for a key.
  public init(_ title: String, key: Defaults.Key<Value>) {
    self.key = key
    entry = Entry(title, key: key, kind: .natural(of: Value.self))
  }
}

extension ValueKind {
  /// Returns the kind that a type implies; "any" for a type that implies none.
  fileprivate static func natural(of type: any Defaults.Serializable.Type) -> ValueKind {
    switch type {
    case is Bool.Type: .bool
    case is String.Type: .string(TextLimits())
    case is Double.Type, is Float.Type: .real(NumberLimits())
    case is Date.Type: .date
    case is Data.Type: .data
    case is URL.Type: .url
    case is Defaults.Color.Type: .color
    case let whole as any (FixedWidthInteger & Sendable).Type: .integer(NumberLimits(of: whole))
    default: .any
    }
  }
}
