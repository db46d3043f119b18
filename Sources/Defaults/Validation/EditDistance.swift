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
