/// A format of documents that describe keys.
public enum SchemaFormat: String, Hashable, Sendable, CaseIterable {
  /// The project's own format: JSON Schema with some keywords more.
  case native
  /// The `package.json` of an extension of VS Code.
  case visualStudioCode
  /// JSON Schema that was written for another program, for example Jamf's manifests.
  case jsonSchema
  /// A manifest that describes managed preferences.
  case profileManifest
  /// The settings bundle of an iOS app.
  case settingsBundle
  /// The XML schemas of GSettings.
  case gsettings

  /// The format's name in messages.
  public var name: String {
    switch self {
    case .native: "schema document"
    case .visualStudioCode: "settings of a VS Code extension"
    case .jsonSchema: "JSON Schema"
    case .profileManifest: "profile manifest"
    case .settingsBundle: "settings bundle"
    case .gsettings: "GSettings schema"
    }
  }
}
