import DefaultsCore

/// The items of a value that is being edited, with undo and redo.
///
/// Each change of the values saves a copy of all items. Arrays share their elements, so a copy costs
/// one reference for each item. Keeping input and marking are not changes that can be undone.
struct EditedItems: RandomAccessCollection, Sendable {
  private var items: [EditedItem]
  /// The items before the last changes, oldest first; at most 100.
  private var undoStack: [[EditedItem]] = []
  /// The items after the changes that were undone.
  private var redoStack: [[EditedItem]] = []

  /// Creates items with empty undo and redo stacks.
  init(_ items: [EditedItem]) {
    self.items = items
  }

  var startIndex: Int { 0 }
  var endIndex: Int { items.count }

  subscript(index: Int) -> EditedItem { items[index] }

  // MARK: - Changes that can be undone

  /// Inserts items before the one at an index.
  mutating func insert(_ new: [EditedItem], at index: Int) {
    recordUndo()
    items.insert(contentsOf: new, at: index)
  }

  /// Replaces a value and discards its kept input; an equal value adds nothing to the undo stack.
  ///
  /// The value nil unsets a declared member of a table.
  mutating func replace(at index: Int, by value: Defaults.StoredValue?) {
    if items[index].value != value { recordUndo() }
    items[index].value = value
    items[index].kept = nil
  }

  /// Gives an item another name, and moves it to another index.
  mutating func rename(at index: Int, to name: Defaults.KeyName, movingTo target: Int) {
    recordUndo()
    var item = items.remove(at: index)
    (item.name, item.kept) = (name, nil)
    items.insert(item, at: target)
  }

  /// Removes items, and unsets those for which `isKept` returns true.
  mutating func remove(at indices: [Int], unsettingWhere isKept: (EditedItem) -> Bool) {
    recordUndo()
    for index in indices.reversed() {
      if isKept(items[index]) {
        (items[index].value, items[index].kept) = (nil, nil)
      } else {
        items.remove(at: index)
      }
    }
  }

  /// Replaces all items.
  mutating func replaceAll(by new: [EditedItem]) {
    recordUndo()
    items = new
  }

  /// Moves items by one place, down if `distance` is 1 and up if it is -1.
  ///
  /// - Returns: false, without a change, if one of them would leave the list.
  mutating func move(at indices: [Int], by distance: Int) -> Bool {
    guard !indices.isEmpty, indices.allSatisfy({ items.indices.contains($0 + distance) }) else {
      return false
    }
    recordUndo()
    for index in distance > 0 ? indices.reversed() : indices {
      items.swapAt(index, index + distance)
    }
    return true
  }

  /// Undoes the last change, and returns whether there was one.
  mutating func undo() -> Bool {
    guard let last = undoStack.popLast() else { return false }
    redoStack.append(items)
    items = last
    return true
  }

  /// Redoes the change that was undone last, and returns whether there was one.
  mutating func redo() -> Bool {
    guard let next = redoStack.popLast() else { return false }
    undoStack.append(items)
    items = next
    return true
  }

  private mutating func recordUndo() {
    undoStack.append(items)
    if undoStack.count > 100 { undoStack.removeFirst() }
    redoStack = []
  }

  // MARK: - Marks and input

  /// The indices of the marked items.
  var marked: [Int] { items.indices.filter { items[$0].isMarked } }

  /// Marks an item, or removes its mark.
  mutating func toggleMark(at index: Int) {
    items[index].isMarked.toggle()
  }

  /// Keeps the input of an item that was closed without storing it; nil discards it.
  mutating func keep(_ input: OpenItem?, at index: Int) {
    items[index].kept = input
  }

  /// Whether an item has kept input.
  var hasKeptInput: Bool { firstKept != nil }

  /// The index of the first item with kept input; nil for none.
  var firstKept: Int? { items.firstIndex { $0.kept != nil } }

  /// Sets the origins of the items anew, from the value that they are compared with now.
  mutating func compare(with shown: [EditedItem], in structure: any ItemStructure) {
    items = structure.items(items, comparedWith: shown)
  }
}
