public import Defaults

/// What one key means to people, and how a value reaches it.
///
/// Two entries are equal when they say the same about keys of the same name, wherever the keys
/// were declared.
public struct Entry: Hashable, Sendable {
  /// The name of the key in its suite.
  public let key: Defaults.KeyName
  /// A short name for people.
  public var title: String
  /// What the key does, in sentences; may be empty.
  public var help: String = ""
  /// Which values it takes.
  public var kind: ValueKind
  /// What a number counts, "s" or "pt" for example; empty when it counts nothing.
  public var unit: String
  /// When a change takes effect, if not at once: "at the next start" for example.
  public var effect: String = ""
  /// Whether the key is meant to be without a value, rather than to fall back on its default.
  public var isOptional: Bool = false
  /// Whether the value is hidden from those who look over a shoulder.
  public var isSecret: Bool = false
  /// Whether the app alone writes the key.
  public var isReadOnly: Bool = false
  /// Whether the key is shown only to those who ask for everything.
  public var isHidden: Bool = false
  /// Why the key should be used no longer; nil while it should.
  public var deprecation: Deprecation?
  /// What must hold for the key to have an effect; nil when nothing must.
  public var dependency: Dependency?
  /// Other keys to look at.
  public var seeAlso: [String] = []
  /// Words to find the key by.
  public var tags: [String] = []
  /// What to show in an empty field; may be empty.
  public var placeholder: String = ""
  /// Values that make sense, for completion.
  public var examples: [Defaults.StoredValue] = []
  /// The version of the app that knew the key first; may be empty.
  public var since: String = ""
  /// The version of the app that knew the key last; may be empty.
  public var until: String = ""
  /// Keywords of the document that mean nothing here, kept for those who know them.
  public var extraKeywords: [JSONValue.Member] = []
  /// Why the value is shown as it is stored, if the document says something that is not known.
  public internal(set) var flaw: SchemaFlaw?

  private let binding: EntryBinding

  /// Creates an entry for a typed key.
  ///
  /// Values written through the entry pass the key's own type: what the type cannot read back is
  /// refused. What the key's declaration tells people is the entry's help at first, and what it
  /// demands of values narrows the kind.
  public init<Value: Defaults.Serializable>(
    _ title: String,
    key: Defaults.Key<Value>,
    kind: ValueKind,
    unit: String = ""
  ) {
    self.init(
      key: Defaults.KeyName(key.name),
      title: title,
      kind: kind.narrowed(by: key.demands).bounded,
      unit: unit,
      binding: EntryBinding(key)
    )
    help = key.declaredHelp
  }

  /// Creates an entry for a key that no code has declared, typed by its kind alone.
  public init(
    untypedKey key: String,
    title: String,
    kind: ValueKind,
    defaultValue: Defaults.StoredValue? = nil
  ) {
    self.init(
      key: Defaults.KeyName(key),
      title: title,
      kind: kind,
      unit: "",
      binding: EntryBinding(untypedKey: key, defaultValue: defaultValue)
    )
  }

  private init(
    key: Defaults.KeyName,
    title: String,
    kind: ValueKind,
    unit: String,
    binding: EntryBinding
  ) {
    self.key = key
    self.title = title
    self.kind = kind
    self.unit = unit
    self.binding = binding
  }

  /// The suite of a typed key; nil for a key that only a document declares.
  var suite: Defaults.Suite? { binding.suite }

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
    if let lock = (binding.suite ?? suite).lock(forKey: key.string) { throw .locked(lock) }
    if let value { try validate(value) }
    guard binding.write(value.map(kind.normalized), suite) else {
      throw .wrongKind(found: value?.kindName ?? "nothing", expected: kind.name)
    }
  }
}
