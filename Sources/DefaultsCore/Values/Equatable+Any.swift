extension Equatable {
  /// Returns whether a value whose type is known only at run time is equal to this one.
  package func isEqual(toAny other: Any) -> Bool {
    (other as? Self).map { self == $0 } ?? false
  }
}
