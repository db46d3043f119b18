/// The app that a schema belongs to, as shown to the user.
public struct AppInfo: Hashable, Sendable {
  /// The app's name; may be empty.
  public var name: String
  /// The version that the schema describes; may be empty.
  public var version: String
  /// The address of a page about the app; may be empty.
  public var url: String

  /// Creates the description of an app.
  public init(name: String = "", version: String = "", url: String = "") {
    self.name = name
    self.version = version
    self.url = url
  }
}
