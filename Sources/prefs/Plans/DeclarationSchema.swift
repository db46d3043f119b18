/// The JSON Schema of the files that `prefs apply` reads, which `prefs apply --print-schema` prints.
///
/// A property list has the same structure. `Declaration.Name` has the names that the reader knows.
enum DeclarationSchema {
  /// The schema document.
  static let text = #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "$id": "prefs-apply",
      "title": "Declaration of suites",
      "description": "What prefs apply makes suites of preferences contain.",
      "type": "object",
      "required": ["suites"],
      "additionalProperties": false,
      "properties": {
        "$schema": {
          "description": "The schema of this file, for editors; not used.",
          "type": "string"
        },
        "suites": {
          "description": "What each suite is to contain, by its name.",
          "type": "object",
          "propertyNames": { "minLength": 1, "maxLength": 200, "pattern": "^[^./][^/]*$" },
          "additionalProperties": { "$ref": "#/$defs/suite" }
        }
      },
      "$defs": {
        "suite": {
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "values": {
              "description": "Values of the suite's own file, by key. With --prune, keys that are stored and not declared are removed.",
              "type": "object",
              "additionalProperties": { "$ref": "#/$defs/value" }
            },
            "absent": {
              "description": "Keys without a value in the suite's own file.",
              "type": "array",
              "items": { "type": "string" }
            },
            "locks": {
              "description": "Values that no user can change, by key. With --prune, keys that are locked and not declared are unlocked.",
              "type": "object",
              "additionalProperties": { "$ref": "#/$defs/lock" }
            },
            "unlocked": {
              "description": "Keys that are not locked.",
              "type": "array",
              "items": { "type": "string" }
            }
          }
        },
        "lock": {
          "type": "object",
          "required": ["value"],
          "additionalProperties": false,
          "properties": {
            "value": { "$ref": "#/$defs/value" },
            "reason": {
              "description": "Why the key is locked, for users who want to change it.",
              "type": "string"
            }
          }
        },
        "value": {
          "description": "A value as prefs export --json writes it. Types that JSON lacks are objects with one member: $date, $data, $real, $uid, $null, $dictionary or $opaque.",
          "type": ["boolean", "number", "string", "array", "object"]
        }
      }
    }

    """#
}
