import Defaults
import Foundation
import SwiftyUserDefaults

/// An object that is stored as a keyed archive in both dialects.
final class ProbeObject: NSObject, NSSecureCoding, Defaults.Serializable, DefaultsSerializable {
  static var supportsSecureCoding: Bool { true }
  let names: [String]

  init(names: [String]) { self.names = names }

  init?(coder: NSCoder) {
    let names = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "names")
    self.names = (names as? [String]) ?? []
  }

  func encode(with coder: NSCoder) {
    coder.encode(NSArray(array: names.map { NSString(string: $0) }), forKey: "names")
  }
}

/// Values that Foundation encodes, stored by one suite and read by another.
enum ArchiveProbe {
  /// Stores the values in a file, and returns a line for each: what another suite reads, or why the
  /// value was refused.
  static func lines(file: String) throws -> [String] {
    let suite = Defaults.Suite(name: "archive", store: Defaults.PropertyListStore(file: file))
    let keys = DefaultsKeys()
    let writer = DefaultsAdapter(defaults: suite, keyStore: keys)
    writer[url] = URL(string: "https://example.org/a%20b?q=1")
    writer[relative] = URL(string: "x/y", relativeTo: URL(string: "https://example.org/c/"))
    writer[urls] = ["https://example.org/1", "https://example.org/2"].compactMap(URL.init)
    writer[swifty] = ProbeObject(names: ["a", "b"])
    suite[Defaults.Key<ProbeObject?>("object", suite: suite)] = ProbeObject(names: ["a", "b"])
    suite[Defaults.Key<[Int: [Date]]>("dates", default: [:], suite: suite)] = [
      1: [Date(timeIntervalSinceReferenceDate: 0.25)]
    ]
    try suite.flush()
    let refused = suite.takeDiagnostics().compactMap { diagnostic -> String? in
      guard case .refusedWrite(.refused(let key, let reason)) = diagnostic.kind else { return nil }
      return "\(key) refused: \(reason)"
    }

    let other = Defaults.Suite(name: "archive", store: Defaults.PropertyListStore(file: file))
    let reader = DefaultsAdapter(defaults: other, keyStore: keys)
    let object = other[Defaults.Key<ProbeObject?>("object", suite: other)]
    let dates = other[Defaults.Key<[Int: [Date]]>("dates", default: [:], suite: other)]
    return refused + [
      "url \(reader[url]?.absoluteString ?? "nil")",
      "relative \(reader[relative].map { "\($0.relativeString) \($0.absoluteString)" } ?? "nil")",
      "urls \(reader[urls].map(\.absoluteString))",
      "swifty \(reader[swifty]?.names ?? [])",
      "object \(object?.names ?? [])",
      "dates \(dates[1]?.map(\.timeIntervalSinceReferenceDate) ?? [])",
    ]
  }

  private static var url: DefaultsKey<URL?> { .init("url") }
  private static var relative: DefaultsKey<URL?> { .init("relative") }
  private static var urls: DefaultsKey<[URL]> { .init("urls", defaultValue: []) }
  private static var swifty: DefaultsKey<ProbeObject?> { .init("swifty") }
}
