extension Keyword {
  /// The keywords at the root of a document, in the order of the manual.
  package static let rootRows: [Keyword] = [
    .init(.everything, "$schema", "The URL of JSON Schema 2020-12."),
    .init(.everything, "x-format", "The version of this format: 1. Required."),
    .init(.everything, "x-suite", "The suite that the keys belong to. Required."),
    .init(
      .everything,
      "x-revision",
      "A whole number. If there are several schemas of a suite, the one with the highest is used."
    ),
    .init(.everything, "x-app", "An object with the name, version and url of the application."),
    .init(.everything, "title", "The title of the suite."),
    .init(.everything, "description", "What the suite is for."),
    .init(.everything, "markdownDescription", "The same, in Markdown."),
    .init(
      .everything,
      "x-sections",
      "The sections, in order: an array of objects with an id, a title and a description."
    ),
    .init(.everything, "properties", "An object with a schema for each key."),
    .init(.everything, "type", "Always \"object\"."),
    .init(
      .everything,
      "additionalProperties",
      "Whether there may be other keys. With false, commands refuse to store them without --force."
    ),
    .init(.everything, "$defs", "Schemas that $ref names."),
    .init(.everything, "definitions", "The same, in older documents."),
    .init(
      .everything,
      "allOf, anyOf, oneOf, if, then, else, dependentSchemas, $ref",
      "Further keys in branches. A key of a branch depends on the key whose value the branch requires."
    ),
    .init(.everything, "$id", "Read and ignored."),
    .init(.everything, "$comment", "Read and ignored."),
  ]

  /// The keywords in the schema of a key, in the order of the manual.
  package static let keyRows: [Keyword] = everything + numbers + texts + lists + tables

  private static let everything: [Keyword] = [
    .init(
      .everything,
      "type",
      "boolean, integer, number, string, array or object; an array of several if a value may have "
        + "any of them, with \"null\" if the key may be unset."
    ),
    .init(.everything, "title", "The title of the key."),
    .init(.everything, "description", "What the key means."),
    .init(.everything, "markdownDescription", "The same, in Markdown."),
    .init(.everything, "default", "The value while nothing is stored."),
    .init(.everything, "examples", "Values that are shown as examples."),
    .init(.everything, "enum", "The values to choose from."),
    .init(.everything, "enumItemLabels", "The titles of these values, in the same order."),
    .init(.everything, "enumDescriptions", "What they mean, in the same order."),
    .init(.everything, "markdownEnumDescriptions", "The same, in Markdown."),
    .init(.everything, "x-allowCustom", "If true, values besides those of enum are valid."),
    .init(
      .everything,
      "x-type",
      "How a value is stored: \"date\" or \"data\" for a string, \"unsigned\" for an integer up to "
        + "64 bits, \"any\" in place of type for every value."
    ),
    .init(.everything, "const", "The only valid value."),
    .init(
      .everything,
      "oneOf",
      "Schemas of which a value fits exactly one, such as types or constants with titles."
    ),
    .init(
      .everything,
      "anyOf",
      "Schemas of which a value fits at least one: its forms, such as a boolean, an array with items "
        + "and an object with properties. The editor asks for the form first."
    ),
    .init(.everything, "allOf", "Schemas that a value fits all of."),
    .init(
      .everything,
      "x-shownAsStored",
      "Why the value is shown as it is stored; written by prefs schema convert."
    ),
    .init(.everything, "x-section", "The id of the section that contains the key."),
    .init(.everything, "order", "A number; keys of a section are sorted by it."),
    .init(.everything, "tags", "Words by which the key is found."),
    .init(.everything, "x-unit", "The unit of the value, shown after it."),
    .init(.everything, "x-placeholder", "A text that is shown while the value is empty."),
    .init(
      .everything,
      "x-sensitive",
      "If true, the value is hidden and not recorded: the whole value of a key, or a member of an "
        + "object. Of an element, or of a value that has no name, it hides the whole value."
    ),
    .init(.everything, "x-hidden", "If true, the key is not shown unless it is asked for."),
    .init(.everything, "readOnly", "If true, the key is set by the application only."),
    .init(
      .everything,
      "x-restart",
      "When a change takes effect: a text, or true for \"after a restart\"."
    ),
    .init(
      .everything,
      "x-dependsOn",
      "An object with key and equals: the key has no effect unless another key has that value."
    ),
    .init(.everything, "x-seeAlso", "Names of related keys."),
    .init(.everything, "deprecated", "If true, the key should no longer be used."),
    .init(.everything, "deprecationMessage", "Why, and what to use instead."),
    .init(.everything, "markdownDeprecationMessage", "The same, in Markdown."),
    .init(.everything, "x-replacedBy", "The key to use instead."),
    .init(.everything, "x-since", "The version that introduced the key."),
    .init(.everything, "x-until", "The last version that has the key."),
    .init(.everything, "$ref", "The path of a schema in this document, #/$defs/NAME for example."),
    .init(.everything, "$defs", "Schemas that $ref names."),
    .init(.everything, "definitions", "The same, in older documents."),
    .init(.everything, "$comment", "Read and ignored."),
  ]

  private static let numbers: [Keyword] = [
    .init(.numbers, "minimum", "The least valid value."),
    .init(.numbers, "maximum", "The greatest valid value."),
    .init(.numbers, "exclusiveMinimum", "A value that valid ones are above."),
    .init(.numbers, "exclusiveMaximum", "A value that valid ones are below."),
    .init(.numbers, "multipleOf", "Valid values are multiples of it."),
    .init(.numbers, "x-step", "By how much the editor steps the value up and down."),
  ]

  private static let texts: [Keyword] = [
    .init(.texts, "minLength", "The least number of characters."),
    .init(.texts, "maxLength", "The greatest number of characters."),
    .init(
      .texts,
      "pattern",
      "A regular expression of ECMAScript that matches some part of a valid text."
    ),
    .init(
      .texts,
      "x-patternSyntax",
      "\"icu\" for a pattern in the syntax of NSRegularExpression instead."
    ),
    .init(.texts, "patternErrorMessage", "What to say of a text that does not match."),
    .init(
      .texts,
      "format",
      "\"path\" or \"file-path\" for a path, which the editor completes; or a format that texts are "
        + "checked for: \(TextFormat.allCases.map(\.rawValue).sorted().joined(separator: ", "))."
    ),
    .init(.texts, "editPresentation", "\"multilineText\" for a text of several lines."),
    .init(.texts, "contentEncoding", "\"base64\", for values whose x-type is \"data\"."),
    .init(.texts, "contentMediaType", "\"application/json\" for a text that is a JSON document."),
  ]

  private static let lists: [Keyword] = [
    .init(.lists, "items", "The schema of each item."),
    .init(.lists, "minItems", "The least number of items."),
    .init(.lists, "maxItems", "The greatest number of items."),
    .init(.lists, "uniqueItems", "If true, no item may occur twice."),
  ]

  private static let tables: [Keyword] = [
    .init(.tables, "properties", "An object with a schema for each member."),
    .init(.tables, "required", "The names of the members that must exist."),
    .init(
      .tables,
      "additionalProperties",
      "The schema of all other members, or whether there may be others."
    ),
  ]
}
