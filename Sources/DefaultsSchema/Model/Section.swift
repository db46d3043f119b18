/// A titled group of entries.
public struct Section: Hashable, Sendable {
  /// Tells the section from the others of its schema; empty for the section without a name.
  public internal(set) var id: String
  /// The heading.
  public let title: String
  /// What the group is about; may be empty.
  public let help: String
  /// The entries in the order in which they are shown.
  public let entries: [Entry]

  /// Creates a section from its entries.
  ///
  /// - Parameters:
  ///   - title: the heading.
  ///   - id: what a document calls the section; made from the title when it is not given.
  ///   - help: what the group is about.
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
    self.id = id ?? Self.id(from: title)
    self.title = title
    self.help = help
    self.entries = entries
  }

  /// Returns the letters and digits of a title in small letters, with hyphens between words.
  static func id(from title: String) -> String {
    title.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
  }
}

extension [Section] {
  /// The sections with an identifier each that no other has.
  ///
  /// Only the first section may be without a title and then without an identifier: it is the one
  /// that takes what is in no section.
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
