#if Macros

import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import DefaultsMacrosPlugin

/// What the macro expands to, and what it refuses.
struct ExpansionTests {
  /// Expects an expansion, with the errors that are given.
  private func expect(
    _ source: String,
    expandsTo expanded: String,
    errors: [(mistake: Mistake, column: Int)] = [],
    location: Testing.SourceLocation = #_sourceLocation
  ) {
    assertMacroExpansion(
      source,
      expandedSource: expanded,
      diagnostics: errors.map {
        DiagnosticSpec(message: $0.mistake.message, line: 1, column: $0.column)
      },
      macroSpecs: ["ObservableDefault": MacroSpec(type: ObservableDefaultMacro.self)],
      indentationWidth: .spaces(2),
      failureHandler: { Issue.record("\($0.message)", sourceLocation: location) }
    )
  }

  @Test(arguments: [".cat", "Defaults.Keys.cat", "cat", "key(for: 1)"])
  func `a property gets a getter and a setter of the key`(key: String) {
    expect(
      "@ObservableDefault(\(key)) var name: String",
      expandsTo: """
        var name: String {
          get {
            _Defaults[\(key)]
          }
          set {
            _Defaults[\(key)] = newValue
          }
        }
        """
    )
  }

  @Test(arguments: [
    ("let name: String", Mistake.constant, 1), ("var name", .noType, 5),
    ("var name: String { \"\" }", .hasAccessors, 18), ("var name: String = \"\"", .hasValue, 18),
  ])
  func `other declarations are refused`(declaration: String, mistake: Mistake, column: Int) {
    expect(
      "@ObservableDefault(.cat) \(declaration)",
      expandsTo: declaration,
      errors: [(mistake, 25 + column)]
    )
  }
}

#endif
