/// The commands of data.
enum DataCommand: String, KeyCommand {
  case saveToFile, loadFromFile, typeText, makeEmpty
}

extension KeyTable {
  /// The keys of data.
  static let data: [KeyRow] = KeyRow.group(
    "Change",
    in: [.data],
    [
      .init(DataCommand.loadFromFile, "F7", "load the data from a file", hint: "load a file"),
      .init(DataCommand.saveToFile, "F6", "save the data to a file", hint: "save to a file"),
      .init(DataCommand.typeText, "e", "type the data as Base64", hint: "type"),
      .init(DataCommand.makeEmpty, "d Del", "remove all bytes"),
    ]
  )
}
