package import DefaultsCore

/// The schemas of GSettings that are installed.
package struct GSettingsSchemas {
  private let process: GSettingsProcess

  /// Creates a list that a helper process reads.
  package init(_ process: GSettingsProcess = .shared) {
    self.process = process
  }

  /// Returns the schemas with keys, and the relocatable ones below them with their paths.
  ///
  /// It fails when GIO or schemas are not installed.
  package func all() throws(Defaults.StoreError) -> [GSettingsSummary] {
    let location = Self.location
    guard case .schemas(let schemas) = try process.reply(to: .schemas, at: location) else {
      return []
    }
    var found: [GSettingsSummary] = []
    var queue = schemas[...]
    while let schema = queue.popFirst() {
      found.append(schema)
      // The helper ends when the schema of a child is not installed.
      guard schema.hasChildren, found.count < 10_000,
        case .schemas(let children)? = try? process.reply(to: .children(schema.name))
      else { continue }
      queue += children
    }
    return found.filter { $0.keyCount > 0 }.sorted { $0.name.text < $1.name.text }
  }

  /// Returns a schema as the text of its source; fails when it is not installed.
  package func source(of name: GSettingsName) throws(Defaults.StoreError) -> String {
    let reply = try process.reply(to: .describe(name), at: Self.location)
    return if case .document(let text) = reply { text } else { "" }
  }

  /// The place in errors.
  private static let location = "GSettings"
}
