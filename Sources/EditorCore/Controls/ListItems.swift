import Defaults

/// The items of a list that is being edited, with undo and redo.
///
/// Each change of the values saves a copy of all items. Arrays share their elements, so a copy costs
/// one reference for each item. Parking input is not a change that can be undone.
struct ListItems: RandomAccessCollection, Sendable {
  /// One item of the list.
  struct Item: Sendable {
    /// The value in the list.
    var value: Defaults.StoredValue
    /// The control with input that was not saved; nil for none.
    var parked: (any Control)?
  }

  private var items: [Item]
  /// The items before the last changes, oldest first; at most 100.
  private var undoStack: [[Item]] = []
  /// The items after the changes that were undone.
  private var redoStack: [[Item]] = []

  /// Creates items with empty undo and redo stacks.
  init(_ values: [Defaults.StoredValue]) {
    items = values.map { Item(value: $0) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { items.count }

  subscript(index: Int) -> Item { items[index] }

  // MARK: - Changes that can be undone

  /// Inserts items before the one at an index.
  mutating func insert(_ values: [Defaults.StoredValue], at index: Int) {
    recordUndo()
    items.insert(contentsOf: values.map { Item(value: $0) }, at: index)
  }

  /// Replaces an item and discards its parked input; an equal value adds nothing to the undo stack.
  mutating func replace(at index: Int, by value: Defaults.StoredValue) {
    if items[index].value != value { recordUndo() }
    items[index] = Item(value: value)
  }

  /// Removes an item.
  mutating func remove(at index: Int) {
    recordUndo()
    items.remove(at: index)
  }

  /// Exchanges two items.
  mutating func swapAt(_ index: Int, _ other: Int) {
    recordUndo()
    items.swapAt(index, other)
  }

  /// Undoes the last change, if there is one.
  mutating func undo() {
    guard let last = undoStack.popLast() else { return }
    redoStack.append(items)
    items = last
  }

  /// Redoes the change that was undone last, if there is one.
  mutating func redo() {
    guard let next = redoStack.popLast() else { return }
    undoStack.append(items)
    items = next
  }

  private mutating func recordUndo() {
    undoStack.append(items)
    if undoStack.count > 100 { undoStack.removeFirst() }
    redoStack = []
  }

  // MARK: - Input

  /// Stores the input of an item that was closed without saving; nil discards it.
  mutating func park(_ control: (any Control)?, at index: Int) {
    items[index].parked = control
  }
}
