/// The formats of documents that say what keys mean.
public enum SchemaFormat: String, Hashable, Sendable, CaseIterable {
  /// The project's own: JSON Schema with a few words more.
  case native

  /// The format's name for people.
  public var name: String {
    switch self {
    case .native: "schema document"
    }
  }
}
