/// Returns the distance of the first 64 characters of two texts: the least number of characters to add,
/// remove or replace, and of neighbours to exchange, none of them twice.
package func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left.prefix(64))
  let right = Array(right.prefix(64))
  var before: [Int] = []
  var row = Array(0...right.count)
  for (i, character) in left.enumerated() {
    var next = [i + 1]
    for (j, other) in right.enumerated() {
      var least = min(row[j] + (character == other ? 0 : 1), next[j] + 1, row[j + 1] + 1)
      if i > 0, j > 0, character == right[j - 1], left[i - 1] == other {
        least = min(least, before[j - 1] + 1)
      }
      next.append(least)
    }
    (before, row) = (row, next)
  }
  return row[right.count]
}

/// Returns the number of slips with which a mistyped text differs from a word: letters that are missing, too
/// many or other ones, and neighbours that are exchanged; nil if the word is not similar.
///
/// Uppercase and lowercase count as the same. At most two slips are similar, one if the text has
/// three letters, and none if it has fewer, since two letters of a short word are most of it.
package func slips(in text: String, of word: String) -> Int? {
  let text = String(text.lowercased().prefix(64))
  let word = String(word.lowercased().prefix(64))
  let limit = text.count < 3 ? 0 : text.count < 4 ? 1 : 2
  guard abs(word.count - text.count) <= limit else { return nil }
  let distance = editDistance(text, word)
  return distance <= limit && distance < word.count ? distance : nil
}

/// Returns the word that is most similar to a mistyped one; nil when none is similar
/// (``slips(in:of:)``).
///
/// Of words with as many slips, the first one by name is returned.
package func nearestWord(to text: String, among words: some Sequence<String>) -> String? {
  var nearest: (word: String, slips: Int)?
  for word in words {
    guard let slips = slips(in: text, of: word) else { continue }
    if let nearest, (nearest.slips, nearest.word) <= (slips, word) { continue }
    nearest = (word, slips)
  }
  return nearest?.word
}
