import Defaults
import DefaultsTesting
import Foundation
import TestSupport
import Testing

/// The one line that moves a program from Foundation's suites to the ones of this library.
typealias UserDefaults = Defaults.Suite

/// Foundation's own type, for what the library shares with it.
typealias FoundationDefaults = Foundation.UserDefaults

/// Makes a key name that no other test has, because defaults are registered for a whole process.
func unique(_ label: String = "key") -> String {
  "\(label) \(UUID().uuidString)"
}

/// Expects values to come back equal: at once, from an optional key, and after a restart.
///
/// The first of them is also the default of a key.
func expectKept<Value: Defaults.Serializable & Equatable>(
  _ values: [Value],
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let disk = try TemporarySuite(onDisk: "org.example.client")
  let first = try #require(values.first, sourceLocation: sourceLocation)
  let pairs = values.map { value in
    (
      value, Defaults.Key<Value>(unique(), default: first, suite: disk.suite),
      Defaults.Key<Value?>(unique(), suite: disk.suite)
    )
  }
  for (value, key, optional) in pairs {
    #expect(Defaults[key] == first, sourceLocation: sourceLocation)
    #expect(Defaults[optional] == nil, sourceLocation: sourceLocation)
    Defaults[key] = value
    Defaults[optional] = value
    #expect(Defaults[key] == value, sourceLocation: sourceLocation)
    #expect(Defaults[optional] == value, sourceLocation: sourceLocation)
  }
  // Once for all values: most of the time of a test goes into the file.
  try disk.suite.flush()
  let restarted = try #require(disk.neighbour(), sourceLocation: sourceLocation)
  for (value, key, optional) in pairs {
    #expect(restarted[key] == value, sourceLocation: sourceLocation)
    #expect(restarted[optional] == value, sourceLocation: sourceLocation)
    Defaults.reset(key)
    Defaults[optional] = nil
    #expect(Defaults[key] == first, sourceLocation: sourceLocation)
    #expect(disk.suite.object(forKey: optional.name) == nil, sourceLocation: sourceLocation)
  }
  #expect(disk.suite.storedValues().isEmpty, sourceLocation: sourceLocation)
}

/// Expects two different values to come back from every collection that can hold them.
func expectKeptInCollections<Value: Defaults.Serializable & Hashable>(
  _ one: Value,
  _ other: Value,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(one != other, sourceLocation: sourceLocation)
  try expectKept([[one], [], [other, one, one]], sourceLocation: sourceLocation)
  try expectKept([Set([one]), [], [one, other]], sourceLocation: sourceLocation)
  try expectKept([["a": one], [:], ["a": other, "": one]], sourceLocation: sourceLocation)
  try expectKept([[1: one], [-2: other, 3: one]], sourceLocation: sourceLocation)
  try expectKept([[[one], []], [[one, other], [other]]], sourceLocation: sourceLocation)
  try expectKept([["a": [one]], ["a": [], "b": [other]]], sourceLocation: sourceLocation)
  try expectKept([[["a": one]], [["b": other], [:]]], sourceLocation: sourceLocation)
  try expectKept([[["a": Set([one, other])]], []], sourceLocation: sourceLocation)
}
