/// Writes an installed schema in the format of its source, which schemas are read from.
///
/// The installed schema has what the source lacks: the administrator's and vendor's defaults, the keys of
/// the schema that it extends, and the user's language.
struct GSettingsSource {
  private let library: GSettingsLibrary

  init(_ library: GSettingsLibrary) {
    self.library = library
  }

  /// Returns the source of a schema.
  func text(of schema: GSettingsLibrary.Schema, named id: String) -> String {
    var flags = ""
    var keys = ""
    for name in library.taken(library.schemaKeys(schema)) {
      let key = library.key(schema, name)
      defer { library.unrefKey(key) }
      let type = library.taken(library.typeText(library.keyType(key)))
      let range = Range(key, library)
      if case .flags(let nicks) = range {
        let values = nicks.enumerated().map {
          Self.element("value", ["nick": $1, "value": "\($0)"])
        }
        flags += Self.element("flags", ["id": name], values.joined())
      }
      keys += element(of: key, named: name, type, range)
    }
    return Self.element("schemalist", [:], flags + Self.element("schema", ["id": id], keys))
  }

  /// What a schema allows besides the type.
  private enum Range {
    case any
    case choices([String])
    case flags([String])
    case limits(minimum: String, maximum: String)

    init(_ key: GSettingsLibrary.Key, _ library: GSettingsLibrary) {
      let range = library.keyRange(key)
      defer { library.unrefVariant(range) }
      let parts = library.elements(range)
      defer { parts.forEach(library.unrefVariant) }
      let content = library.content(parts[1])
      defer { library.unrefVariant(content) }
      func texts() -> [String] {
        library.elements(content).map { element in
          defer { library.unrefVariant(element) }
          return String(cString: library.string(element, nil))
        }
      }
      switch String(cString: library.string(parts[0], nil)) {
      case "enum": self = .choices(texts())
      case "flags": self = .flags(texts())
      case "range":
        let limits = library.elements(content).map(library.taken(_:))
        self = .limits(minimum: limits[0], maximum: limits[1])
      default: self = .any
      }
    }
  }

  private func element(
    of key: GSettingsLibrary.Key,
    named name: String,
    _ type: String,
    _ range: Range
  ) -> String {
    let form = GVariantForm(type: type)
    var attributes = ["name": name, "type": form.isText ? "s" : type]
    var content = ""
    switch range {
    case .any: break
    case .flags: attributes["flags"] = name
    case .limits(let minimum, let maximum):
      content += Self.element("range", ["min": minimum, "max": maximum])
    case .choices(let values):
      let choices = values.map { Self.element("choice", ["value": $0]) }
      content += Self.element("choices", [:], choices.joined())
    }
    let value = library.taken(library.keyDefault(key))
    content += Self.element(
      "default",
      [:],
      Self.escaped(form.isText ? GVariantForm.quoted(value) : value)
    )
    if let summary = library.keySummary(key) {
      content += Self.element("summary", [:], Self.escaped(String(cString: summary)))
    }
    var description = library.keyDescription(key).map { String(cString: $0) } ?? ""
    if form.isText {
      description += description.isEmpty ? "" : "\n\n"
      description += "A value of the type \(type) in GVariant's notation, as gsettings writes it."
    }
    if !description.isEmpty {
      content += Self.element("description", [:], Self.escaped(description))
    }
    return Self.element("key", attributes, content)
  }

  private static func element(
    _ name: String,
    _ attributes: [String: String],
    _ content: String = ""
  ) -> String {
    let list = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\"\(escaped($0.value))\"" }
    return "<\(name)\(list.joined())>\(content)</\(name)>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
