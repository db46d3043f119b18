package import DefaultsCore

extension Sequence<Defaults.KeyName> {
  /// The names in the order of titles; those that differ only in capitals by their bytes.
  package var inTitleOrder: [Defaults.KeyName] {
    map { (order: $0.string.titleOrder, name: $0) }.sorted { $0 < $1 }.map(\.name)
  }
}

extension String {
  /// The text by which titles are sorted: in lower case, with numbers by their size.
  package var titleOrder: String {
    let title = lowercased()
    guard title.utf8.contains(where: { (0x30...0x39).contains($0) }) else { return title }
    var (order, digits) = ("", "")
    func addNumber() {
      // No number that people count with has more digits.
      if !digits.isEmpty {
        order += String(repeating: "0", count: max(0, 20 - digits.count)) + digits
      }
      digits = ""
    }
    for character in title {
      if character.isASCII, character.isNumber {
        digits.append(character)
      } else {
        addNumber()
        order.append(character)
      }
    }
    addNumber()
    return order
  }
}
