/// The name of a schema of GSettings, with the path where its values are if it has none of its own.
///
/// Like an argument of `gsettings`: `org.gnome.desktop.interface`, or `SCHEMA:PATH`.
package struct GSettingsName: Hashable, Codable, Sendable {
  /// The identifier of the schema.
  package var schema: String
  /// The path of a relocatable schema; nil for one with a path of its own.
  package var path: String?

  /// Creates a name from its text; nil when the path is none.
  package init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let schema = parts.first, !schema.isEmpty else { return nil }
    self.schema = String(schema)
    guard parts.count > 1 else { return }
    // GLib accepts no other path.
    let path = String(parts[1])
    guard path.hasPrefix("/"), path.hasSuffix("/"), !path.contains("//") else { return nil }
    self.path = path
  }

  /// The text of the name.
  package var text: String { schema + (path.map { ":" + $0 } ?? "") }
}
