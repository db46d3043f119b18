extension ManualPage {
  /// prefs-json(5), what the commands print with `--json`, from the table of the members of records.
  static var json: ManualPage {
    ManualPage(
      name: "prefs-json",
      number: 5,
      abstract: "JSON that prefs prints and reads",
      parts: [
        .section("DESCRIPTION"),
        .paragraph(
          """
          The commands of prefs print JSON in two shapes. What prefs read, export, ask and snapshot show \
          print is a document, which prefs import reads as well: an object with the value of each key. \
          For several suites it is an object with the document of each suite, and for one key the value \
          alone.
          """
        ),
        .paragraph(
          """
          All other commands print an array of records, one for each change, finding, suite or key, and \
          an empty array for none. prefs watch prints a record on a line of its own for each change. A \
          record has those of the members below that are known. Later versions can add members.
          """
        ),
        .section("VALUES"),
        .paragraph(
          """
          Values of types that JSON lacks are objects with one member, as in prefs-apply(5): $date, $data, \
          $real, $uid, $null, $dictionary and $opaque. Secrets are left out unless --secrets is given; a record \
          then has omitted in place of the values.
          """
        ),
        .section("MEMBERS OF A RECORD"),
        .terms(Record.Field.allCases.map { ($0.rawValue, $0.text) }),
        .section("FILES"),
        .terms([
          (
            "/usr/share/prefs/prefs-json.schema.json",
            "The JSON Schema of both shapes; prefs manual --json-schema prints it."
          )
        ]),
        .section("EXAMPLES"),
        .example([
          "prefs history --since today --json 'org.*' | jq -r '.[] | [.time, .actor, .suite, .key] | @tsv'",
          "prefs find --json proxy | jq -r '.[].suite' | sort -u",
          "prefs apply --check --json declared.json | jq '.[] | select(.result != \"same\")'",
        ]),
        .section("SEE ALSO"), .references(["prefs(1)", "prefs-apply(5)"]),
      ]
    )
  }
}
