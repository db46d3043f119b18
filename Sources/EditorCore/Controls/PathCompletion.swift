import DefaultsCore
import Terminal

/// The completion of a path that is being typed, and what it leads to.
///
/// The names come from the session (``PathFacts``). The user can ask for the completion before they
/// have arrived; then it is done when they do, unless the text has changed meanwhile.
struct PathCompletion: Sendable {
  /// The last answer, perhaps about an earlier text.
  private var facts: PathFacts?
  /// Whether the names are listed below the field.
  private var isListing = false
  /// The text that must be completed when its names arrive; nil for none.
  private var awaitedPath: String?

  /// Returns the question about a text; nil if it has been answered.
  func question(_ text: String) -> ControlQuestion? {
    text.isEmpty || facts(of: text) != nil ? nil : .examine(path: text)
  }

  private func facts(of text: String) -> PathFacts? {
    facts.flatMap { $0.path.utf8.elementsEqual(text.utf8) ? $0 : nil }
  }

  /// Inserts what all matching names have in common; if that is nothing, lists the names.
  mutating func complete(_ buffer: inout TextBuffer) {
    let text = buffer.text
    guard !text.isEmpty else { return }
    guard let facts = facts(of: text) else { return awaitedPath = text }
    awaitedPath = nil
    if text == "~" { return buffer.replace(with: "~/") }
    let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    guard let first = facts.names.first else { return }
    let common =
      facts.hasMoreNames ? "" : facts.names.dropFirst().reduce(first) { $0.start(sharedWith: $1) }
    if common.count > text[start...].count {
      buffer.replace(with: text[..<start] + common)
    } else {
      isListing = facts.names.count > 1
    }
  }

  /// Handles an answer; completes the text if that was asked for.
  mutating func receive(_ answer: ControlAnswer, _ buffer: inout TextBuffer) {
    guard case .examined(let facts) = answer else { return }
    self.facts = facts
    if awaitedPath == facts.path, awaitedPath == buffer.text { complete(&buffer) }
  }

  /// Returns what the path leads to, and the names if they are listed.
  func lines(_ text: String, columns: Int, rows: Int) -> [StyledLine] {
    guard rows > 0 else { return [] }
    let facts = facts(of: text)
    let note = StyledLine(
      SafeText(text.isEmpty ? "the path of a file or directory" : facts?.note ?? "")
        .truncated(to: columns),
      role: facts?.isProblem == true ? .caution : .quiet
    )
    guard isListing, rows > 1, let facts, facts.names.count > 1 else { return [note] }
    var lines = Self.table(facts.names, columns: columns)
    if lines.count > rows - 1 || facts.hasMoreNames {
      let count = "\(facts.hasMoreNames ? "more than " : "")\(facts.names.count) names"
      lines = lines.prefix(max(0, rows - 2)) + [SafeText("… \(count)")]
    }
    return [note] + lines.map { StyledLine($0, cutTo: columns) }
  }

  /// Returns names in as many columns as fit, each sorted from top to bottom.
  private static func table(_ names: [String], columns: Int) -> [SafeText] {
    let texts = names.map { SafeText($0, limit: columns) }
    let width = (texts.map(\.width).max() ?? 0) + 2
    let perLine = max(1, columns / width)
    let count = (texts.count + perLine - 1) / perLine
    return (0..<count).map { row in
      stride(from: row, to: texts.count, by: count).reduce(SafeText("")) {
        $0 + texts[$1].padded(to: width)
      }
    }
  }
}

extension String {
  /// Returns the characters with which both texts begin; whole characters, so no accent is cut off.
  func start(sharedWith other: String) -> String {
    String(zip(self, other).prefix { $0 == $1 }.map(\.0))
  }
}

extension PathFacts {
  /// What the path leads to, in words.
  fileprivate var note: String {
    switch target {
    case .directory: "a directory"
    case .file(let size): "a file of \(size.counted("byte"))"
    case .other: "neither a file nor a directory"
    case .nothing: "there is nothing yet"
    case .unknown(let reason): reason
    }
  }

  fileprivate var isProblem: Bool {
    switch target {
    case .nothing, .unknown: true
    case .directory, .file, .other: false
    }
  }
}
