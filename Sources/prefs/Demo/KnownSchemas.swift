import DefaultsSchema

/// The schemas the tool knows without looking for any.
enum KnownSchemas {
  static var registry: SchemaRegistry { SchemaRegistry([Sketchbook.schema]) }
}
