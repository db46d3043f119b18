import DefaultsCore
import FoundationEssentials

/// A keyword of the dialect, as a reader of schemas and a manual need it.
package struct Keyword: Sendable {
  /// The values that a keyword applies to.
  package enum Subject: Hashable, Sendable, CaseIterable {
    case everything, numbers, texts, lists, tables
  }

  /// The name.
  package let name: String
  /// The values that it applies to.
  package let subject: Subject
  /// What it means, one or two sentences.
  package let help: String
}

extension Keyword {
  /// The keywords in the schema of a key, with the values they apply to.
  static let ofKey: [String: Subject] = Dictionary(
    uniqueKeysWithValues: keyRows.map { ($0.name, $0.subject) }
  )

  /// The keywords at the root of a document.
  static let ofRoot: Set<String> = Set(rootRows.flatMap { $0.name.components(separatedBy: ", ") })

  /// Keywords of JSON Schema that the value of a key is checked with, but that no control shows.
  package static let constraints: [String] = [
    "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies",
    "patternProperties", "minProperties", "maxProperties", "propertyNames", "prefixItems",
    "additionalItems", "contains", "minContains", "maxContains", "unevaluatedProperties",
    "unevaluatedItems", "$dynamicRef", "$recursiveRef", "$anchor", "$dynamicAnchor", "$id", "id",
    "$schema",
  ]

  /// Returns the known keyword that differs in case or by one edit; nil when there is none.
  static func suggestion(for name: String, among known: some Sequence<String>) -> String? {
    known.filter { $0.lowercased() == name.lowercased() || editDistance($0, name) <= 1 }.min()
  }
}

extension ValueKind {
  /// The subjects of the keywords that apply to values of the kind.
  var subjects: Set<Keyword.Subject> {
    switch self {
    case .bool: []
    case .integer, .real: [.numbers]
    case .string, .date, .data, .url, .path, .color, .json: [.texts]
    case .list, .choices: [.lists]
    case .dictionary, .table: [.tables]
    case .choice, .alternatives, .any: [.numbers, .texts, .lists, .tables]
    }
  }
}
