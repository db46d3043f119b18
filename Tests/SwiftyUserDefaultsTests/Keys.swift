import Foundation
import SwiftyUserDefaults
import DefaultsTesting
import TestSupport

// The keys and types of the tests, as a user of the library declares them.

enum Pet: String, DefaultsSerializable { case frog, newt }

enum Level: Int, Codable, DefaultsSerializable {
  case low = 1
  case high = 2
}

struct Frog: Codable, Equatable, DefaultsSerializable {
  var name: String
  var weight = 1.5
}

/// An object that only an archive can hold; archives take no nested class.
final class Lily: NSObject, NSCoding, DefaultsSerializable {
  let leaves: Int

  init(leaves: Int) { self.leaves = leaves }

  init?(coder: NSCoder) { leaves = coder.decodeInteger(forKey: "leaves") }

  func encode(with coder: NSCoder) { coder.encode(leaves, forKey: "leaves") }

  override func isEqual(_ object: Any?) -> Bool { (object as? Lily)?.leaves == leaves }
}

extension DefaultsKeys {
  var username: DefaultsKey<String?> { .init("username") }
  var nickname: DefaultsKey<String?> { .init("nickname", defaultValue: "ada") }
  var launchCount: DefaultsKey<Int> { .init("launchCount", defaultValue: 0) }
  var volume: DefaultsKey<Double> { .init("volume", defaultValue: 0.5) }
  var skipLogin: DefaultsKey<Bool> { .init("skipLogin", defaultValue: false) }
  var words: DefaultsKey<[String]> { .init("words", defaultValue: []) }
  var frog: DefaultsKey<Frog?> { .init("frog") }
  var frogs: DefaultsKey<[Frog]> { .init("frogs", defaultValue: []) }
  var pet: DefaultsKey<Pet> { .init("pet", defaultValue: .frog) }
  var pets: DefaultsKey<[Pet]> { .init("pets", defaultValue: []) }
  var level: DefaultsKey<Level?> { .init("level") }
  var lily: DefaultsKey<Lily?> { .init("lily") }
  var lilies: DefaultsKey<[Lily]> { .init("lilies", defaultValue: []) }
  var home: DefaultsKey<URL?> { .init("home") }
  var homes: DefaultsKey<[URL]> { .init("homes", defaultValue: []) }
  var born: DefaultsKey<Date?> { .init("born") }
  var blob: DefaultsKey<Data?> { .init("blob") }
  var table: DefaultsKey<[String: Double]> { .init("table", defaultValue: [:]) }
  var anything: DefaultsKey<[String: Any]> { .init("anything", defaultValue: [:]) }
  var rows: DefaultsKey<[[Int]]> { .init("rows", defaultValue: []) }

  static let hotkey = DefaultsKey<Bool>("hotkey", defaultValue: false)
  static let count = DefaultsKey<Int>("count", defaultValue: 0)
}

/// An adapter over a suite of its own.
func adapter(_ temporary: TemporarySuite) -> DefaultsAdapter<DefaultsKeys> {
  DefaultsAdapter(defaults: temporary.suite, keyStore: DefaultsKeys())
}
