/// The items of an array or object in JSON text, and what is removed and inserted.
struct JSONList {
  /// The ranges of the items in the text.
  let items: [Range<Int>]
  /// The range of the list, its brackets included.
  let range: Range<Int>
  /// The place of the comma after each item; nil for none.
  let commas: [Int?]
  /// Whether each item has a line of its own.
  let isMultiline: Bool
  /// The items that are removed.
  var removed: Set<Int> = []
  /// The new items, by the item after which they go; nil for the first place.
  private(set) var insertions: [Int?: [String]] = [:]

  private let text: JSONText

  init(_ items: [Range<Int>], of range: Range<Int>, in text: JSONText) {
    self.items = items
    self.range = range
    self.text = text
    commas = items.map { text.comma(after: $0.upperBound) }
    let start = range.lowerBound + 1
    if let first = items.first {
      isMultiline = text.hasLineBreak(in: start..<first.lowerBound)
    } else {
      // An empty list is spread like the text around it.
      let isSpread = text.isFirstOnLine(range.lowerBound) || text.hasLineBreak(in: 0..<start)
      isMultiline = isSpread
    }
  }

  /// The items that stay.
  var kept: [Int] { items.indices.filter { !removed.contains($0) } }

  var isChanged: Bool { !removed.isEmpty || !insertions.isEmpty }

  /// What stands between items on one line, besides the comma, if there is only one to look at.
  var usualGap = " "

  /// What stands between the items of a list on one line, besides the comma.
  var gap: String {
    guard let comma = commas.first.flatMap({ $0 }) else { return usualGap }
    return JSONText.isBlank(text.bytes[comma + 1]) ? " " : ""
  }

  /// The indentation of the first item on a line of its own; nil if there is none.
  var itemIndentation: String? {
    items.first { text.isFirstOnLine($0.lowerBound) }
      .map { text.indentation(ofLineAt: $0.lowerBound) }
  }

  mutating func insert(_ text: String, after item: Int?) {
    insertions[item, default: []].append(text)
  }

  /// Returns whether the comma after an item is on a later line, as some people begin lines with it.
  func hasCommaOnLaterLine(_ index: Int) -> Bool {
    guard let comma = commas[index] else { return false }
    return text.hasLineBreak(in: items[index].upperBound..<comma)
  }

  /// The end of an item with its comma, if that is on the same line.
  private func end(of index: Int) -> Int {
    guard let comma = commas[index], !hasCommaOnLaterLine(index) else {
      return items[index].upperBound
    }
    return comma + 1
  }

  /// Returns where an item goes after another one.
  func place(after index: Int) -> Int {
    let end = end(of: index)
    return isMultiline ? text.endOfLine(after: end) ?? end : end
  }

  /// Returns what goes with an item: its comma, a comment on its line, and the line if nothing else is on
  /// it.
  func removal(of index: Int) -> [Range<Int>] {
    let start = items[index].lowerBound
    let end = end(of: index)
    var ranges: [Range<Int>] = []
    if let comma = commas[index], comma >= end { ranges.append(comma..<comma + 1) }
    let lineEnd = text.endOfLine(after: end)
    if let lineEnd, text.isFirstOnLine(start) {
      ranges.append(text.startOfLine(at: start)..<text.startOfNextLine(lineEnd))
    } else if let lineEnd {
      // A comment behind several items may be about any of them, so it stays.
      let isShared = index > 0 && !text.hasLineBreak(in: items[index - 1].upperBound..<start)
      ranges.append(blanks(before: start)..<(isShared ? end : lineEnd))
    } else if commas[index] != nil {
      ranges.append(start..<blanks(after: end))
    } else {
      ranges.append(blanks(before: start)..<end)
    }
    return ranges
  }

  private func blanks(before place: Int) -> Int {
    let start = text.startOfLine(at: place)
    let blanks = text.bytes[start..<place].reversed().prefix(while: JSONText.isBlank).count
    return place - blanks
  }

  private func blanks(after place: Int) -> Int {
    place + text.bytes[place...].prefix(while: JSONText.isBlank).count
  }
}
