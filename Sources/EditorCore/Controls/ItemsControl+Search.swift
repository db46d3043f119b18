import DefaultsCore
import DefaultsSchema

/// An item of an open list, dictionary or table, or a line of the page of a key, for a search.
struct SearchedItem: Hashable, Sendable {
  /// The number of the item, or the title of the member.
  var label: String
  /// The text of the value; a secret is hidden.
  var value: String
  /// Further texts in which words are searched: those of its members.
  var texts: [String] = []
}

extension ItemsControl {
  /// The fewest items for which the hints name the search.
  private static let searchLimit = 10

  /// The items in their order.
  var searchedItems: [SearchedItem] {
    items.indices.map { index in
      let item = items[index]
      let member = structure.member(item.name)
      let label = member?.title ?? item.name?.string ?? "\(index + 1)"
      var entry = Entry(
        untypedKey: item.name?.string ?? label,
        title: label,
        kind: kind(of: item.value, named: item.name)
      )
      entry.isSecret = member?.isSecret == true
      entry.help = member?.help ?? ""
      var texts: [String] = []
      KeyTexts(of: entry, item.value, isDeclared: member != nil)
        .forEach { field, text, _ in
          if field == .value || field == .memberValue { texts.append(text) }
        }
      let value =
        switch item.value {
        case .array, .dictionary: ValueText.items(item.value, in: entry)
        default: valueText(item)
        }
      return SearchedItem(label: label, value: value, texts: texts)
    }
  }

  var openItems: ItemsControl? {
    get { open == nil ? self : open?.control.openItems }
    set {
      if open != nil { open?.control.openItems = newValue } else if let newValue { self = newValue }
    }
  }

  /// Opens the item to which names lead, and the ones on the way.
  mutating func open(_ names: ArraySlice<Defaults.KeyName>) {
    guard let name = names.first, let index = items.firstIndex(where: { $0.name == name }) else {
      return
    }
    selected = index
    edit()
    guard names.count > 1 else { return }
    if open?.control.openItems == nil { open = nil }
    open?.control.openItems?.open(names.dropFirst())
  }

  var hintWords: [KeyAction: String] {
    if let open { return open.control.hintWords }
    var words: [KeyAction: String] = [:]
    if items.count < Self.searchLimit { words[KeyAction(EditCommand.search)] = "" }
    let name = items.indices.contains(selected) ? items[selected].name : nil
    if name == nil || structure.member(name) != nil { words[KeyAction(ItemsCommand.rename)] = "" }
    if items.isEmpty {
      for command in [ItemsCommand.edit, .view, .remove, .moveDown] {
        words[KeyAction(command)] = ""
      }
    }
    // Each finished change is stored at once, so there is rarely something to save.
    if !isDirty { words[KeyAction(FinishCommand.save)] = "" }
    return words
  }
}
