#if Macros

import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler starts to expand the macros.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [ObservableDefaultMacro.self]
}

#else

/// Without the trait, a program that does nothing, because a target of macros must be a program.
@main
enum Plugin {
  static func main() {}
}

#endif
