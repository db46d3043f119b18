public import Defaults
public import Foundation

/// An entry for a date and time.
public struct DateField: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

  /// Creates a date field for a key.
  public init(_ title: String, key: Defaults.Key<Date>) {
    entry = Entry(title, key: key, kind: .date)
  }

  /// Creates a date field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<Date?>) {
    entry = Entry(title, key: key, kind: .date).unsettable
  }
}

/// An entry for a URL.
public struct URLField: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

  /// Creates a URL field for a key.
  public init(_ title: String, key: Defaults.Key<URL>) {
    entry = Entry(title, key: key, kind: .url)
  }

  /// Creates a URL field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<URL?>) {
    entry = Entry(title, key: key, kind: .url).unsettable
  }
}

/// An entry for the path of a file or directory.
public struct PathField: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

  /// Creates a path field for a key.
  public init(_ title: String, key: Defaults.Key<String>) {
    entry = Entry(title, key: key, kind: .path)
  }

  /// Creates a path field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<String?>) {
    entry = Entry(title, key: key, kind: .path).unsettable
  }
}

/// An entry for a colour in CSS notation.
public struct ColorField: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

  /// Creates a colour field for a key that holds text.
  public init(_ title: String, key: Defaults.Key<String>) {
    entry = Entry(title, key: key, kind: .color)
  }

  /// Creates a colour field for a key that holds text and may be unset.
  public init(_ title: String, key: Defaults.Key<String?>) {
    entry = Entry(title, key: key, kind: .color).unsettable
  }

  /// Creates a colour field for a key.
  public init(_ title: String, key: Defaults.Key<Defaults.Color>) {
    entry = Entry(title, key: key, kind: .color)
  }

  /// Creates a colour field for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<Defaults.Color?>) {
    entry = Entry(title, key: key, kind: .color).unsettable
  }
}

/// An entry for a list.
public struct ListField: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

  /// Creates a list field for a key.
  public init<Element: Defaults.Serializable>(_ title: String, key: Defaults.Key<[Element]>) {
    entry = Entry(title, key: key, kind: .list(of: .natural(of: Element.self)))
  }
}

/// An entry for a dictionary.
public struct DictionaryField: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

  /// Creates a dictionary field for a key.
  public init<Value: Defaults.Serializable>(_ title: String, key: Defaults.Key<[String: Value]>) {
    entry = Entry(title, key: key, kind: .dictionary(of: .natural(of: Value.self)))
  }
}

/// An entry for a value that its type stores as JSON text.
public struct JSONField: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

  /// Creates a field for a key whose type is stored as JSON text.
  public init<Value: Defaults.Serializable & Codable>(_ title: String, key: Defaults.Key<Value>) {
    entry = Entry(title, key: key, kind: .json)
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
    case let whole as any (FixedWidthInteger & Sendable).Type: wholeNumber(whole)
    default: .any
    }
  }

  private static func wholeNumber<Number: FixedWidthInteger>(_ type: Number.Type) -> ValueKind {
    .integer(NumberLimits(minimum: Int128(Number.min), maximum: Int128(Number.max)))
  }
}
