import DefaultsSchema
import Terminal

/// The words at the start of all titles of a section that its heading says already.
///
/// Below the heading "Proxy", "Proxy host" and "Proxy port" are "host" and "port" in the list. A word of
/// up to three letters, such as "of", counts as said beside one that is. A number never counts, because
/// titles often differ in nothing else. Words at the end stay: without them, "Height of the proxy" would break off.
struct SharedWords: Hashable, Sendable {
  /// The number of words.
  private let count: Int

  static let none = SharedWords(count: 0)

  /// Compares the titles of a section; hidden and deprecated keys are not in its list.
  init(_ section: Section, heading: String) {
    let titles = section.entries.lazy.filter { !$0.isDiscouraged }.map { Self.words($0.title) }
    guard let first = titles.first, titles.dropFirst().first != nil else { self = .none; return }
    let said = Set(Self.words(heading).map(Self.plain))
    let shortest = titles.map(\.count).min() ?? 0
    let run = first.map(Self.plain).prefix(max(0, shortest - 1)).enumerated().prefix {
      number,
      word in
      !word.contains(where: \.isNumber) && (said.contains(word) || word.count < 4)
        && titles.allSatisfy { Self.plain($0[number]) == word }
    }
    count = run.contains { said.contains($0.element) } ? run.count : 0
  }

  private init(count: Int) { self.count = count }

  /// Returns a title without the words.
  func removed(from title: String) -> String {
    let words = Self.words(title)
    guard count > 0, words.count > count else { return title }
    return words.dropFirst(count).joined(separator: " ")
  }

  private static func words(_ text: String) -> [Substring] { text.split(separator: " ") }

  /// The letters and digits of a word, in lower case.
  private static func plain(_ word: some StringProtocol) -> String {
    word.lowercased().filter(\.isLetterOrDigit)
  }
}

extension Document {
  /// Returns the title of a key in the list: in a list with headings, without the words of its heading.
  func rowTitle(of slot: Slot, isFlat: Bool) -> String {
    let title = title(of: slot)
    return isFlat || !isDeclared(slot) ? title : sharedWords[section(of: slot)].removed(from: title)
  }

  /// Returns the width of a key's title in the list, at most 60.
  func rowTitleWidth(of slot: Slot, isFlat: Bool) -> Int {
    let title = rowTitle(of: slot, isFlat: isFlat)
    let isPlain = title.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    return min(Listing.titleLimit, isPlain ? title.utf8.count : SafeText(title).width)
  }
}
