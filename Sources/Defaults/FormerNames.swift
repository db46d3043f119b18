public import DefaultsCore

// The protocols under the names that sindresorhus/Defaults gave them up to version 8.

/// ``Defaults/Serializable``, under its former name.
public typealias _DefaultsSerializable = Defaults.Serializable

/// ``Defaults/Bridge``, under its former name.
public typealias _DefaultsBridge = Defaults.Bridge

/// ``Defaults/CollectionSerializable``, under its former name.
public typealias _DefaultsCollectionSerializable = Defaults.CollectionSerializable

/// ``Defaults/SetAlgebraSerializable``, under its former name.
public typealias _DefaultsSetAlgebraSerializable = Defaults.SetAlgebraSerializable

/// ``Defaults/CodableBridge``, under its former name.
public typealias _DefaultsCodableBridge = Defaults.CodableBridge

/// ``Defaults/PreferRawRepresentable``, under its former name.
public typealias _DefaultsPreferRawRepresentable = Defaults.PreferRawRepresentable

/// ``Defaults/PreferNSSecureCoding``, under its former name.
public typealias _DefaultsPreferNSSecureCoding = Defaults.PreferNSSecureCoding

/// ``Defaults/Range``, under its former name.
public typealias _DefaultsRange = Defaults.Range
