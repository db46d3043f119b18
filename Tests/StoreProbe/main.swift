import Defaults
import Foundation

// A process of its own for tests of stores that several processes use at once.
//
//   store-probe write FILE PREFIX COUNT     stores COUNT keys, one commit each
//   store-probe foundation SUITE KEY TEXT   stores a text through Foundation's UserDefaults

let arguments = CommandLine.arguments.dropFirst()

switch (arguments.first, Array(arguments.dropFirst())) {
case ("write", let values) where values.count == 3:
  let store = Defaults.PropertyListStore(file: values[0])
  for number in 0..<(Int(values[2]) ?? 0) {
    do throws(Defaults.StoreError) {
      try store.commit(["\(values[1])\(number)": .integer(Int128(number))])
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(6)
    }
  }
case ("foundation", let values) where values.count == 3:
  let defaults = UserDefaults(suiteName: values[0])
  defaults?.set(values[2], forKey: values[1])
  exit(defaults?.synchronize() == true ? 0 : 1)
default:
  exit(64)
}
