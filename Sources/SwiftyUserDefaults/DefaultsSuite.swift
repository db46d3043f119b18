public import Defaults

/// A named set of values with a file of its own, in the place of Foundation's `UserDefaults`.
///
/// It has the methods of that class. One line moves code that names the class, own bridges for
/// example, onto it:
///
/// ```swift
/// typealias UserDefaults = DefaultsSuite
/// ```
public typealias DefaultsSuite = Defaults.Suite

// NB: the variable of this module hides the type of the same name wherever an expression is
// expected, so that suites are called by the name above.

/// The stored form of a value, by a name that can be called.
typealias StoredValue = Defaults.StoredValue
