import Defaults
import Foundation

/// A process of its own for tests of stores that several processes use at once.
///
///     store-probe write FILE PREFIX COUNT     stores COUNT keys, one commit each
///     store-probe foundation SUITE KEY TEXT   stores a text through Foundation's UserDefaults
///     store-probe transaction SUITE NUMBER    stores a number under two keys in one transaction
///     store-probe archive FILE                stores what Foundation encodes, and reads it again
///     store-probe options OPTION...           prints what keys read that options of a program may set
///     store-probe property-lists              reads documents, and prints their values
///     store-probe torture DIRECTORY SECONDS PROCESSES [PREFS]
///                                             lets many processes write, and kills them
@main
enum StoreProbe {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(error is Defaults.StoreError ? 6 : 1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    let values = Array(arguments.dropFirst())
    switch (arguments.first, values.count) {
    case ("write", 3):
      let store = Defaults.PropertyListStore(file: values[0])
      for number in 0..<(Int(values[2]) ?? 0) {
        try store.commit(["\(values[1])\(number)": .integer(Int128(number))])
      }
    case ("foundation", 3):
      let defaults = UserDefaults(suiteName: values[0])
      defaults?.set(values[2], forKey: values[1])
      exit(defaults?.synchronize() == true ? 0 : 1)
    case ("transaction", 2):
      let suite = try Defaults.Suite(named: values[0])
      try suite.transaction { transaction in
        transaction.setStoredValue(.integer(Int128(values[1]) ?? 0), forKey: "k")
        transaction.setStoredValue(.integer(Int128(values[1]) ?? 0), forKey: "l")
      }
      try suite.flush()
    case ("archive", 1):
      for line in try ArchiveProbe.lines(file: values[0]) { print(line) }
    case ("options", _):
      for line in try OptionsProbe.lines() { print(line) }
    case ("property-lists", 0):
      try PropertyListProbe.run()
    case ("torture", 3...4):
      let places = TorturePlaces(base: values[0], tool: values.count > 3 ? values[3] : "")
      let torture = Torture(
        seconds: Double(values[1]) ?? 0,
        processes: Int(values[2]) ?? 0,
        places: places
      )
      print(try torture.run())
    case ("torture-worker", 5):
      guard let kind = TortureWorker.Kind(rawValue: values[0]) else { exit(64) }
      let worker = TortureWorker(
        kind: kind,
        name: values[1],
        generation: Int(values[2]) ?? 0,
        places: TorturePlaces(base: values[3], tool: values[4])
      )
      try worker.run()
    default:
      exit(64)
    }
  }
}
