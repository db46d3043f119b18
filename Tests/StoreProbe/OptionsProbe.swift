import Defaults

/// A program with options of its own, whose keys have the same names as some of the options.
enum OptionsProbe {
  /// Returns what the keys read, and where it comes from.
  static func lines() throws -> [String] {
    let suite = try Defaults.Suite(named: "org.example.options")
    let port = Defaults.Key<Int>("port", default: 1, suite: suite, in: 1...65535)
    let verbose = Defaults.Key<Bool>("verbose", default: false, suite: suite)
    let theme = Defaults.Key<String>("theme", default: "none", suite: suite)
    func line(_ key: Defaults.AnyKey, _ value: Any) -> String {
      "\(key.name) \(value) \(Defaults.source(of: key).map { "\($0.layer)" } ?? "default")"
    }
    return [
      line(port, suite[port]), line(verbose, suite[verbose]), line(theme, suite[theme]),
      "input \(suite.string(forKey: "input") ?? "nil")",
    ]
  }
}
