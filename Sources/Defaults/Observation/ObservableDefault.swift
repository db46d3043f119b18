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
/// would otherwise replace the property with its own storage. In sindresorhus/Defaults this is a
/// macro. Here every read of a key is tracked, so a typealias of ``Default`` is enough.
public typealias ObservableDefault = Default
