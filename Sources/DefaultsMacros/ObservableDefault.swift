#if Macros

public import Defaults

/// Makes a property of an `@Observable` class read and write the value of a key.
///
/// ```swift
/// import Defaults
/// import DefaultsMacros
/// import Observation
///
/// @Observable
/// final class Player: Sendable {
///   @ObservableDefault(.volume)
///   @ObservationIgnored
///   var volume: Double
/// }
/// ```
///
/// The property is a computed one, so the class needs no storage for it and can be `Sendable` in
/// language mode 6. Reading it inside `withObservationTracking` tracks the key: a change of the key by
/// this process or another calls `onChange`. `@ObservationIgnored` is needed, because `@Observable`
/// would otherwise add storage to the property.
///
/// The module `Defaults` has a property wrapper of this name, for code without the trait `Macros`. In
/// a file that imports both modules, the name means the macro.
///
/// - Parameter key: the key, written in any way: `.volume`, `Defaults.Keys.volume`, a constant, or a
///   call of a function.
@attached(accessor, names: named(get), named(set))
public macro ObservableDefault<Value: Defaults.Serializable>(_ key: Defaults.Key<Value>) =
  #externalMacro(module: "DefaultsMacrosPlugin", type: "ObservableDefaultMacro")

#endif
