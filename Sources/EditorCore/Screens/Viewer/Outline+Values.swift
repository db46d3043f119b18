import DefaultsCore
import DefaultsSchema
import Terminal

extension Outline {
  /// Adds the lines of values to an outline.
  ///
  /// A list or dictionary has a line for each member, a text has its own lines, and data has a few lines
  /// with its first bytes. A folded value is one line. At first, a whole value is unfolded, and its
  /// members only if there are few of them.
  struct Builder {
    /// The number of members from which the members of a value are folded at first.
    private static let fewMembers = 40

    /// The width of the lines.
    let columns: Int
    /// The values that the user has folded or unfolded; nil to unfold all.
    let toggled: Set<Path>?
    private(set) var lines: [Line] = []
    private var hasFewMembers = true

    init(columns: Int, toggled: Set<Path>?) {
      self.columns = max(1, columns)
      self.toggled = toggled
    }

    // MARK: - Lines without values

    mutating func add(heading text: String, of section: Section? = nil) {
      if !lines.isEmpty { lines.append(Line(content: .blank)) }
      lines.append(Line(content: .heading(text), topic: section.map { .section($0) }))
    }

    /// Adds lines that are all about one layer or one change.
    mutating func add(about topic: Topic, _ add: (inout Builder) -> Void) {
      let start = lines.count
      add(&self)
      for index in lines.indices[start...] { lines[index].topic = topic }
    }

    /// Adds a fact: its label, and its text in a column of its own if there is room.
    mutating func add(_ fact: Fact) {
      let label = fact.label + String(repeating: " ", count: max(1, 11 - fact.label.count))
      guard columns > 3 * label.count else {
        return add(text: fact.label.isEmpty ? fact.text : fact.line)
      }
      for (number, line) in SafeText(fact.text).wrapped(to: columns - label.count).enumerated() {
        let line = number == 0 ? SafeText(label) + line : line
        let indent = number == 0 ? 0 : label.count
        lines.append(Line(content: .text(line, .text), indent: indent))
      }
    }

    mutating func add(text: String, indent: Int = 0, role: Role = .text) {
      for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
        for line in SafeText(String(paragraph)).wrapped(to: columns - indent) {
          lines.append(Line(content: .text(line, role), indent: indent))
        }
      }
    }

    // MARK: - Values

    /// Adds a whole value, as the tree of this number, with a label before it and a note after it.
    ///
    /// `text` is the text of the value as its kind; empty for the raw text. With `isFolded`, the
    /// value is folded at first.
    mutating func add(
      _ value: Defaults.StoredValue,
      tree: Int,
      label: String = "",
      text: String = "",
      note: String = "",
      isFolded: Bool = false
    ) {
      hasFewMembers = Self.count(value, upTo: Self.fewMembers) < Self.fewMembers
      add(
        value,
        [tree],
        label: label,
        text: text,
        note: note,
        indent: label.isEmpty ? 0 : Outline.step,
        isFolded: isFolded
      )
    }

