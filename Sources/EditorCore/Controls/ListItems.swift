import Defaults

/// The items of a list that is edited, with undo and redo.
struct ListItems: RandomAccessCollection, Sendable {
  /// One item of the list.
  struct Item: Sendable {
    var value: Defaults.StoredValue
    /// The input that was not saved into the item; nil for none.
    var parked: (any Control)?
  }

  private var items: [Item]
  private var undoStack: [[Item]] = []
  private var redoStack: [[Item]] = []

  /// Creates items without a change to undo.
  init(_ values: [Defaults.StoredValue]) {
    items = values.map { Item(value: $0) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { items.count }

  subscript(index: Int) -> Item { items[index] }

  // MARK: - Changes that can be undone

  mutating func insert(_ values: [Defaults.StoredValue], at index: Int) {
    recordUndo()
    items.insert(contentsOf: values.map { Item(value: $0) }, at: index)
  }

  /// Replaces an item; the same value is no change to undo.
  mutating func replace(at index: Int, by value: Defaults.StoredValue) {
    if items[index].value != value { recordUndo() }
    items[index] = Item(value: value)
  }

  mutating func remove(at index: Int) {
    recordUndo()
    items.remove(at: index)
  }

  mutating func swapAt(_ index: Int, _ other: Int) {
    recordUndo()
    items.swapAt(index, other)
  }

  mutating func undo() {
    guard let last = undoStack.popLast() else { return }
    redoStack.append(items)
    items = last
  }

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

  /// Keeps the input of an item that was closed without saving; nil for none.
  mutating func park(_ control: (any Control)?, at index: Int) {
    items[index].parked = control
  }
}
