/// A titled group of entries.
public struct Section: Hashable, Sendable {
  /// The identifier, unique in the schema; empty for a first section without a title.
  public internal(set) var id: String
  /// The heading.
  public let title: String
  /// A description of the section; may be empty.
  public let help: String
  /// The entries in the order in which they are shown.
  public let entries: [Entry]

  /// Creates a section from its entries.
  ///
  /// - Parameters:
  ///   - title: the heading.
  ///   - id: the identifier in a document; derived from the title by default.
  ///   - help: a description of the section.
  ///   - entries: the entries in the order in which they are shown.
  public init(
    _ title: String,
    id: String? = nil,
    help: String = "",
    @SectionBuilder entries: () -> [Entry]
  ) {
    self.init(title: title, id: id, help: help, entries: entries())
  }

  /// Creates a section from a list of entries.
  init(title: String, id: String? = nil, help: String = "", entries: [Entry]) {
    // The letters and digits of the title, with hyphens between words.
    self.id =
      id ?? title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    self.title = title
    self.help = help
    self.entries = entries
  }

  /// The section with entries that are all secret.
  var withSecrets: Section {
    let entries = entries.map { entry in
      var entry = entry
      entry.isSecret = true
      return entry
    }
    return Section(title: title, id: id, help: help, entries: entries)
  }

  /// The section for a JSON file, of which all numbers have one kind.
  var withOneKindOfNumbers: Section {
    Section(title: title, id: id, help: help, entries: entries.map(\.withOneKindOfNumbers))
  }
}

extension [Section] {
  /// The sections, each with an identifier of its own.
  ///
  /// Only the first section may have no title, and then no identifier: it holds the entries that
  /// are in no other section.
  func withUniqueIDs() -> [Section] {
    var taken: Set<String> = []
    var sections = self
    for index in sections.indices {
      let isUnnamed = index == 0 && sections[index].title.isEmpty
      let wanted = sections[index].id.isEmpty && !isUnnamed ? "section" : sections[index].id
      var id = wanted
      var number = 2
      while !taken.insert(id).inserted {
        id = "\(wanted)-\(number)"
        number += 1
      }
      sections[index].id = id
    }
    return sections
  }
}
