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
  /// Schema documents, in each of the formats.
  case native, plain, code, policies, manifest, bundle, gsettings, kconfig
  /// The texts beside a settings bundle, and beside a schema document.
  case strings, translations

  /// Whether inputs are made of parts between brackets or tags.
  package var hasStructure: Bool {
    switch self {
    case .binary, .keys, .text, .typed: false
    case .xml, .openStep, .json, .native, .plain, .code, .policies, .manifest, .bundle, .gsettings,
      .kconfig, .strings, .translations:
      true
    }
  }

  /// What did not hold for an input.
  package struct Broken: Error, CustomStringConvertible {
    /// What should have been the case, in words.
    package var description: String
  }

  /// A settings bundle with texts that its strings translate.
  private var bundle: String {
    """
    <plist version="1.0"><dict><key>PreferenceSpecifiers</key><array><dict><key>Key</key>
    <string>k</string><key>Title</key><string>title</string><key>Type</key>
    <string>PSMultiValueSpecifier</string><key>Values</key><array><integer>1</integer></array>
    <key>Titles</key><array><string>one</string></array></dict></array></dict></plist>
    """
  }

  /// A schema document with texts that a companion translates.
  private var native: String {
    """
    {"x-format": 1, "x-suite": "a", "title": "%title%", "properties": {"k": {"type": "string",
     "title": "%k%", "description": "%help%", "enum": ["a"], "enumItemLabels": ["%a%"]}}}
    """
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
    case .native: try SchemaChecks.check(bytes, named: "a.schema.json")
    case .plain: try SchemaChecks.check(bytes, named: "a.json")
    case .code: try SchemaChecks.check(bytes, named: "package.json")
    case .policies: try SchemaChecks.check(bytes, named: "policy_templates.json")
    case .manifest: try SchemaChecks.check(bytes, named: "a.plist")
    case .bundle: try SchemaChecks.check(bytes, named: "A.bundle")
    case .gsettings: try SchemaChecks.check(bytes, named: "a.gschema.xml")
    case .kconfig: try SchemaChecks.check(bytes, named: "a.kcfg")
    case .strings: try SchemaChecks.check(companion: bytes, of: bundle, named: "A.bundle")
    case .translations: try SchemaChecks.check(companion: bytes, of: native, named: "a.schema.json")
    }
  }
}

/// Demands something of an input.
func demand(_ condition: Bool, _ expectation: @autoclosure () -> String) throws {
  if !condition { throw FuzzTarget.Broken(description: expectation()) }
}
