import DefaultsCore
import DefaultsSchema

// Why a filter cannot match any key: a property that does not exist, or a value that no key can have.
extension Query {
  /// Returns the first problem as sentences; nil if the filter has none.
  ///
  /// Looks at the tags of all keys only if the filter has `@tag:`.
  func problem(in document: Document) -> String? {
    for (name, value) in propertyWords {
      if let problem = Self.problem(name, value, in: document) { return problem }
    }
    return nil
  }

  private static func problem(_ name: String, _ value: String, in document: Document) -> String? {
    guard let property = FilterProperty(rawValue: name) else {
      let names = FilterProperty.allCases.map(\.rawValue)
      return sentence("No such filter: @\(name).", nearestWord(to: name, among: names)) { "@\($0)" }
    }
    guard property.takesValue else { return nil }
    guard !value.isEmpty else {
      let values = property.values(in: document)
      let example = values.isEmpty ? "" : ", such as @\(name):\(values[0].quotedForFilter)"
      return property == .new ? nil : "@\(name): needs a value\(example)."
    }
    switch property {
    case .new where VersionNumber(value) == nil:
      return "\(value) is not a version, such as 2.1."
    case .type, .layer, .tag:
      let values = property.values(in: document)
      let isKnown = values.contains { known in
        property == .type
          ? known.hasPrefix(ValueKind.filterName(value)) : known.lowercased() == value.lowercased()
      }
      guard !isKnown else { return nil }
      let near = nearestWord(to: value, among: values)
      let text = property == .tag ? "No key has the tag \(value)." : "There is no \(name) \(value)."
      return sentence(text, near) { "@\(name):\($0.quotedForFilter)" }
    case .group where !document.sections.contains(where: { SearchWord(value).occurs(in: $0) }):
      let near = nearestWord(to: value, among: document.sections)
      return sentence("There is no group \(value).", near) { "@group:\($0.quotedForFilter)" }
    default:
      return nil
    }
  }

  /// Returns a sentence with the question whether another word was meant, if there is one.
  private static func sentence(
    _ text: String,
    _ near: String?,
    _ word: (String) -> String
  ) -> String {
    near.map { "\(text) Did you mean \(word($0))?" } ?? text
  }
}

extension FilterProperty {
  /// The values that keys of a document have, for completion; empty if any text may follow.
  ///
  /// Tags and versions are collected from the entries of all declared keys.
  func values(in document: Document) -> [String] {
    switch self {
    case .type: return ValueKind.filterNames
    case .layer:
      return Defaults.Layer.allCases.map(\.word) + ["default"]
    case .group: return document.sections
    case .tag: return Set(document.declaredEntries.flatMap(\.tags)).sorted()
    case .new:
      var versions: [(text: String, number: VersionNumber)] = []
      for text in Set(document.declaredEntries.map(\.since)) {
        guard let number = VersionNumber(text) else { continue }
        versions.append((text.split(separator: " ").last.map(String.init) ?? text, number))
      }
      return versions.sorted { $0.number > $1.number }.map(\.text)
    case .modified, .locked, .invalid, .unknown, .bookmarked, .recent, .mine, .id, .deprecated,
      .hidden, .all:
      return []
    }
  }
}

extension String {
  /// The text as a part of a filter: in quotes if it has blanks.
  var quotedForFilter: String { contains(" ") ? "\"\(self)\"" : self }
}
