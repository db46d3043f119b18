import Terminal

extension SafeText {
  /// How many characters of a text of several lines are looked at.
  private static let limit = 8192

  /// Breaks a text of several lines into lines of a width in columns.
  static func lines(of text: String, columns: Int) -> [SafeText] {
    guard !text.isEmpty else { return [] }
    return text.prefix(limit).split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { SafeText(String($0)).wrapped(to: columns) }
  }
}
