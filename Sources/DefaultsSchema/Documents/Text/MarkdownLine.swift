/// A converter of one line of Markdown to plain text.
///
/// The text may come from anyone, so every search is bounded: matching brackets are found once for
/// the line, a mark that has no partner is not searched for again, and links and tags have limits
/// on depth and length. Without this, a line of thousands of brackets or backticks takes
/// quadratic time.
struct MarkdownLine {
  /// The deepest nesting of links.
  private static let deepestNesting = 3
  /// The greatest length of a tag in characters.
  private static let longestTag = 300

  private let characters: [Character]
  private let depth: Int
  /// The index of the closing bracket, by that of the opening one.
  private let closings: [Int: Int]
  private var index = 0
  private var output = ""
  /// Emphasis marks that are open.
  private var opened: Set<String> = []
  /// Marks and runs of backticks that do not occur again in the line.
  private var missing: Set<String> = []
  /// The keys that the line refers to, in order.
  private(set) var keys: [String] = []

  /// Creates a converter of a line.
  init(_ line: Substring, depth: Int = 0) {
    characters = Array(line)
    self.depth = depth
    closings = Self.closings(in: characters)
  }

  /// Returns the line without Markdown markup.
  mutating func reduced() -> String {
    while index < characters.count {
      switch characters[index] {
      case "\\" where index + 1 < characters.count && characters[index + 1].isASCIIPunctuation:
        output.append(characters[index + 1])
        index += 2
      case "`": reduceCode()
      case "!" where characters[index...].dropFirst().first == "[":
        if !reduceLink(from: index + 1, isImage: true) { copyCharacter() }
      case "[": if !reduceLink(from: index, isImage: false) { copyCharacter() }
      case "<": reduceTag()
      case "&": reduceEntity()
      case "*", "_", "~": reduceEmphasis()
      default: copyCharacter()
      }
    }
    return output
  }

  private mutating func copyCharacter() {
    output.append(characters[index])
    index += 1
  }

  /// Converts code between runs of backticks of equal length; `#key#` in it refers to a key.
  private mutating func reduceCode() {
    let ticks = run(of: "`", at: index)
    let start = index + ticks
    guard let end = place(of: "`", run: ticks, from: start) else {
      output.append(contentsOf: characters[index..<start])
      index = start
      return
    }
    let code = String(characters[start..<end])
    if code.count > 2, code.hasPrefix("#"), code.hasSuffix("#") {
      let key = String(code.dropFirst().dropLast())
      keys.append(key)
      output += key
    } else {
      output += code
    }
    index = end + ticks
  }

  /// Returns how often a mark is repeated from an index on.
  private func run(of mark: Character, at place: Int) -> Int {
    var end = place
    while end < characters.count, characters[end] == mark { end += 1 }
    return end - place
  }

  /// Returns the next index where a run of the mark has this length; nil when there is none.
  private mutating func place(of mark: Character, run wanted: Int, from start: Int) -> Int? {
    let name = "\(mark)\(wanted)"
    guard !missing.contains(name) else { return nil }
    var place = start
    while place < characters.count {
      let found = run(of: mark, at: place)
      if found == wanted { return place }
      place += max(1, found)
    }
    missing.insert(name)
    return nil
  }

  /// Converts a link to its text, followed by the address if that is of use to a reader.
  private mutating func reduceLink(from start: Int, isImage: Bool) -> Bool {
    guard depth < Self.deepestNesting, let textEnd = closings[start],
      textEnd + 1 < characters.count, characters[textEnd + 1] == "(",
      let addressEnd = closings[textEnd + 1]
    else { return false }
    var inner = MarkdownLine(
      Substring(String(characters[(start + 1)..<textEnd])),
      depth: depth + 1
    )
    let text = inner.reduced()
    keys += inner.keys
    let target = String(characters[(textEnd + 2)..<addressEnd])
    // The address may be followed by a title.
    let address = target.split(separator: " ").first.map(String.init) ?? ""
    output += text
    let isForPeople = ["http://", "https://", "mailto:"].contains { address.hasPrefix($0) }
    if !isImage, isForPeople, address != text { output += text.isEmpty ? address : " (\(address))" }
    index = addressEnd + 1
    return true
  }

