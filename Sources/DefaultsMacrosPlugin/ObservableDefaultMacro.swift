#if Macros

import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The expansion of `@ObservableDefault`: a getter and a setter that use the key.
///
/// The key is copied as it is written. It is evaluated at each access, as the type of the property
/// gives a key such as `.volume` its type.
struct ObservableDefaultMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    // The compiler itself refuses a declaration that is not a property, and several in one.
    guard let property = declaration.as(VariableDeclSyntax.self),
      property.bindings.count == 1, let binding = property.bindings.first
    else { return [] }
    guard property.bindingSpecifier.tokenKind == .keyword(.var) else {
      return refuse(property.bindingSpecifier, .constant, in: context)
    }
    if let accessors = binding.accessorBlock {
      return refuse(accessors, .hasAccessors, in: context)
    }
    if let initializer = binding.initializer {
      return refuse(initializer, .hasValue, in: context)
    }
    guard binding.typeAnnotation != nil else {
      return refuse(binding.pattern, .noType, in: context)
    }
    guard case .argumentList(let arguments) = node.arguments,
      let key = arguments.first?.expression.trimmed
    else { return refuse(node, .noKey, in: context) }
    return [
      """
      get { _Defaults[\(key)] }
      """,
      """
      set { _Defaults[\(key)] = newValue }
      """,
    ]
  }

  private static func refuse(
    _ node: some SyntaxProtocol,
    _ mistake: Mistake,
    in context: some MacroExpansionContext
  ) -> [AccessorDeclSyntax] {
    context.diagnose(Diagnostic(node: node, message: mistake))
    return []
  }
}

/// A mistake in the use of the macro.
enum Mistake: String, DiagnosticMessage {
  case constant = "A property with @ObservableDefault must be a variable: write \"var\"."
  case hasAccessors = "A property with @ObservableDefault cannot have accessors of its own."
  case hasValue =
    "A property with @ObservableDefault has the default of its key: remove the initial value."
  case noType = "A property with @ObservableDefault needs a type, such as \"var name: String\"."
  case noKey = "@ObservableDefault needs a key, such as @ObservableDefault(.name)."

  var message: String { rawValue }
  var diagnosticID: MessageID { MessageID(domain: "DefaultsMacros", id: "\(self)") }
  var severity: DiagnosticSeverity { .error }
}

#endif
