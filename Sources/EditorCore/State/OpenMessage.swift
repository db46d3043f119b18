import Terminal

/// A message on the screen, or the list of all messages.
struct OpenMessage: Sendable {
  /// A text with a line above it.
  struct Part: Hashable, Sendable {
    /// The time and the title; empty for none.
    var heading: String = ""
    var text: String
  }

  let title: String
  let parts: [Part]
  /// The number of lines above the first visible one.
  var top: Int = 0
  /// The lines for the width of the last ``refresh(columns:)``.
  private(set) var lines: [StyledLine] = []
  private var columns: Int?

  init(title: String, parts: [Part]) {
    self.title = title
    self.parts = parts
  }

  init(_ message: Message) {
    self.init(title: message.title, parts: [Part(text: message.text)])
  }

  /// The text for the clipboard.
  var text: String {
    parts.map { $0.heading.isEmpty ? $0.text : "\($0.heading)\n\($0.text)" }
      .joined(separator: "\n\n") + "\n"
  }

  /// Makes the lines again if the width has changed.
  mutating func refresh(columns: Int) {
    guard columns != self.columns else { return }
    self.columns = columns
    lines = []
    for part in parts {
      if !lines.isEmpty { lines.append(StyledLine()) }
      let heading = part.heading.isEmpty ? [] : SafeText(part.heading).wrapped(to: columns)
      lines += heading.map { StyledLine($0, role: .heading) }
      lines += SafeText.lines(of: part.text, columns: columns).map { StyledLine($0) }
    }
  }
}
