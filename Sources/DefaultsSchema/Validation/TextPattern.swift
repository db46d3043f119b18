import Synchronization

/// The language that a pattern is written in.
public enum PatternSyntax: String, Hashable, Sendable {
  /// That of JavaScript, which JSON Schema uses.
  case ecmaScript
  /// That of `NSRegularExpression`.
  case icu
}

/// A regular expression whose search has a limited number of steps.
///
/// With a pattern such as `^(a+)+$` every further character of a text can double the time of a search
/// that backtracks, and anyone may have written the document that a pattern comes from. Four limits keep
/// the editor responsive:
///
/// 1. A search gives up after a number of steps. They are counted and not timed, so that the result is the
///    same on every machine.
/// 2. Only the first ``textLimit`` scalars of a text are searched.
/// 3. A pattern in a document is tried on short texts (``isSlow``) and refused when one of these
///    searches gives up. Without this, the flaw would show only when a user types a text that
///    triggers it, and the text would be refused for no visible reason.
/// 4. All searches during the reading of a document share one budget (``withBudget(_:)``). Without
///    it, a document with thousands of slow patterns takes minutes although each one is limited.
struct TextPattern: Sendable {
  /// The result of a search.
  enum Outcome: Hashable, Sendable {
    case matches
    case differs
    /// The search gave up: it needed more steps than allowed.
    case tooSlow
  }

  /// How many Unicode scalars of a text are searched.
  static let textLimit = 65_536

  /// The number of steps after which a search gives up; some tens of milliseconds.
  private static let stepLimit = 1_000_000

  /// The same number for a search that only tries a pattern.
  private static let trialLimit = 250_000

  /// The number of steps that every search may take, also after the budget is used up.
  private static let leastLimit = 10_000

  /// The budget of all searches while a document is read; nil at other times.
  @TaskLocal private static var budget: Budget?

  private final class Budget: Sendable {
    /// The number of steps that are left; about a second.
    let remaining = Atomic(10_000_000)
    /// Whether patterns are slow, so that one in many keys is tried once.
    let verdicts = Mutex<[Name: Bool]>([:])
  }

  /// A pattern in the cache.
  private struct Name: Hashable {
    var pattern: String
    var syntax: PatternSyntax
  }

  private static let known = Mutex<[Name: TextPattern?]>([:])

  private let name: Name
  private let expression: CompiledPattern
  /// Characters of the pattern that may occur in texts that match.
  private let letters: [Unicode.Scalar]

  /// Creates an expression by compiling a pattern; nil when the pattern is malformed, or cannot be
  /// translated.
  init?(_ pattern: String, _ syntax: PatternSyntax) {
    let translated =
      switch syntax {
      case .icu: try? ICUPattern.translation(of: pattern)
      case .ecmaScript: try? ECMAScriptPattern.translation(of: pattern)
      }
    guard let translated,
      let compiled = CompiledPattern(translated, usesUnicodeClasses: syntax == .icu)
    else { return nil }
    name = Name(pattern: pattern, syntax: syntax)
    expression = compiled
    letters = Array(Set(pattern.unicodeScalars.filter(\.isPlain)).sorted().prefix(8))
  }

  /// Returns the expression for a pattern from a cache, or compiles it; nil when it is malformed.
  static func named(_ pattern: String, _ syntax: PatternSyntax) -> TextPattern? {
    let name = Name(pattern: pattern, syntax: syntax)
    if let known = known.withLock({ $0[name] }) { return known }
    let compiled = TextPattern(pattern, syntax)
    known.withLock { known in
      // The cache is bounded; schemas rarely have more than a few patterns.
      if known.count > 1000 { known.removeAll() }
      known[name] = .some(compiled)
    }
    return compiled
  }

  /// Calls a closure with one budget for all its searches: together they take about a second.
  ///
  /// Once the budget is used up, a search gives up after ``leastLimit`` steps.
  static func withBudget<Result>(_ body: () -> Result) -> Result {
    $budget.withValue(Budget(), operation: body)
  }

  /// Searches a text for a match, within the limits.
  func search(_ text: String) -> Outcome {
    search(text, limit: Self.stepLimit)
  }

  private func search(_ text: String, limit: Int) -> Outcome {
    let budget = Self.budget
    let remaining = budget?.remaining.load(ordering: .relaxed) ?? limit
    let allowed = max(Self.leastLimit, min(limit, remaining))
    var steps = allowed
    let searched = Array(String(text.unicodeScalars.prefix(Self.textLimit)).utf8)
    let outcome = expression.search(searched, &steps)
    // What every search may take costs nothing, so that many harmless patterns do not use up the budget.
    let cost = allowed - max(0, steps) - Self.leastLimit
    if cost > 0 { budget?.remaining.subtract(cost, ordering: .relaxed) }
    return outcome
  }

  /// Whether the search gives up on a short text.
  ///
  /// The texts repeat one character of the pattern 40 times and end in one that does not match, so
  /// that the engine has to backtrack.
  var isSlow: Bool {
    if let known = Self.budget?.verdicts.withLock({ $0[name] }) { return known }
    let isSlow = (letters + ["a", "0"])
      .map { String(repeating: Character($0), count: 40) + "\u{1}" }
      .contains { search($0, limit: Self.trialLimit) == .tooSlow }
    Self.budget?.verdicts.withLock { $0[name] = isSlow }
    return isSlow
  }
}

extension Unicode.Scalar {
  fileprivate var isPlain: Bool {
    properties.isAlphabetic || properties.numericType != nil || self == "-" || self == " "
  }
}
