/// Returns the Levenshtein distance of the first 64 characters of two texts.
package func editDistance(_ left: String, _ right: String) -> Int {
  let left = Array(left.prefix(64))
  let right = Array(right.prefix(64))
  var row = Array(0...right.count)
  for (i, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = i + 1
    for (j, other) in right.enumerated() {
      let replaced = diagonal + (character == other ? 0 : 1)
      diagonal = row[j + 1]
      row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
    }
  }
  return row[right.count]
}

/// Returns the word that is most similar to a mistyped one, at most two edits away; nil for none.
package func nearestWord(to text: String, among words: [String]) -> String? {
  let near = words.map { (word: $0, distance: editDistance(text, $0)) }
    .min { $0.distance < $1.distance }
  guard let near, near.distance <= 2, near.distance < near.word.count else { return nil }
  return near.word
}
