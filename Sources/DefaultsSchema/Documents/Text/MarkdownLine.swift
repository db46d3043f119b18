/// One line of Markdown.
///
/// Texts come from strangers, so every search is over after a bounded number of steps: brackets
/// are matched once, and what was looked for in vain is not looked for again.
struct MarkdownLine {
  /// How many links may lie inside one another.
  private static let deepestNesting = 3
  /// How many characters a tag may have.
  private static let longestTag = 300

  private let characters: [Character]
  private let depth: Int
  /// The closing bracket of each opening one, by their places.
  private let closings: [Int: Int]
  private var index = 0
  private var output = ""
  /// Marks that have been opened and not closed yet.
  private var opened: Set<String> = []
  /// Marks and runs of backticks that do not come again.
  private var missing: Set<String> = []
  /// The keys that the line points to, in order.
  private(set) var keys: [String] = []

  /// Takes a line.
  init(_ line: Substring, depth: Int = 0) {
    characters = Array(line)
    self.depth = depth
    closings = Self.closings(in: characters)
  }

  /// Returns the line without Markdown.
  mutating func reduced() -> String {
    while index < characters.count {
      switch characters[index] {
      case "\\" where index + 1 < characters.count && characters[index + 1].isASCIIPunctuation:
        output.append(characters[index + 1])
        index += 2
      case "`": reduceCode()
      case "!" where character(after: 1) == "[":
        if !reduceLink(from: index + 1, isImage: true) { takeOne() }
      case "[": if !reduceLink(from: index, isImage: false) { takeOne() }
      case "<": reduceTag()
      case "&": reduceEntity()
      case "*", "_", "~": reduceEmphasis()
      default: takeOne()
      }
    }
    return output
  }

  private mutating func takeOne() {
    output.append(characters[index])
    index += 1
  }

  private func character(after distance: Int) -> Character? {
    index + distance < characters.count ? characters[index + distance] : nil
  }

  /// Code between as many backticks as it starts with; a key between `#` is a reference.
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

  /// How often a mark stands at a place in a row.
  private func run(of mark: Character, at place: Int) -> Int {
    var end = place
    while end < characters.count, characters[end] == mark { end += 1 }
    return end - place
  }

  /// The next place where a mark stands exactly so often in a row.
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

  /// A link becomes its text, with the address where that is one for people.
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
    // A title may stand behind the address.
    let address = target.split(separator: " ").first.map(String.init) ?? ""
    output += text
    let isForPeople = ["http://", "https://", "mailto:"].contains { address.hasPrefix($0) }
    if !isImage, isForPeople, address != text { output += text.isEmpty ? address : " (\(address))" }
    index = addressEnd + 1
    return true
  }

  /// The closing bracket of each opening one that has one.
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

  /// An address in angle brackets stays without them; a tag goes, and `<br>` breaks the line.
  private mutating func reduceTag() {
    guard let end = characters[index...].prefix(Self.longestTag).firstIndex(of: ">") else {
      return takeOne()
    }
    let inside = String(characters[(index + 1)..<end])
    if inside.hasPrefix("http://") || inside.hasPrefix("https://") || inside.hasPrefix("mailto:") {
      output += inside
    } else if let name = Self.tagName(inside) {
      if name == "br" { output += "\n" }
    } else {
      return takeOne()
    }
    index = end + 1
  }

  /// The name of an HTML element; nil for what is none, such as `<id>` or `a < b`.
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
    takeOne()
  }

  /// Marks of emphasis go; a lone one, and an underscore inside a word, stays.
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

  /// Answers whether the same marks come again right behind some text.
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
