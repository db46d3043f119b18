import Defaults
import Testing

typealias StoredValue = Defaults.StoredValue

/// Expects a value to have a stored form, and to come back from it.
func expectRoundTrip<Value: Defaults.Serializable & Equatable>(
  _ value: Value,
  as stored: StoredValue,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(try Value._storedValue(of: value) == stored, sourceLocation: sourceLocation)
  #expect(Value._value(from: stored) == value, sourceLocation: sourceLocation)
}

/// Expects every one of some stored forms to make no sense for a type.
func expectUnreadable<Value: Defaults.Serializable>(
  _ type: Value.Type,
  _ forms: [StoredValue],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for form in forms {
    let value = Value._value(from: form)
    #expect(value == nil, "\(form)", sourceLocation: sourceLocation)
  }
}