  /// Returns the index of the closing bracket, by that of the opening one.
  private static func closings(in characters: [Character]) -> [Int: Int] {
    var closings: [Int: Int] = [:]
    var open: [Character: [Int]] = [:]
    for (place, character) in characters.enumerated() {
      if place > 0, characters[place - 1] == "\\" { continue }
      switch character {
      case "[", "(": open[character, default: []].append(place)
      case "]": if let start = open["["]?.popLast() { closings[start] = place }
      case ")": if let start = open["("]?.popLast() { closings[start] = place }
      default: break
      }
    }
    return closings
  }

  /// Converts an address in angle brackets to the address, and `<br>` to a line break; drops tags.
  private mutating func reduceTag() {
    guard let end = characters[index...].prefix(Self.longestTag).firstIndex(of: ">") else {
      return copyCharacter()
    }
    let inside = String(characters[(index + 1)..<end])
    if inside.hasPrefix("http://") || inside.hasPrefix("https://") || inside.hasPrefix("mailto:") {
      output += inside
    } else if let name = Self.tagName(inside) {
      if name == "br" { output += "\n" }
    } else {
      return copyCharacter()
    }
    index = end + 1
  }

  /// Returns the name of an HTML element; nil for other text, such as `<id>` or `a < b`.
  private static func tagName(_ inside: String) -> String? {
    let body = inside.hasPrefix("/") ? inside.dropFirst() : inside[...]
    let name = String(body.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }).lowercased()
    return elements.contains(name) ? name : nil
  }

  private static let elements: Set<String> = [
    "a", "b", "blockquote", "br", "code", "dd", "details", "div", "dl", "dt", "em", "h1", "h2",
    "h3", "h4", "hr", "i", "img", "kbd", "li", "ol", "p", "pre", "small", "span", "strong", "sub",
    "summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "u", "ul",
  ]

  private mutating func reduceEntity() {
    for (entity, text) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&nbsp;", " "),
    ]
    where characters[index...].starts(with: entity) {
      output += text
      index += entity.count
      return
    }
    copyCharacter()
  }

  /// Drops a pair of emphasis marks; a single one, or an underscore inside a word, is kept.
  private mutating func reduceEmphasis() {
    let mark = characters[index]
    let run = run(of: mark, at: index)
    let name = "\(mark)\(run)"
    let canClose = opened.contains(name) && isText(index - 1)
    if canClose {
      opened.remove(name)
    } else if isEmphasis(mark, run), isText(index + run), hasPartner(mark, run) {
      opened.insert(name)
    } else {
      output.append(contentsOf: characters[index..<(index + run)])
    }
    index += run
  }

  private func isEmphasis(_ mark: Character, _ run: Int) -> Bool {
    switch mark {
    case "~": run == 2
    case "_": run <= 3 && !(isWordPart(index - 1) && isWordPart(index + run))
    default: run <= 3
    }
  }

  /// Returns whether the same mark occurs again directly after some text.
  private mutating func hasPartner(_ mark: Character, _ run: Int) -> Bool {
    guard let place = place(of: mark, run: run, from: index + run) else { return false }
    return isText(place - 1)
  }

  private func isText(_ place: Int) -> Bool {
    characters.indices.contains(place) && !characters[place].isWhitespace
  }

  private func isWordPart(_ place: Int) -> Bool {
    characters.indices.contains(place)
      && (characters[place].isLetter || characters[place].isNumber)
  }
}

extension Character {
  fileprivate var isASCIIPunctuation: Bool {
    isASCII && (isPunctuation || isSymbol)
  }
}
