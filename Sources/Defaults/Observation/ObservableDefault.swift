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
/// Code that tracks the property notices every change of the key, by this process or another.
/// `@ObservationIgnored` keeps the class's own macro away, which would track a property that is
/// never set. As the macro of the same name in sindresorhus/Defaults, without a macro: reading any
/// key is tracked, so this is ``Default`` under another name.
public typealias ObservableDefault = Default
