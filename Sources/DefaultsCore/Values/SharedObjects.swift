/// A search for instances of classes in values whose type is not known.
///
/// Copies of a struct share the objects in its properties. If such a value were cached, a change of
/// the object by one reader would be read by all others, although nothing was stored. So the value is
/// searched when it has been decoded, which costs far less than decoding it.
enum SharedObjects {
  /// Returns whether a value is an instance of a class or holds one; true when that is unknown.
  ///
  /// Instances without stored properties do not count: nothing about them can change.
  static func areHeld<Value>(by value: Value) -> Bool {
    // Nothing in such a type needs reference counting: an enumeration without payloads, for example.
    !_isPOD(Value.self) && areHeld(byAny: value)
  }

  private static func areHeld(byAny value: Any) -> Bool {
    let type = type(of: value)
    if type is AnyClass {
      let mirror = Mirror(reflecting: value)
      return !mirror.children.isEmpty || mirror.superclassMirror != nil
        || value is any CustomReflectable
    }
    // Foundation's structs hold objects and copy them before they change them.
    let module = String(reflecting: type).prefix { $0 != "." }
    if module == "Foundation" || module == "FoundationEssentials" { return false }
    // The mirror that a type makes itself need not show everything. Those of Swift's types do.
    if value is any CustomReflectable, module != "Swift" { return true }
    return Mirror(reflecting: value).children.contains { areHeld(byAny: $0.value) }
  }
}
