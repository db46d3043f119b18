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
  private var past: [[Item]] = []
  private var future: [[Item]] = []

  /// Creates items without a change to undo.
  init(_ values: [Defaults.StoredValue]) {
    items = values.map { Item(value: $0) }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { items.count }

  subscript(place: Int) -> Item { items[place] }

  // MARK: - Changes that can be undone

  mutating func insert(_ values: [Defaults.StoredValue], at place: Int) {
    remember()
    items.insert(contentsOf: values.map { Item(value: $0) }, at: place)
  }

  /// Replaces an item; the same value is no change to undo.
  mutating func replace(at place: Int, by value: Defaults.StoredValue) {
    if items[place].value != value { remember() }
    items[place] = Item(value: value)
  }

  mutating func remove(at place: Int) {
    remember()
    items.remove(at: place)
  }

  mutating func swapAt(_ place: Int, _ other: Int) {
    remember()
    items.swapAt(place, other)
  }

  mutating func undo() {
    guard let last = past.popLast() else { return }
    future.append(items)
    items = last
  }

  mutating func redo() {
    guard let next = future.popLast() else { return }
    past.append(items)
    items = next
  }

  private mutating func remember() {
    past.append(items)
    if past.count > 100 { past.removeFirst() }
    future = []
  }

  // MARK: - Input

  /// Keeps the input of an item that was closed without saving; nil for none.
  mutating func park(_ control: (any Control)?, at place: Int) {
    items[place].parked = control
  }
}
