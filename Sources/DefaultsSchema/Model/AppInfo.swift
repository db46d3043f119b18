/// The app that a schema belongs to, for people.
public struct AppInfo: Hashable, Sendable {
  /// The app's name; may be empty.
  public var name: String
  /// The version that the schema describes; may be empty.
  public var version: String
  /// Where to read more; may be empty.
  public var url: String

  /// Creates what is known about an app.
  public init(name: String = "", version: String = "", url: String = "") {
    self.name = name
    self.version = version
    self.url = url
  }
}
