import DefaultsCore
import DefaultsSchema

/// The structure of a value that consists of items: a list, a dictionary, or a table.
///
/// ``ItemsControl`` edits all of them. A structure says which items a value has, which kind an item has,
/// and which value the items make.
protocol ItemStructure: Sendable {
  /// Whether the items have names, which decide their order; otherwise they can be moved.
  var hasNames: Bool { get }

  /// Returns the items of a value; nil if the value has another structure.
  func items(of value: Defaults.StoredValue) -> [EditedItem]?

  /// Returns the value that items make.
  func value(of items: some Sequence<EditedItem>) -> Defaults.StoredValue

  /// Returns the kind of the values of items with a name.
  func kind(ofItemNamed name: Defaults.KeyName?) -> ValueKind

  /// The member that the schema declares with a name; nil if it declares none.
  func member(_ name: Defaults.KeyName?) -> TableMember?

  /// Whether an item can have a name that the schema does not declare.
  var allowsOtherNames: Bool { get }

  /// The members of the items that are shown in columns; empty to show each item as one text.
  var columns: [TableMember] { get }
}

extension ItemStructure {
  func member(_ name: Defaults.KeyName?) -> TableMember? { nil }

  var allowsOtherNames: Bool { true }

  var columns: [TableMember] { [] }

  /// Returns whether the value of items with a name is secret or has secret members.
  func holdsSecret(inItemNamed name: Defaults.KeyName?) -> Bool {
    member(name)?.isSecret == true || kind(ofItemNamed: name).hasSecretMembers
  }

  /// Returns the reason why the value of an item with a name is refused, as a phrase without secrets.
  func text(of rejection: Defaults.Rejection, inItemNamed name: Defaults.KeyName?) -> String {
    kind(ofItemNamed: name).text(of: rejection, isSecret: member(name)?.isSecret == true)
  }
}

/// An item of a value that is being edited.
struct EditedItem: Sendable {
  /// The name of the item; nil in a list.
  var name: Defaults.KeyName?
  /// The value; nil for a declared member of a table that is not set.
  var value: Defaults.StoredValue?
  /// The control of the value or of the name, with input that was not stored; nil for none.
  var kept: OpenItem?
  /// Whether the item is marked, to be moved or removed together with others.
  var isMarked: Bool = false
  /// The item's place in the value that editing began with.
  var origin: Origin = .added

  /// What became of an item since editing began.
  enum Origin: Hashable, Sendable {
    /// It is new.
    case added
    /// It had this value.
    case value(Defaults.StoredValue?)
  }

  /// How an item differs from what editing began with; the raw value is its sign.
  enum Change: Character {
    case added = "+"
    case changed = "*"
  }

  /// How the item differs from what editing began with; nil if it does not.
  var change: Change? {
    switch origin {
    case .added: .added
    case .value(let original): original == value ? nil : .changed
    }
  }
}

/// A list: items of one kind, in any order.
struct ListStructure: ItemStructure {
  let itemKind: ValueKind

  var hasNames: Bool { false }

  /// The members of records; one member alone needs no header.
  var columns: [TableMember] {
    if case .table(let members, _) = itemKind, members.count > 1 { members } else { [] }
  }

  func items(of value: Defaults.StoredValue) -> [EditedItem]? {
    guard case .array(let elements) = value else { return nil }
    return elements.map { EditedItem(value: $0) }
  }

  func value(of items: some Sequence<EditedItem>) -> Defaults.StoredValue {
    .array(items.compactMap(\.value))
  }

  func kind(ofItemNamed name: Defaults.KeyName?) -> ValueKind { itemKind }
}

/// A table: the members that the schema declares, in its order, and then the others by name.
///
/// A dictionary is a table without declared members.
struct TableStructure: ItemStructure {
  let members: [TableMember]
  let otherKind: ValueKind?

  var hasNames: Bool { true }

  var allowsOtherNames: Bool { otherKind != nil }

  func items(of value: Defaults.StoredValue) -> [EditedItem]? {
    guard case .dictionary(let values) = value else { return nil }
    let declared = members.map { Defaults.KeyName($0.name) }
    let others = values.keys.filter { !declared.contains($0) }.inTitleOrder
    return (declared + others).map { EditedItem(name: $0, value: values[$0]) }
  }

  func value(of items: some Sequence<EditedItem>) -> Defaults.StoredValue {
    .dictionary(
      items.reduce(into: [:]) { values, item in
        if let name = item.name { values[name] = item.value }
      }
    )
  }

  func kind(ofItemNamed name: Defaults.KeyName?) -> ValueKind {
    member(name)?.kind ?? otherKind ?? .any
  }

  func member(_ name: Defaults.KeyName?) -> TableMember? {
    members.first { name == Defaults.KeyName($0.name) }
  }
}
