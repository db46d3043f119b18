import DefaultsSchema

extension ManualPage {
  /// prefs-schema(5), from the table of keywords that the reader of schemas uses.
  static var schema: ManualPage {
    ManualPage(
      name: "prefs-schema",
      number: 5,
      abstract: "documents that describe the keys of a suite",
      parts: schemaIntroduction
        + [
          .section("KEYWORDS OF THE DOCUMENT"), .terms(Keyword.rootRows.map { ($0.name, $0.help) }),
        ]
        + [.section("KEYWORDS OF A KEY")]
        + Keyword.Subject.allCases.flatMap { subject in
          [
            .heading(title(of: subject)),
            .terms(Keyword.keyRows.filter { $0.subject == subject }.map { ($0.name, $0.help) }),
          ]
        }
        + schemaConstraints + schemaEnding
    )
  }

  private static var schemaConstraints: [Part] {
    let keywords = Keyword.constraints.filter { !$0.hasPrefix("$") && $0 != "id" }
    return [
      .heading("What is checked and not shown"),
      .paragraph(
        "Values are checked with the other keywords of JSON Schema 2020-12 as well: "
          + "\(keywords.joined(separator: ", ")). The editor does not show what they say."
      ),
    ]
  }

  private static func title(of subject: Keyword.Subject) -> String {
    switch subject {
    case .everything: "All keys"
    case .numbers: "Numbers"
    case .texts: "Strings"
    case .lists: "Arrays"
    case .tables: "Objects"
    }
  }

  private static let schemaIntroduction: [Part] = [
    .section("DESCRIPTION"),
    .paragraph(
      """
      A schema says what the keys of a suite mean: titles, types, limits, choices and defaults. The \
      editor shows it, and prefs checks each value against it before the value is stored. It is a \
      JSON Schema of the version 2020-12 with keywords of Visual Studio Code and some more, which \
      begin with x-.
      """
    ),
    .paragraph(
      """
      The file is named SUITE.schema.json. If there is an error in the schema of one key, that key is \
      shown as it is stored, and the rest of the document is used. prefs schema check lists all \
      problems with their lines.
      """
    ),
    .paragraph(
      """
      prefs schema convert and the option --schema also read \(SchemaFormat.foreignNames).
      """
    ),
    .paragraph(
      """
      A file with several schemas, such as one of GSettings, is read as the schema that --id names, else \
      as the one with the identifier of the suite, else as the first with keys. An identifier that the \
      file does not have is an error, which lists those that it has. Keys of the other schemas are \
      listed by prefs schema check.
      """
    ),
    .paragraph(
      """
      A file has at most 4 MiB and 20,000 keys, unless --schema-max-bytes and --schema-max-keys say \
      otherwise. A value whose check takes too many steps, as definitions that refer to each other can \
      demand, is refused with that reason.
      """
    ),
    .paragraph(
      """
      What is stored for all users, such as a lock, is checked by the schemas of root. Root's commands \
      leave out directories that another user controls, and the home of the user whom --user names, \
      unless --schema-dir names them.
      """
    ),
    .paragraph(
      """
      Keys that the schema does not have can be stored, with a note that names the nearest key. Where \
      the schema has "additionalProperties": false, prefs write, import and apply refuse them without \
      --force, and prefs lock refuses them. prefs write also refuses a key with "readOnly": true without \
      --force.
      """
    ),
  ]

  private static let schemaEnding: [Part] = [
    .section("FILES"),
    .paragraph("The directories are searched in this order."),
    .terms([
      ("$PREFS_SCHEMA_DIR", "Directories that are separated by colons."),
      ("~/.local/share/prefs/schemas", "Schemas that applications have published."),
      (
        "/usr/local/share/prefs/schemas, /usr/share/prefs/schemas",
        "Schemas of installed packages."
      ),
    ]),
    .section("EXAMPLES"),
    .example([
      "{",
      "  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",",
      "  \"x-format\": 1,",
      "  \"x-suite\": \"org.example.app\",",
      "  \"title\": \"Example\",",
      "  \"type\": \"object\",",
      "  \"properties\": {",
      "    \"volume\": {",
      "      \"type\": \"number\", \"title\": \"Volume\", \"minimum\": 0, \"maximum\": 1,",
      "      \"default\": 0.8, \"x-step\": 0.05",
      "    },",
      "    \"theme\": {",
      "      \"type\": \"string\", \"enum\": [\"light\", \"dark\"], \"default\": \"light\"",
      "    },",
      "    \"proxy\": {",
      "      \"title\": \"Proxy\", \"default\": false,",
      "      \"anyOf\": [",
      "        { \"type\": \"boolean\" },",
      "        { \"type\": \"array\", \"items\": { \"type\": \"string\", \"format\": \"uri\" } },",
      "        {",
      "          \"type\": \"object\", \"required\": [\"host\"],",
      "          \"properties\": {",
      "            \"host\": { \"type\": \"string\" },",
      "            \"port\": { \"type\": \"integer\", \"minimum\": 1 }",
      "          }",
      "        }",
      "      ]",
      "    }",
      "  }",
      "}",
    ]),
    .section("SEE ALSO"),
    .references(["prefs(1)"]),
  ]
}
