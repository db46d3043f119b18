import DefaultsCore
import DefaultsSchema

// Items that are pasted into a list, a dictionary or a table.
extension ItemsControl {
  /// Inserts pasted items; of names that exist, the values are replaced.
  mutating func paste(items new: [EditedItem]) throws(Defaults.Rejection) -> PasteOutcome {
    guard !new.isEmpty else { return .ignored }
    guard structure.hasNames else {
      let index = items.isEmpty ? 0 : selected + 1
      items.insert(new, at: index)
      selected = index + new.count - 1
      return .finished
    }
    for item in new {
      guard let name = item.name, let value = item.value else { continue }
      if let index = items.firstIndex(where: { $0.name == name }) {
        items.replace(at: index, by: value)
        selected = index
      } else {
        let index = place(of: name)
        items.insert([item], at: index)
        selected = index
      }
    }
    return .finished
  }

  /// Parses pasted text as JSON with items; for a list, otherwise each line as an item.
  func pasted(_ text: String) throws(Defaults.Rejection) -> [EditedItem] {
    let isJSON = (try? JSONValue(parsing: text))?.isContainer ?? false
    if isJSON || structure.hasNames {
      let value = try edited.kind.parse(text)
      try edited.kind.validate(value)
      return structure.items(of: value) ?? []
    }
    var values: [EditedItem] = []
    for line in text.split(whereSeparator: \.isNewline) {
      let value = try kind(of: sample, named: nil).parse(String(line))
      try structure.kind(ofItemNamed: nil).validate(value)
      values.append(EditedItem(value: value))
    }
    return values
  }
}

extension JSONValue {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .number, .string: false
    }
  }
}
