/// The commands of data.
enum DataCommand: String, KeyCommand {
  case saveToFile, loadFromFile, typeText, makeEmpty

  /// The keys of data.
  static let rows: [KeyRow] = KeyRow.group("Change", in: [.data]) {
    row(.loadFromFile, "F7", "load the data from a file", hint: "load")
    row(.saveToFile, "F6", "save the data to a file", hint: "export")
    row(.typeText, "e", "type the data as Base64", hint: "type")
    row(.makeEmpty, "d Del", "remove all bytes")
  }
}
