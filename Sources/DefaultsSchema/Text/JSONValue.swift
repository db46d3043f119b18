public import DefaultsCore

/// A JSON value, as schema documents contain it.
public typealias JSONValue = Defaults.JSONValue

/// A line and column in a schema document.
public typealias TextPlace = Defaults.TextPlace
