/// The difference of two texts, line by line.
struct LineDifference: Hashable, Sendable {
  /// A line of the difference.
  struct Line: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case same, removed, added
      /// A number of lines that are not shown, because they are in both texts.
      case hidden(Int)
      /// A remark on the line above.
      case remark
    }

    var kind: Kind
    var text: String
  }

  /// The number of equal lines that are shown around a change.
  private static let context = 3
  /// The most lines, of both texts together, for which the smallest difference is computed: the time
  /// grows with the number of lines and with the number of differences.
  private static let limit = 4000

  /// The lines; empty if the texts are equal.
  private(set) var lines: [Line] = []

  /// Compares two texts byte by byte.
  init(from old: String, to new: String) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0 == $1 }.count
    let removed = old[start..<(old.count - end)]
    let added = new[start..<(new.count - end)]
    guard !removed.isEmpty || !added.isEmpty else { return }
    let changes = Self.changes(Array(removed), Array(added))
    let all =
      old[..<start].map { ($0, Line.Kind.same) } + changes
      + old[(old.count - end)...].map { ($0, Line.Kind.same) }
    // A change of the line break at the end of the text is not visible otherwise.
    let changesEnd = !old.isEmpty && !new.isEmpty && old.last?.hasBreak != new.last?.hasBreak
    lines = Self.folded(all, changesEnd: changesEnd)
  }

  /// One line with its line break, compared by its bytes.
  private struct TextLine: Hashable {
    var bytes: ArraySlice<UInt8>

    /// The text without the line feed.
    var text: String {
      String(decoding: hasBreak ? bytes.dropLast() : bytes, as: UTF8.self)
    }

    var hasBreak: Bool { bytes.last == UInt8(ascii: "\n") }
  }

  /// Returns the lines of a text; a text that ends with a line break has no empty line behind it.
  private static func lines(of text: String) -> [TextLine] {
    let bytes = Array(text.utf8)
    var lines: [TextLine] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      lines.append(TextLine(bytes: bytes[start...index]))
      start = index + 1
    }
    if start < bytes.count { lines.append(TextLine(bytes: bytes[start...])) }
    return lines
  }

  /// Returns the changed lines in order, with equal ones between them.
  private static func changes(_ old: [TextLine], _ new: [TextLine]) -> [(TextLine, Line.Kind)] {
    guard old.count + new.count <= limit else {
      return old.map { ($0, .removed) } + new.map { ($0, .added) }
    }
    let difference = new.difference(from: old)
    var removals: Set<Int> = []
    var insertions: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removals.insert(offset)
      case .insert(let offset, _, _): insertions.insert(offset)
      }
    }
    var result: [(TextLine, Line.Kind)] = []
    var (index, newIndex) = (0, 0)
    while index < old.count || newIndex < new.count {
      if index < old.count, removals.contains(index) {
        result.append((old[index], .removed))
        index += 1
      } else if newIndex < new.count, insertions.contains(newIndex) {
        result.append((new[newIndex], .added))
        newIndex += 1
      } else {
        result.append((old[index], .same))
        index += 1
        newIndex += 1
      }
    }
    return result
  }

  /// Replaces long runs of equal lines by their number, and marks a last line without a line break.
  private static func folded(_ all: [(TextLine, Line.Kind)], changesEnd: Bool) -> [Line] {
    var isShown = Array(repeating: false, count: all.count)
    for index in all.indices where all[index].1 != .same {
      for near in max(0, index - context)...min(all.count - 1, index + context) {
        isShown[near] = true
      }
    }
    var lines: [Line] = []
    var hidden = 0
    for (index, (line, kind)) in all.enumerated() {
      guard isShown[index] else {
        hidden += 1
        continue
      }
      if hidden > 0 { lines.append(Line(kind: .hidden(hidden), text: "")) }
      hidden = 0
      lines.append(Line(kind: kind, text: line.text))
      if changesEnd, kind != .same, !line.hasBreak {
        lines.append(Line(kind: .remark, text: "no line break at the end"))
      }
    }
    if hidden > 0 { lines.append(Line(kind: .hidden(hidden), text: "")) }
    return lines
  }
}
