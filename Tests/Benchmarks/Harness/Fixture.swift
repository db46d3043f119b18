import Defaults
import Foundation

/// What the suites under test hold.
enum Fixture {
  /// The directory of all files, which is also where Foundation keeps its suites.
  static let directory = Defaults.ConfigurationHome().directory

  /// The name of the key with a number, as long as names in real files are.
  static func key(_ number: Int) -> String {
    "editor.panel\(number / 25).setting\(number)"
  }

  /// A value of the kinds that real files hold, in turn.
  static func value(_ number: Int) -> Defaults.StoredValue {
    switch number % 5 {
    case 0: .bool(number.isMultiple(of: 2))
    case 1: .integer(Int128(number * 7919))
    case 2: .real(Double(number) / 7)
    case 3: .string("the quick brown fox no. \(number)")
    default: .array([.string("first"), .string("second"), .integer(Int128(number))])
    }
  }

  /// So many values.
  static func values(_ count: Int) -> [Defaults.KeyName: Defaults.StoredValue] {
    Dictionary(uniqueKeysWithValues: (0..<count).map { (Defaults.KeyName(key($0)), value($0)) })
  }

  /// Writes a suite's file with so many keys.
  ///
  /// - Returns: its path.
  /// - Throws: what writing throws.
  @discardableResult
  static func write(
    _ count: Int,
    to suite: String,
    format: PropertyListSerialization.PropertyListFormat = .xml
  ) throws -> String {
    let file = path(suite)
    let objects = Defaults.StoredValue.dictionary(values(count)).propertyList
    let data = try PropertyListSerialization.data(
      fromPropertyList: objects,
      format: format,
      options: 0,
    )
    try data.write(to: URL(fileURLWithPath: file))
    return file
  }

  /// The path of a suite's file.
  static func path(_ suite: String) -> String {
    "\(directory)/\(suite).plist"
  }
}
