/// A format of documents that describe keys.
///
/// Each reader declares its format in its own file; ``allCases`` lists those of all readers.
public struct SchemaFormat: Hashable, Sendable {
  /// The name of several documents of the format in messages.
  public let plural: String
}

extension SchemaFormat: CaseIterable {
  /// The formats that can be read, in the order in which they are recognised.
  public static var allCases: [SchemaFormat] { SchemaReaders.all.map { $0.format } }

  /// The names of all formats but the project's own, for a sentence: `A, B and C`.
  public static var foreignNames: String {
    let names = allCases.filter { $0 != .native }.map(\.plural)
    return names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
  }
}
