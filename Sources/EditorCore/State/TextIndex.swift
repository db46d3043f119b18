import Defaults
import DefaultsSchema

/// The texts that a filter searches, in lower case, as bytes.
///
/// A key has several texts: title, name, tags, titles of choices, help, and the start of its value.
/// Making them takes microseconds for each key, because a value must be converted to text. Searching
/// them as Swift strings takes as long, because `String` compares characters by canonical equivalence.
/// Both are too slow for 100,000 keys at each key press.
///
/// So the texts of a key are made once, when a filter first needs them, and again only after the key has
/// changed (``invalidate(_:)``). They are appended to one array of bytes, in lower case, separated by
/// line feeds, which no word of a query contains. The text of the value is the last.
///
/// For ASCII text and an ASCII word without carriage return and line feed, a search by bytes gives the
/// same result as one by characters. For all other texts, and for words with capitals, it only proves
/// that a word is absent; ``Query`` then compares the strings.
///
/// Bytes of changed keys are not removed, only counted in `unused`. When they are more than half of at
/// least a megabyte, the whole index is discarded and built again in slices; moving the bytes at once
/// would take longer than a key press may.
struct TextIndex: Sendable {
  /// The texts of one key, as offsets in `bytes`.
  struct Span: Sendable {
    fileprivate var start: Int
    /// The offsets of the texts after the title, as distances from `start`: a part without a text has
    /// the offset of the next one.
    fileprivate var key: UInt32 = 0
    fileprivate var tags: UInt32 = 0
    fileprivate var choices: UInt32 = 0
    fileprivate var help: UInt32 = 0
    fileprivate var value: UInt32 = 0
    fileprivate var end: Int
    /// Whether all texts are ASCII.
    fileprivate(set) var isASCII: Bool

    /// The length of all texts in bytes.
    var length: Int { end - start }
  }

  private var bytes: [UInt8] = []
  /// The texts by slot; nil if they have not been prepared.
  private var spans: [Span?] = []
  /// The number of bytes that no span refers to any more.
  private var unused = 0
  /// The slot at which ``prepareNext(of:)`` continues.
  private var next = 0

  private static let separator = UInt8(ascii: "\n")

  /// Returns whether the texts of a document's keys have all been prepared once.
  func isComplete(for document: Document) -> Bool { next >= document.capacity }

  /// Discards the texts of a key that has changed.
  mutating func invalidate(_ slot: Slot) {
    guard spans.indices.contains(slot.index), let span = spans[slot.index] else { return }
    spans[slot.index] = nil
    unused += span.length
    // Discard all texts instead of moving them; see the type's comment.
    if unused > 1 << 20, unused > bytes.count / 2 { self = TextIndex() }
  }

  /// Prepares the texts of the next key; the index must not be complete.
  ///
  /// - Returns: the number of bytes that were added.
  mutating func prepareNext(of document: Document) -> Int {
    let slot = Slot(next)
    next += 1
    guard !document.isRemoved(slot) else { return 0 }
    return prepare(slot, of: document).isNew ? spans[slot.index]?.length ?? 0 : 0
  }

  /// Returns the texts of a key, and makes them if necessary; `isNew` says whether it did.
  mutating func prepare(_ slot: Slot, of document: Document) -> (span: Span, isNew: Bool) {
    if spans.count < document.capacity {
      spans += Array(repeating: nil, count: document.capacity - spans.count)
    }
    if let span = spans[slot.index] { return (span, false) }
    let span = add(slot, of: document)
    spans[slot.index] = span
    return (span, true)
  }

  /// Appends the texts of a key.
  private mutating func add(_ slot: Slot, of document: Document) -> Span {
    var span = Span(start: bytes.count, end: 0, isASCII: true)
    func add(_ text: String) {
      span.isASCII = append(text) && span.isASCII
      bytes.append(Self.separator)
    }
    var offset: UInt32 { UInt32(bytes.count - span.start) }
    if document.isDeclared(slot) {
      let item = document.item(at: slot)
      let texts = SearchedTexts(item)
      add(texts.title)
      span.key = offset
      add(texts.key)
      span.tags = offset
      for tag in texts.tags { add(tag) }
      span.choices = offset
      for choice in texts.choices { add(choice) }
      span.help = offset
      add(texts.help)
      span.value = offset
      add(Query.valueText(item))
    } else {
      // Key and title are the same text, and there is no other.
      add(Query.searched(document.key(at: slot).string))
      span.value = offset
      (span.key, span.tags, span.choices, span.help) = (offset, offset, offset, offset)
      add(Query.valueText(ofUndeclared: document.record(at: slot)))
    }
    bytes.removeLast()
    span.end = bytes.count
    return span
  }

  /// Appends a text in lower case; returns whether it is ASCII.
  private mutating func append(_ text: String) -> Bool {
    var text = text
    let start = bytes.count
    let isASCII = text.withUTF8 { utf8 in
      for byte in utf8 {
        guard byte < 0x80 else { return false }
        bytes.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
      }
      return true
    }
    // Not ASCII: replace the bytes that were appended so far by the lower case of the whole text.
    if !isASCII {
      bytes.removeLast(bytes.count - start)
      bytes.append(contentsOf: text.lowercased().utf8)
    }
    return isASCII
  }

  /// Returns the offset of a sequence of bytes in the texts of a key, or in its value alone; nil if it
  /// does not occur there.
  func offset(of needle: [UInt8], in span: Span, onlyValue: Bool) -> Int? {
    let start = onlyValue ? span.start + Int(span.value) : span.start
    guard let first = needle.first else { return start }
    let last = span.end - needle.count
    guard start <= last else { return nil }
    return bytes.withUnsafeBufferPointer { bytes in
      needle.withUnsafeBufferPointer { needle in
        for place in start...last where bytes[place] == first {
          var length = 1
          while length < needle.count, bytes[place + length] == needle[length] { length += 1 }
          if length == needle.count { return place }
        }
        return nil
      }
    }
  }

  /// Returns the part of a key to which an offset belongs; all texts of the key must be ASCII.
  func place(at offset: Int, length: Int, in span: Span) -> Query.Place {
    let distance = UInt32(offset - span.start)
    guard distance < span.tags else {
      return distance < span.choices
        ? .tag : distance < span.help ? .choice : distance < span.value ? .help : .value
    }
    let isInTitle = distance < span.key
    let start = isInTitle ? 0 : span.key
    let isWord = distance == start || !Self.isWordByte(bytes[offset - 1])
    guard isInTitle else { return isWord ? .wordInKey : .key }
    guard distance == 0 else { return isWord ? .wordInTitle : .title }
    return length + 1 == span.key ? .wholeTitle : .startOfTitle
  }

  /// Returns whether a byte of a text in lower case is a letter or a digit.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
