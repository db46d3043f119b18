/// Titles for keys that have none.
enum KeyTitle {
  /// Returns the words of a key as a phrase: `hover.showURLBar` becomes "Hover show URL bar".
  ///
  /// Words end at dots, hyphens, underscores, spaces, slashes and colons, and before capitals.
  static func derived(from key: String) -> String {
    let key = CleanText.line(key)
    let words = words(of: key).map { word in
      // A word in capitals is an abbreviation and is kept.
      word.count > 1 && word.allSatisfy({ !$0.isLowercase }) ? word : word.lowercased()
    }
    guard let first = words.first else { return key }
    return ([first.prefix(1).uppercased() + first.dropFirst()] + words.dropFirst())
      .joined(separator: " ")
  }

  private static func words(of key: String) -> [String] {
    var words: [String] = []
    var word: [Character] = []
    func end() {
      if !word.isEmpty { words.append(String(word)) }
      word = []
    }
    let characters = Array(key)
    for (index, character) in characters.enumerated() {
      if ".-_ :/".contains(character) {
        end()
        continue
      }
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      // "URLBar" is "URL" and "Bar": the last capital of a run belongs to what follows it.
      let startsWord =
        character.isUppercase
        && (word.last?.isUppercase == false || (word.count > 0 && next?.isLowercase == true))
      if startsWord { end() }
      word.append(character)
    }
    end()
    return words
  }
}
