/// What a store asks of the helper process; each request is one line of JSON.
enum GSettingsRequest: Codable, Sendable {
  /// The installed schemas.
  case schemas
  /// The relocatable schemas below a schema, with the paths where it has them.
  case children(GSettingsName)
  /// The schema, as the text of its source.
  case describe(GSettingsName)
  /// The keys with their values.
  case read(GSettingsName)
  /// Sets keys to values in GVariant's notation, or resets them.
  case write(GSettingsName, edits: [String: String?])
  /// The name of the schema as an event, whenever one of its values may have changed.
  case watch(GSettingsName)
}

/// The answer to a request; each is one line of JSON.
enum GSettingsReply: Codable, Sendable {
  case schemas([GSettingsSummary])
  case document(String)
  /// The keys of a schema, and the path that stands before their names in the database.
  case keys([GSettingsKey], path: String)
  case done
  case failed(GSettingsFailure)
}

/// A schema that is installed.
package struct GSettingsSummary: Hashable, Codable, Sendable {
  /// Its name.
  package var name: GSettingsName
  /// How many keys it has.
  package var keyCount: Int
  /// Whether schemas below it may be relocatable.
  var hasChildren: Bool
}

/// A key of a schema with its values in GVariant's notation.
struct GSettingsKey: Hashable, Codable, Sendable {
  var name: String
  /// The type, as GVariant writes it.
  var type: String
  /// The user's value; nil when there is none.
  var user: String?
  /// The value of the system's databases, if it is not the default of the schema.
  var system: String?
  /// The value to which the key is locked; nil when it can be written.
  var locked: String?
}

/// Why the helper could not do what it was asked.
enum GSettingsFailure: Error, Hashable, Codable, Sendable {
  /// GIO is not installed, or has no database; the reason is a phrase without a full stop.
  case unavailable(reason: String)
  /// The helper ended; the next request starts another one.
  case ended
  case noSchema
  /// The schema has no path of its own, and none was given.
  case pathMissing
  /// The schema has a path of its own, and another one was given.
  case pathFixed(String)
  /// The value of a key was refused; the reason is a phrase without a full stop.
  case refused(key: String, reason: String)
  /// The values were not stored; the reason is a phrase without a full stop.
  case notStored(reason: String)
}
