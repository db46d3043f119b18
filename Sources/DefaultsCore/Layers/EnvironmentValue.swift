/// The conversion of an environment variable's text to a stored value.
enum EnvironmentValue {
  /// Returns the values that a text can mean, the most likely first and the text itself last.
  ///
  /// The most likely is the first of these that is possible: a value of the kind that the key's
  /// registered default has; JSON, if the text begins like an object, an array or a string; the
  /// text itself, which a typed key converts to its type.
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

  /// Parses JSON in the form of ``Defaults/StoredValue/taggedJSON``; nil when the text is not JSON of
  /// this form.
  private static func jsonValue(_ text: String) -> Defaults.StoredValue? {
    // `try?`: a text that is not JSON is a value itself.
    (try? Defaults.JSONValue(parsing: text, deepestNesting: PropertyListLimits.nesting))
      .flatMap { try? Defaults.StoredValue(taggedJSON: $0) }
  }
}
