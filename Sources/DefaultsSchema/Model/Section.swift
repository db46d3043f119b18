/// A titled group of entries.
public struct Section: Sendable {
  /// The heading.
  public let title: String
  /// What the group is about; may be empty.
  public let help: String
  /// The entries in the order in which they are shown.
  public let entries: [Entry]

  /// Creates a section from its entries.
  public init(
    _ title: String,
    help: String = "",
    @SectionBuilder entries: () -> [Entry]
  ) {
    self.init(title: title, help: help, entries: entries())
  }

  init(title: String, help: String = "", entries: [Entry]) {
    self.title = title
    self.help = help
    self.entries = entries
  }
}
