import Glibc

/// The width of the help.
enum HelpWidth {
  /// The widths, in columns, for which the help can be laid out.
  private static let range = 40...400

  /// Sets `COLUMNS` to the width of the terminal, else 80, within limits.
  ///
  /// ArgumentParser lays the help out for what `COLUMNS` or the terminal says, and stops with an
  /// assertion or an overflow where that is too small.
  static func apply() {
    let wanted = getenv("COLUMNS").flatMap { Int(String(cString: $0)) }
    let columns = wanted ?? OutputStyle.columns ?? 80
    setenv("COLUMNS", String(min(max(columns, range.lowerBound), range.upperBound)), 1)
  }
}
