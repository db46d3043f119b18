/// The formats of documents that say what keys mean.
public enum SchemaFormat: String, Hashable, Sendable, CaseIterable {
  /// The project's own: JSON Schema with a few words more.
  case native
  /// The `package.json` of an extension of VS Code.
  case visualStudioCode
  /// JSON Schema that was written for something else, Jamf's manifests for example.
  case jsonSchema
  /// A manifest that describes managed preferences.
  case profileManifest
  /// The settings page of an app for iOS.
  case settingsBundle
  /// The XML of GSettings.
  case gsettings

  /// The format's name for people.
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