    private mutating func add(
      _ value: Defaults.StoredValue,
      _ path: Path,
      label: String,
      text: String = "",
      note: String = "",
      indent: Int,
      isFolded isFoldedAtFirst: Bool
    ) {
      let canFold = hasMoreLines(value, indent: indent + label.count)
      let isFolded = toggled.map { isFoldedAtFirst != $0.contains(path) } ?? false
      var text = text.isEmpty ? nil : text
      var note = note
      // The names of its members follow below.
      if canFold, !isFolded, case .dictionary(let members) = value {
        text = ValueText.count(members.count)
      }
      if canFold, case .string(let whole) = value {
        // The note must stay visible beside the start of a long text, and the lines follow below.
        let room = isFolded ? columns - indent - label.count - 36 : 0
        text = room > 0 ? "\"\(whole.prefix(room))…\"" : "text"
        note = Self.measure(whole)
      }
      lines.append(
        Line(
          content: .value(label: label, value, text: text, note: note),
          indent: indent,
          path: path,
          isFolded: canFold ? isFolded : nil
        )
      )
      guard canFold, !isFolded else { return }
      let indent = min(indent + Outline.step, columns / 2)
      switch value {
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          add(element, path + [index], label: "\(index + 1)", indent: indent)
        }
      case .dictionary(let members):
        for (index, key) in members.keys.inTitleOrder.enumerated() {
          guard let member = members[key] else { continue }
          add(member, path + [index], label: key.string, indent: indent)
        }
      case .string(let text): add(lines: text, path, indent: indent)
      case .data(let data):
        for line in HexText.lines(of: data, columns: columns - indent) {
          lines.append(Line(content: .text(SafeText(line), .text), indent: indent, path: path))
        }
      case .bool, .integer, .real, .date, .uid, .null, .opaque: break
      }
    }

    private mutating func add(
      _ member: Defaults.StoredValue,
      _ path: Path,
      label: String,
      indent: Int
    ) {
      let note = member.hasObviousType ? "" : ValueKind.inferred(from: member).name
      let isFolded =
        switch member {
        case .string, .data: true
        default: !hasFewMembers
        }
      add(member, path, label: label, note: note, indent: indent, isFolded: isFolded)
    }

    /// Returns the number of characters and lines of a text.
    private static func measure(_ text: String) -> String {
      let lines = paragraphs(of: text).count
      return "\(text.count) characters" + (lines > 1 ? ", \(lines) lines" : "")
    }

    /// Splits a text at its line breaks.
    private static func paragraphs(of text: String) -> [Substring] {
      // In most long texts, each line break is a line feed, and a search of bytes is faster.
      guard text.utf8.allSatisfy({ $0 < 0x80 && !(0x0B...0x0D).contains($0) }) else {
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      }
      return text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .map(Substring.init)
    }

    private mutating func add(lines text: String, _ path: Path, indent: Int) {
      let paragraphs = Self.paragraphs(of: text)
      let numberColumns = paragraphs.count > 1 ? "\(paragraphs.count)".count + 1 : 0
      for (index, paragraph) in paragraphs.enumerated() {
        let room = max(1, columns - indent - numberColumns)
        for (number, line) in SafeText(String(paragraph)).wrapped(to: room).enumerated() {
          lines.append(
            Line(
              content: .textLine(
                number: number == 0 ? index + 1 : nil,
                line,
                numberColumns: numberColumns
              ),
              indent: indent,
              path: path
            )
          )
        }
      }
    }

    /// Returns whether a value has more lines than the one that summarizes it.
    private func hasMoreLines(_ value: Defaults.StoredValue, indent: Int) -> Bool {
      switch value {
      case .array(let elements): !elements.isEmpty
      case .dictionary(let members): !members.isEmpty
      case .data(let data): !data.isEmpty
      case .string(let text):
        text.utf8.count > columns - indent - 8 || text.contains(where: \.isNewline)
      case .bool, .integer, .real, .date, .uid, .null, .opaque: false
      }
    }

    /// Returns the number of members at all levels, or `limit` if there are more.
    private static func count(_ value: Defaults.StoredValue, upTo limit: Int) -> Int {
      var rest = [value]
      var count = 0
      while let next = rest.popLast(), count < limit {
        switch next {
        case .array(let elements):
          count += elements.count
          if count < limit { rest += elements }
        case .dictionary(let members):
          count += members.count
          if count < limit { rest += members.values }
        case .bool, .integer, .real, .string, .date, .data, .uid, .null, .opaque: break
        }
      }
      return min(count, limit)
    }
  }
}

extension Defaults.StoredValue {
  /// Whether the text of the value shows its type.
  fileprivate var hasObviousType: Bool {
    switch self {
    case .bool, .string, .data, .array, .dictionary, .opaque, .null: true
    case .integer, .real, .date, .uid: false
    }
  }
}
