/// The replacements that bring a text back to what it was before an edit.
///
/// A value does not say how it stood in a file: at which place, with which flags and which comment on
/// its line. So a commit that edits the text of another program's file returns what it has replaced, the
/// history keeps that, and an undo brings the same text back. It does so only if the file is byte for
/// byte the one that the commit wrote, and if the result has the values that the undo is to store.
/// Otherwise the undo is an edit like any other.
package struct TextInverse: Hashable, Sendable {
  /// The ranges of the edited text, in ascending order, and what was there before.
  fileprivate var parts: [Part] = []
  /// The hash of the edited text.
  fileprivate var digest: UInt64 = 0

  fileprivate struct Part: Hashable, Sendable {
    var range: Range<Int>
    var text: String
  }

  /// The texts that it brings back.
  var texts: [String] { parts.map(\.text) }

  /// Returns the text before the edit; nil if the edited text is another one.
  func applied(to edited: [UInt8]) -> [UInt8]? {
    guard StableHash(edited).value == digest else { return nil }
    var splice = TextSplice(edited)
    for part in parts {
      guard part.range.lowerBound >= splice.position, part.range.upperBound <= edited.count else {
        return nil
      }
      splice.replace(part.range, by: part.text.utf8)
    }
    return splice.finish().text
  }
}

// MARK: - In the journal

extension TextInverse {
  /// The hash, and for each part its range and its text.
  var storedValue: Defaults.StoredValue {
    .array(
      [.integer(Int128(digest))]
        + parts.flatMap { part -> [Defaults.StoredValue] in
          [
            .integer(Int128(part.range.lowerBound)), .integer(Int128(part.range.upperBound)),
            .string(part.text),
          ]
        }
    )
  }

  init?(_ stored: Defaults.StoredValue) {
    guard case .array(let items) = stored, case .integer(let digest)? = items.first,
      items.count % 3 == 1
    else { return nil }
    self.digest = UInt64(truncatingIfNeeded: digest)
    for index in stride(from: 1, to: items.count, by: 3) {
      guard case .integer(let start) = items[index], case .integer(let end) = items[index + 1],
        case .string(let text) = items[index + 2], 0 <= start, start <= end, end <= Int.max
      else { return nil }
      parts.append(Part(range: Int(start)..<Int(end), text: text))
    }
  }
}

/// Replaces parts of a text, in ascending order, and notes what was there.
package struct TextSplice {
  private let source: [UInt8]
  /// The new text, up to the last replacement.
  package private(set) var text: [UInt8] = []
  /// The end of what was copied or replaced of the old text.
  fileprivate var position = 0
  private var inverse: TextInverse? = TextInverse()

  /// Creates a splice that has replaced nothing.
  package init(_ source: [UInt8]) { self.source = source }

  /// Copies what is before a place of the old text.
  package mutating func copy(upTo place: Int) {
    guard place > position else { return }
    text += source[position..<place]
    position = place
  }

  /// Replaces a range of the old text; what was replaced before is left out of it.
  package mutating func replace(_ range: Range<Int>, by new: some Sequence<UInt8>) {
    copy(upTo: range.lowerBound)
    let start = text.count
    text += new
    let old = source[position..<max(position, range.upperBound)]
    position = old.endIndex
    guard let old = String(validating: old, as: UTF8.self) else {
      inverse = nil
      return
    }
    inverse?.parts.append(.init(range: start..<text.count, text: old))
  }

  /// Returns the new text, and what brings the old one back.
  package consuming func finish() -> (text: [UInt8], inverse: TextInverse?) {
    copy(upTo: source.count)
    let digest = StableHash(text).value
    inverse?.digest = digest
    return (text, inverse)
  }
}
