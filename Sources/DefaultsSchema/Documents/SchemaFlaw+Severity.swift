extension SchemaFlaw {
  /// How much of a document is lost because of a flaw.
  public enum Severity: String, Hashable, Comparable, Sendable {
    /// Nothing is lost.
    case note
    /// One statement is ignored.
    case warning
    /// The document, or one of its keys, cannot be used as intended.
    case error

    /// Returns whether one severity is less than another.
    public static func < (left: Self, right: Self) -> Bool {
      left.rank < right.rank
    }

    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The part of a document that a flaw affects.
  public enum Scope: Hashable, Sendable {
    /// The text itself: it cannot be parsed.
    case text
    /// The document as a whole.
    case document
    /// One key.
    case key
    /// One keyword or text of a key, or of the document.
    case detail
  }
}
