import DefaultsCore

/// Returns the name of the case of an enumeration, without what it holds, which can be a value.
func caseName(of value: some Any) -> String {
  let mirror = Mirror(reflecting: value)
  guard mirror.displayStyle == .enum else { return "\(type(of: value))" }
  return mirror.children.first?.label ?? "\(value)"
}

extension [Defaults.KeyName] {
  /// The names of the first keys, and the number of the others.
  var logText: String {
    let names = prefix(20).map(\.string).joined(separator: ", ")
    return count > 20 ? "\(names) and \(count - 20) more" : names
  }
}
