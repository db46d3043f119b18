import Terminal

extension SafeText {
  /// The number of characters of a text that are used; the rest is not shown.
  private static let limit = 8192

  /// Breaks a text into lines of at most `columns` columns; line feeds in the text are kept.
  static func lines(of text: String, columns: Int) -> [SafeText] {
    guard !text.isEmpty else { return [] }
    return text.prefix(limit).split(separator: "\n", omittingEmptySubsequences: false)
      .flatMap { SafeText(String($0)).wrapped(to: columns) }
  }
}

extension [SafeText] {
  /// Returns the first lines of a text; the last one ends in `…` if lines are missing.
  func cut(toRows rows: Int, columns: Int) -> [SafeText] {
    guard count > rows else { return self }
    guard rows > 0 else { return [] }
    let rest = self[(rows - 1)...].filter { !$0.isEmpty }.reduce(SafeText("")) { $0 + $1 + " " }
    return prefix(rows - 1) + [rest.truncated(to: columns)]
  }
}
