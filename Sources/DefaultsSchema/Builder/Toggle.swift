public import Defaults

/// An entry for true or false.
public struct Toggle: EntryRepresentable {
  /// The entry for the section.
  public let entry: Entry

  /// Creates a toggle for a key.
  public init(_ title: String, key: Defaults.Key<Bool>) {
    entry = Entry(title, key: key, kind: .bool)
  }

  /// Creates a toggle for a key that may be unset.
  public init(_ title: String, key: Defaults.Key<Bool?>) {
    entry = Entry(title, key: key, kind: .bool).unsettable
  }
}
