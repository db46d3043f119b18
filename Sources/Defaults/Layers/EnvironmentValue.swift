import Foundation

/// The conversion of an environment variable's text to a stored value.
enum EnvironmentValue {
  /// Returns the values that a text can mean, the most likely first and the text itself last.
  ///
  /// The most likely is the first of these that is possible: a value of the kind that the key's
  /// registered default has; JSON, if the text begins like an object, an array or a string; the text
  /// itself, which a typed key converts to its type.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - registered: the registered default; nil for none.
  /// - Returns: the values, at least one.
  static func candidates(
    for text: String,
    registered: Defaults.StoredValue?
  ) -> [Defaults.StoredValue] {
    let isJSON = text.first.map { "{[\"".contains($0) } ?? false
    var candidates = (isJSON ? jsonValue(text) : nil).map { [$0] } ?? []
    if let kind = registered?.kind {
      let meanings = LaunchArguments.meanings(of: text) + candidates
      if let value = meanings.first(where: { $0.kind == kind }) { candidates = [value] }
    }
    return candidates + [.string(text)]
  }

  /// Parses JSON, with tags such as `$date` for types that JSON lacks; nil when it is not JSON, or a
  /// property list cannot hold it.
  private static func jsonValue(_ text: String) -> Defaults.StoredValue? {
    guard
      let object = try? JSONSerialization.jsonObject(
        with: Data(text.utf8),
        options: .fragmentsAllowed
      )
    else { return nil }
    return value(of: object)
  }

  private static func value(of object: Any) -> Defaults.StoredValue? {
    switch object {
    case let elements as [Any]:
      let values = elements.map(value(of:))
      return values.contains(nil) ? nil : .array(values.compactMap(\.self))
    case let members as [String: Any]:
      if members.count == 1, let (name, member) = members.first, name.hasPrefix("$") {
        return tagged(name, member)
      }
      return dictionary(members)
    default:
      return try? Defaults.StoredValue(propertyList: object)
    }
  }

  private static func dictionary(_ members: [String: Any]) -> Defaults.StoredValue? {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    for (name, member) in members {
      guard let value = value(of: member) else { return nil }
      values[Defaults.KeyName(name)] = value
    }
    return .dictionary(values)
  }

  private static func tagged(_ tag: String, _ member: Any) -> Defaults.StoredValue? {
    switch (tag, member) {
    case ("$date", let text as String):
      (try? Date(text, strategy: .iso8601)).map { .date($0) }
    case ("$data", let text as String):
      Data(base64Encoded: text).map { .data($0) }
    case ("$real", let text as String) where ["inf", "-inf", "nan"].contains(text):
      Double(text).map { .real($0) }
    case ("$dictionary", let members as [String: Any]):
      dictionary(members)
    default:
      nil
    }
  }
}
