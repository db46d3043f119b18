import DefaultsCore
import DefaultsSchema

/// An order of the list.
enum ListOrder: String, CaseIterable, Hashable, Sendable, Defaults.Serializable {
  /// The sections of the schema with their keys.
  case group
  /// By title.
  case name
  /// The key that was changed last comes first, as the history says.
  case changed
  /// Keys with a stored value come first.
  case set
  /// By kind of value.
  case type

  /// The words for the order.
  var words: String { texts.words }

  /// A sentence about the order.
  var help: String { texts.help }

  private var texts: (words: String, help: String) {
    switch self {
    case .group: ("group", "The groups and the order that the app has chosen.")
    case .name: ("name", "By the titles, from A to Z.")
    case .changed:
      (
        "changed last",
        "The key that was changed last comes first, as far back as the history goes."
      )
    case .set: ("set first", "The keys with a value of your own come first.")
    case .type: ("type", "Keys with values of the same type together.")
    }
  }
}

/// The numbers by which the list is sorted in another order than that of the sections.
///
/// The numbers are computed once, when the order is chosen or the filter changes, and a key keeps its
/// number when its value changes. Otherwise the row under the cursor would move away while it is edited.
/// To choose the order again sorts again. Computing them costs a sort of all keys; inserting keys costs
/// one pass over the numbers.
struct Ordering: Sendable {
  let order: ListOrder
  /// The numbers by slot; a smaller one is farther up.
  private(set) var ranks: [UInt32]
  /// All slots sorted by title; empty in other orders.
  private var sorted: [Named] = []

  /// A slot with the text by which it is sorted, which is made once for each key and not for each comparison.
  private struct Named {
    let slot: Slot
    let name: String

    init(_ slot: Slot, in document: Document) {
      self.slot = slot
      name = document.title(of: slot).titleOrder
    }

    func precedes(_ other: Named, in document: Document) -> Bool {
      name == other.name ? document.precedes(slot, other.slot) : name < other.name
    }
  }

  /// Computes the numbers of all keys; `order` must not be `group`, which needs none.
  init(_ order: ListOrder, of document: Document) {
    self.order = order
    ranks = Array(repeating: Self.last, count: document.capacity)
    let slots = document.order
    guard order == .name else {
      for slot in slots { ranks[slot.index] = Self.rank(slot, order, in: document) }
      return
    }
    sorted = slots.map { Named($0, in: document) }.sorted { $0.precedes($1, in: document) }
    number()
  }

  /// The number of a key.
  subscript(slot: Slot) -> UInt32 {
    ranks.indices.contains(slot.index) ? ranks[slot.index] : Self.last
  }

  /// Gives numbers to keys that the document has inserted, or has inserted and removed again.
  ///
  /// The other keys keep their order, but their numbers can change. Removed keys keep their place until
  /// their slot is used again.
  mutating func insert(_ inserted: Set<Slot>, of document: Document) {
    if ranks.count < document.capacity {
      ranks += Array(repeating: Self.last, count: document.capacity - ranks.count)
    }
    guard order == .name else {
      for slot in inserted { ranks[slot.index] = Self.rank(slot, order, in: document) }
      return
    }
    sorted.removeAll { inserted.contains($0.slot) }
    let precedes: (Named, Named) -> Bool = { $0.precedes($1, in: document) }
    let new = inserted.filter { !document.isRemoved($0) }.map { Named($0, in: document) }
    sorted.merge(new.sorted(by: precedes), by: precedes)
    number()
  }

  /// The number of a key that comes after all others; the list uses a greater one itself.
  private static let last: UInt32 = .max - 1

  private mutating func number() {
    for (number, named) in sorted.enumerated() {
      ranks[named.slot.index] = UInt32(truncatingIfNeeded: number)
    }
  }

  private static func rank(_ slot: Slot, _ order: ListOrder, in document: Document) -> UInt32 {
    switch order {
    case .group, .name: 0
    case .changed:
      document.annotations.lastChange(of: document.key(at: slot))
        .map { UInt32(truncatingIfNeeded: Int(Self.last) - 1 - $0) } ?? Self.last
    case .set: document.isSet(slot) ? 0 : 1
    case .type:
      ValueKind.filterNames.firstIndex(of: document.kind(of: slot).filterName)
        .map { UInt32(truncatingIfNeeded: $0) } ?? Self.last
    }
  }
}
