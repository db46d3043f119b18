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

/// Returns the word that is most similar to a mistyped one; nil when none is similar.
///
/// Uppercase and lowercase count as the same. At most two letters may differ, one if the text has
/// three letters, and none if it has fewer, since two letters of a short word are most of it. Of
/// words with the same distance, the first one by name is returned.
package func nearestWord(to text: String, among words: some Sequence<String>) -> String? {
  let text = text.lowercased().prefix(64)
  let limit = text.count < 3 ? 0 : text.count < 4 ? 1 : 2
  var nearest: (word: String, distance: Int)?
  for word in words {
    let prefix = word.lowercased().prefix(64)
    guard abs(prefix.count - text.count) <= limit else { continue }
    let distance = editDistance(String(text), String(prefix))
    guard distance <= limit, distance < prefix.count else { continue }
    if let nearest, (nearest.distance, nearest.word) <= (distance, word) { continue }
    nearest = (word, distance)
  }
  return nearest?.word
}
