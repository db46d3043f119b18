import DefaultsCore

/// Where a new member of an object goes.
struct JSONMemberOrder {
  private let members: [(index: Int, name: Defaults.KeyName)]
  private let isSorted: Bool

  /// Creates the order of members, given in the order of the text.
  init(_ members: [(offset: Int, element: Defaults.KeyName)]) {
    self.members = members.map { ($0.offset, $0.element) }
    // Fewer are sorted by chance.
    isSorted =
      members.count > 3
      && zip(self.members, self.members.dropFirst()).allSatisfy { $0.name < $1.name }
  }

  /// Returns the member after which a new one goes; nil for the first place.
  ///
  /// Four or more sorted members stay sorted. Otherwise a name with dots goes after the last one with which it shares
  /// most parts, and any other to the end.
  func place(of name: Defaults.KeyName) -> Int? {
    guard !isSorted else { return members.last { $0.name < name }?.index }
    let parts = Self.parts(of: name)
    var best: (shared: Int, index: Int?) = (0, members.last?.index)
    for member in members {
      let shared = zip(parts, Self.parts(of: member.name)).prefix { $0 == $1 }.count
      if shared > 0, shared >= best.shared { best = (shared, member.index) }
    }
    return best.index
  }

  private static func parts(of name: Defaults.KeyName) -> [Substring] {
    name.string.split(separator: ".", omittingEmptySubsequences: false).dropLast()
  }
}
