public import Defaults

/// A named set of keys with a file of its own, used in place of Foundation's `UserDefaults`.
///
/// It has the methods of that class. Code that names the class, in custom bridges for example,
/// compiles with this one line:
///
/// ```swift
/// typealias UserDefaults = DefaultsSuite
/// ```
public typealias DefaultsSuite = Defaults.Suite

// NB: in expressions, the variable of this module hides the type of the same name, so code here
// refers to suites by the name above.

/// The stored form of a value, under a name that expressions can use.
typealias StoredValue = Defaults.StoredValue
