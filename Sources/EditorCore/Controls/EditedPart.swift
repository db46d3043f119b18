/// What an open edit says about an item that is being edited inside of its value.
struct EditedPart: Sendable {
  /// The title of a member, the name of an item, or its number.
  var title: String
  /// The description of a member; empty for none.
  var help: String
  /// The kind of the item, and the values that editing it began with.
  var edited: EditedValue
  /// The number of rows that its control wants, see ``Control/wantedRows``.
  var wantedRows: Int
}
