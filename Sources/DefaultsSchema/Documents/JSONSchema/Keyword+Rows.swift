extension Keyword {
  /// The keywords at the root of a document, in the order of the manual.
  package static let rootRows: [Keyword] = rows(
    .everything,
    [
      "$schema": "The URL of JSON Schema 2020-12.",
      "x-format": "The version of this format: 1. Required.",
      "x-suite": "The suite that the keys belong to. Required.",
      "x-revision":
        "A whole number. If there are several schemas of a suite, the one with the highest is used.",
      "x-app": "An object with the name, version and url of the application.",
      "title": "The title of the suite.",
      "description": "What the suite is for.",
      "markdownDescription": "The same, in Markdown.",
      "x-sections":
        "The sections, in order: an array of objects with an id, a title and a description.",
      "properties": "An object with a schema for each key.",
      "type": "Always \"object\".",
      "additionalProperties":
        "Whether there may be other keys. With false, commands refuse to store them without --force.",
      "$defs": "Schemas that $ref names.",
      "definitions": "The same, in older documents.",
      "allOf, anyOf, oneOf, if, then, else, dependentSchemas, $ref":
        "Further keys in branches. A key of a branch depends on the key whose value the branch requires.",
      "$id": "Read and ignored.",
      "$comment": "Read and ignored.",
    ]
  )

  /// The keywords in the schema of a key, in the order of the manual.
  package static let keyRows: [Keyword] = everything + numbers + texts + lists + tables

  private static func rows(
    _ subject: Subject,
    _ rows: KeyValuePairs<String, String>
  ) -> [Keyword] {
    rows.map { Keyword(name: $0, subject: subject, help: $1) }
  }

  private static let everything = rows(
    .everything,
    [
      "type":
        "boolean, integer, number, string, array or object; an array of several if a value may have "
        + "any of them, with \"null\" if the key may be unset.",
      "title": "The title of the key.",
      "description": "What the key means.",
      "markdownDescription": "The same, in Markdown.",
      "default": "The value while nothing is stored.",
      "examples": "Values that are shown as examples.",
      "enum": "The values to choose from.",
      "enumItemLabels": "The titles of these values, in the same order.",
      "enumDescriptions": "What they mean, in the same order.",
      "markdownEnumDescriptions": "The same, in Markdown.",
      "x-allowCustom": "If true, values besides those of enum are valid.",
      "x-type":
        "How a value is stored: \"date\" or \"data\" for a string, \"unsigned\" for an integer up to "
        + "64 bits, \"any\" in place of type for every value.",
      "const": "The only valid value.",
      "oneOf": "Schemas of which a value fits exactly one, such as types or constants with titles.",
      "anyOf":
        "Schemas of which a value fits at least one: its forms, such as a boolean, an array with items "
        + "and an object with properties. The editor asks for the form first.",
      "allOf": "Schemas that a value fits all of.",
      "x-shownAsStored": "Why the value is shown as it is stored; written by prefs schema convert.",
      "x-section": "The id of the section that contains the key.",
      "order": "A number; keys of a section are sorted by it.",
      "tags": "Words by which the key is found.",
      "x-unit": "The unit of the value, shown after it.",
      "x-placeholder": "A text that is shown while the value is empty.",
      "x-sensitive":
        "If true, the value is hidden and not recorded: the whole value of a key, or a member of an "
        + "object. Of an element, or of a value that has no name, it hides the whole value.",
      "x-hidden": "If true, the key is not shown unless it is asked for.",
      "readOnly": "If true, the key is set by the application only.",
      "x-restart": "When a change takes effect: a text, or true for \"after a restart\".",
      "x-dependsOn":
        "An object with key and equals: the key has no effect unless another key has that value.",
      "x-seeAlso": "Names of related keys.",
      "deprecated": "If true, the key should no longer be used.",
      "deprecationMessage": "Why, and what to use instead.",
      "markdownDeprecationMessage": "The same, in Markdown.",
      "x-replacedBy": "The key to use instead.",
      "x-since": "The version that introduced the key.",
      "x-until": "The last version that has the key.",
      "$ref": "The path of a schema in this document, #/$defs/NAME for example.",
      "$defs": "Schemas that $ref names.",
      "definitions": "The same, in older documents.",
      "$comment": "Read and ignored.",
    ]
  )

  private static let numbers = rows(
    .numbers,
    [
      "minimum": "The least valid value.",
      "maximum": "The greatest valid value.",
      "exclusiveMinimum": "A value that valid ones are above.",
      "exclusiveMaximum": "A value that valid ones are below.",
      "multipleOf": "Valid values are multiples of it.",
      "x-step": "By how much the editor steps the value up and down.",
    ]
  )

  private static let texts = rows(
    .texts,
    [
      "minLength": "The least number of characters.",
      "maxLength": "The greatest number of characters.",
      "pattern": "A regular expression of ECMAScript that matches some part of a valid text.",
      "x-patternSyntax": "\"icu\" for a pattern in the syntax of NSRegularExpression instead.",
      "patternErrorMessage": "What to say of a text that does not match.",
      "format":
        "\"path\" or \"file-path\" for a path, which the editor completes; or a format that texts are "
        + "checked for: \(TextFormat.allCases.map(\.rawValue).sorted().joined(separator: ", ")).",
      "editPresentation": "\"multilineText\" for a text of several lines.",
      "contentEncoding": "\"base64\", for values whose x-type is \"data\".",
      "contentMediaType": "\"application/json\" for a text that is a JSON document.",
    ]
  )

  private static let lists = rows(
    .lists,
    [
      "items": "The schema of each item.",
      "minItems": "The least number of items.",
      "maxItems": "The greatest number of items.",
      "uniqueItems": "If true, no item may occur twice.",
    ]
  )

  private static let tables = rows(
    .tables,
    [
      "properties": "An object with a schema for each member.",
      "required": "The names of the members that must exist.",
      "additionalProperties": "The schema of all other members, or whether there may be others.",
    ]
  )
}
