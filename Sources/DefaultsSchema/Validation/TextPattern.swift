import Foundation
import Synchronization

/// A regular expression that gives up rather than search for ever.
///
/// Some patterns take time that doubles with every character of a text. The search counts its
/// own steps and ends after a fixed number of them, so that it ends alike on every machine.
struct TextPattern: Sendable {
  /// What a search found out.
  enum Outcome: Hashable, Sendable {
    case matches
    case differs
    /// The search was given up.
    case tooSlow
  }

  /// How many Unicode scalars of a text are searched.
  static let textLimit = 65_536

  /// How often a search may report that it is still going on; some tens of milliseconds.
  private static let reportLimit = 400

  /// How often a search that only tries a pattern may.
  private static let trialLimit = 100

  /// What all searches together may spend while a document is read.
  @TaskLocal private static var budget: Budget?

  /// A number of reports that goes down.
  private final class Budget: Sendable {
    let remaining = Atomic(4000)
  }

  private static let known = Mutex<[String: TextPattern?]>([:])

  private let expression: NSRegularExpression

  /// Compiles a pattern.
  ///
  /// - Returns: nil when it is malformed.
  init?(_ pattern: String) {
    do {
      expression = try NSRegularExpression(pattern: pattern)
    } catch {
      return nil
    }
  }

  /// Returns a pattern, which is compiled once and then remembered.
  ///
  /// - Returns: nil when it is malformed.
  static func named(_ pattern: String) -> TextPattern? {
    if let known = known.withLock({ $0[pattern] }) { return known }
    let compiled = TextPattern(pattern)
    known.withLock { known in
      // Schemas have few patterns; a program that meets many need not remember them all.
      if known.count > 1000 { known.removeAll() }
      known[pattern] = .some(compiled)
    }
    return compiled
  }

  /// Runs code in which all searches together take no longer than a second or so.
  ///
  /// Searches that come later give up at their first report.
  static func withBudget<Result>(_ body: () -> Result) -> Result {
    $budget.withValue(Budget(), operation: body)
  }

  /// Searches the start of a text for a match.
  func search(_ text: String) -> Outcome {
    search(text, limit: Self.reportLimit)
  }

  private func search(_ text: String, limit: Int) -> Outcome {
    let budget = Self.budget
    let searched = String(text.unicodeScalars.prefix(Self.textLimit))
    var outcome = Outcome.differs
    var reports = 0
    expression.enumerateMatches(
      in: searched,
      options: .reportProgress,
      range: NSRange(searched.startIndex..., in: searched)
    ) { match, _, stop in
      if match != nil {
        outcome = .matches
        stop.pointee = true
        return
      }
      reports += 1
      let rest = budget?.remaining.subtract(1, ordering: .relaxed).newValue ?? limit
      guard reports > limit || rest <= 0 else { return }
      outcome = .tooSlow
      stop.pointee = true
    }
    return outcome
  }

  /// Whether a short text is enough to make the search give up.
  ///
  /// Tried are texts of the pattern's own characters, which come near a match many times and
  /// then fail.
  var isSlow: Bool {
    let letters = Set(expression.pattern.unicodeScalars.filter(\.isPlain)).sorted().prefix(8)
    return (letters + ["a", "0"])
      .map { String(repeating: Character($0), count: 40) + "\u{1}" }
      .contains { search($0, limit: Self.trialLimit) == .tooSlow }
  }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "-" || self == " "
  }
}
