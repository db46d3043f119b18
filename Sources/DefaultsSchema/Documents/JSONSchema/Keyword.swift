import Defaults

/// The keywords of the dialect, and the values they apply to.
enum Keyword {
  /// The values that a keyword applies to.
  enum Subject: Hashable {
    case everything, numbers, texts, lists, tables
  }

  /// The keywords in the schema of a key, with the values they apply to.
  static let ofKey: [String: Subject] = {
    var subjects: [String: Subject] = [:]
    let table: [(Subject, [String])] = [
      (
        .everything,
        [
          "type", "title", "description", "markdownDescription", "default", "deprecated",
          "deprecationMessage", "markdownDeprecationMessage", "x-replacedBy", "x-since", "x-until",
          "readOnly", "x-hidden", "x-sensitive", "x-restart", "tags", "order", "x-section",
          "x-dependsOn", "x-seeAlso", "$comment", "$ref", "$defs", "definitions", "examples",
          "x-placeholder", "x-unit", "anyOf", "oneOf", "enum", "enumItemLabels",
          "enumDescriptions", "markdownEnumDescriptions", "x-allowCustom", "x-type",
        ]
      ),
      (
        .numbers,
        ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "x-step"]
      ),
      (
        .texts,
        [
          "minLength", "maxLength", "pattern", "patternErrorMessage", "format",
          "editPresentation", "contentEncoding", "contentMediaType",
        ]
      ),
      (.lists, ["items", "minItems", "maxItems", "uniqueItems"]),
      (.tables, ["properties", "additionalProperties", "required"]),
    ]
    for (subject, names) in table {
      for name in names { subjects[name] = subject }
    }
    return subjects
  }()

  /// The keywords at the root of a document.
  static let ofRoot: Set<String> = [
    "$schema", "$id", "$comment", "$defs", "definitions", "x-format", "x-suite", "x-revision",
    "x-app", "title", "description", "markdownDescription", "type", "x-sections", "properties",
    "additionalProperties",
  ]

  /// Keywords of JSON Schema that describe values no control can edit.
  static let unsupported = [
    "allOf", "not", "if", "then", "else", "dependentRequired", "dependentSchemas", "dependencies",
    "patternProperties", "prefixItems", "const", "contains", "propertyNames",
    "unevaluatedProperties", "unevaluatedItems", "$dynamicRef",
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
