import Defaults
import DefaultsSchema
import Foundation
import Terminal
import TerminalCurses

/// A parser with what must hold for every input.
///
/// The fuzzer feeds random bytes to ``check(_:)``, and the tests feed it the corpus.
package enum FuzzTarget: String, CaseIterable, Sendable {
  /// Property lists in XML, in the binary form and in OpenStep's text form.
  case xml, binary
  case openStep = "openstep"
  /// JSON texts.
  case json
  /// Values as people type them.
  case typed
  /// What a terminal sends.
  case keys
  /// Text that is shown.
  case text

  /// What did not hold for an input.
  package struct Broken: Error, CustomStringConvertible {
    /// What should have been the case, in words.
    package var description: String
  }

  /// Feeds an input to the parser.
  ///
  /// - Throws: ``Broken`` when something does not hold.
  package func check(_ bytes: [UInt8]) throws {
    switch self {
    case .xml, .binary, .openStep: try PropertyListChecks.check(bytes)
    case .json: try JSONChecks.check(bytes)
    case .typed: try TypedValueChecks.check(bytes)
    case .keys: try KeyChecks.check(bytes)
    case .text: try TextChecks.check(bytes)
    }
  }
}

/// Demands something of an input.
func demand(_ condition: Bool, _ expectation: @autoclosure () -> String) throws {
  if !condition { throw FuzzTarget.Broken(description: expectation()) }
}
