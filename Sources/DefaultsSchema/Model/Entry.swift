public import Defaults

/// What one key means to people, and how a value reaches it.
public struct Entry: Sendable {
  /// The name of the key in its suite.
  public let key: String
  /// A short name for people.
  public var title: String
  /// What the key does, in sentences; may be empty.
  public var help: String
  /// Which values it takes.
  public var kind: ValueKind
  /// What a number counts, "s" or "pt" for example; empty when it counts nothing.
  public var unit: String
  /// When a change takes effect, if not at once: "at the next start" for example.
  public var effect: String

  let suite: Defaults.Suite?
  private let binding: EntryBinding

  /// Creates an entry for a typed key.
  ///
  /// Values written through the entry pass the key's own type: what the type cannot read back is
  /// refused.
  public init<Value: Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Value>,
    kind: ValueKind,
    unit: String = ""
  ) {
    self.init(
      key: key.name,
      title: title,
      kind: kind,
      unit: unit,
      suite: key.suite,
      binding: EntryBinding(key)
    )
  }

  /// Creates an entry for a key that no code has declared, typed by its kind alone.
  public init(untypedKey key: String, title: String, kind: ValueKind) {
    self.init(
      key: key,
      title: title,
      kind: kind,
      unit: "",
      suite: nil,
      binding: EntryBinding(untypedKey: key)
    )
  }

  private init(
    key: String,
    title: String,
    kind: ValueKind,
    unit: String,
    suite: Defaults.Suite?,
    binding: EntryBinding
  ) {
    self.key = key
    self.title = title
    self.help = ""
    self.kind = kind
    self.unit = unit
    self.effect = ""
    self.suite = suite
    self.binding = binding
  }

  /// The value in use while nothing is stored; nil when there is none.
  public var defaultValue: Defaults.StoredValue? {
    binding.defaultValue()
  }

  /// Checks that a value may be stored for the key.
  ///
  /// - Throws: ``Rejection`` with the reason when it may not.
  public func validate(_ value: Defaults.StoredValue) throws(Rejection) {
    try kind.validate(value)
    guard binding.accepts(value) else {
      throw .wrongKind(found: value.kindName, expected: kind.name)
    }
    if let violation = binding.violation(value) { throw .invalid(violation) }
  }

  /// Reads a value from what a person typed.
  ///
  /// - Throws: ``Rejection`` with the reason when the text is no value that may be stored.
  public func parse(_ text: String) throws(Rejection) -> Defaults.StoredValue {
    let value = try kind.parse(text)
    try validate(value)
    return value
  }

  /// Stores a value, or removes the stored one when the value is nil.
  ///
  /// - Parameters:
  ///   - value: what to store.
  ///   - suite: where to; for a typed key this is the key's own suite.
  /// - Throws: ``Rejection`` when the value may not be stored; nothing is changed then.
  public func write(
    _ value: Defaults.StoredValue?,
    to suite: Defaults.Suite
  ) throws(Rejection) {
    if let lock = (self.suite ?? suite).lock(forKey: key) { throw .locked(lock) }
    if let value { try validate(value) }
    guard binding.write(value, suite) else {
      throw .wrongKind(found: value?.kindName ?? "nothing", expected: kind.name)
    }
  }
}
