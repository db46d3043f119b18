/// A property of an `@Observable` class whose value is that of a key.
///
/// ```swift
/// @Observable
/// final class Player {
///   @ObservableDefault(.volume)
///   @ObservationIgnored
///   var volume: Double
/// }
/// ```
///
/// Reading the property inside `withObservationTracking` tracks the key, so a change of the key by
/// this process or another calls `onChange`. `@ObservationIgnored` is needed, because `@Observable`
/// would otherwise replace the property with its own storage. Every read of a key is tracked, so a
/// typealias of ``Default`` is enough.
///
/// A class with such a property cannot be `Sendable` in language mode 6, because the wrapper is stored
/// in a variable. The macro of the same name in the module `DefaultsMacros` stores nothing; it needs
/// the package trait `Macros`.
public typealias ObservableDefault = Default
