import Defaults
import Foundation

extension Subject {
  /// The first look into a suite of 10,000 keys.
  static let loads = Subject(name: "loads") {
    try rows("XML", .xml) + rows("binary", .binary)
  }

  private static func rows(
    _ name: String,
    _ format: PropertyListSerialization.PropertyListFormat
  ) throws -> [Row] {
    let file = try Fixture.write(10_000, to: "bench.loads.\(name)", format: format)
    let key = Fixture.key(5003)
    let times = try race(
      rounds: 20,
      [
        Contender(name: "one") {
          let store = Defaults.PropertyListStore(file: file)
          consume(Defaults.Suite(name: "loads", store: store).storedValue(forKey: key))
        },
        Contender(name: "all") {
          let store = Defaults.PropertyListStore(file: file)
          consume(Defaults.Suite(name: "loads", store: store).storedValues())
        },
        Contender(name: "`PropertyListSerialization`, \(name)") {
          let data = try Data(contentsOf: URL(fileURLWithPath: file))
          consume(try PropertyListSerialization.propertyList(from: data, format: nil))
        },
      ]
    )
    return Row.comparing("cold load of 10,000 keys, \(name)", [times[0], times[2]], [.faster(4)])
      + Row.comparing("cold load and all values, \(name)", [times[1], times[2]], [.faster(4)])
  }
}
