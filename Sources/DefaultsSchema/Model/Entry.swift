public import DefaultsCore

/// The description of one key, and its link to the stored value.
///
/// Two entries are equal when they describe keys of the same name in the same way, wherever the
/// keys were declared.
public struct Entry: Hashable, Sendable {
  /// The name of the key in its suite.
  public let key: Defaults.KeyName
  /// A short title that is shown for the key.
  public var title: String
  /// A description of what the key does, in sentences; may be empty.
  public var help: String = ""
  /// The kind of values that the key can be set to.
  public var kind: ValueKind { didSet { kindRule = KindRule(for: kindRule.purpose) } }
  /// The unit of a number, "s" or "pt" for example; empty when there is none.
  public var unit: String
  /// When a change takes effect, "after a restart" for example; empty when at once.
  public var effect: String = ""
  /// Whether the key may be unset, rather than use a default.
  public var isOptional: Bool = false
  /// Whether the value is hidden on the screen.
  public var isSecret: Bool = false
  /// Whether the value, or a member of a table in it, is hidden on the screen.
  package var holdsSecret: Bool { isSecret || kind.hasSecretMembers }
  /// Whether only the app writes the key.
  public var isReadOnly: Bool = false
  /// Whether the key is shown only on request.
  public var isHidden: Bool = false
  /// Why the key should no longer be used; nil while it may be.
  public var deprecation: Deprecation?
  /// The condition under which the key has an effect; nil when it always has.
  public var dependency: Dependency?
  /// The names of related keys.
  public var seeAlso: [String] = []
  /// Words by which a search finds the key.
  public var tags: [String] = []
  /// The text shown in an empty field; may be empty.
  public var placeholder: String = ""
  /// Examples of values, for completion.
  public var examples: [Defaults.StoredValue] = []
  /// The first version of the app that has the key; may be empty.
  public var since: String = ""
  /// The last version of the app that has the key; may be empty.
  public var until: String = ""
  /// Everything that the schema demands of a value; nil when the kind says all of it.
  ///
  /// With a rule, the kind only decides how the value is edited.
  public var rule: SchemaRule?
  /// Unknown keywords of the document, which are kept when it is written again.
  public var extraKeywords: [JSONValue.Member] = []
  /// Why the value is shown as it is stored; nil when its schema can be used.
  public internal(set) var flaw: SchemaFlaw?

  /// The conditions, observers and control that the app has added.
  package var behavior: EntryBehavior = EntryBehavior()

  private var binding: EntryBinding
  private var kindRule = KindRule()

  /// Creates an entry for a typed key.
  ///
  /// A value that is written through the entry is encoded by the key's own type; a value that the
  /// type cannot decode is refused. The help is at first the description in the key's declaration,
  /// and the validation in the declaration narrows the kind.
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

  /// Creates an entry for a key without a declaration in code, whose type is only its kind.
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

  /// The suite of a typed key; nil for a key that is declared in a document.
  var suite: Defaults.Suite? { binding.suite }

  /// The value that is used while nothing is stored; nil when there is none.
  public var defaultValue: Defaults.StoredValue? {
    binding.defaultValue()
  }

  /// Checks that a value may be stored for the key: with the schema, then with the key's own type.
  ///
  /// - Throws: `Defaults.Rejection` with the reason when it may not be stored.
  public func validate(_ value: Defaults.StoredValue) throws(Defaults.Rejection) {
    try check(value)
    try binding.check(value, kind)
  }

  /// Checks a value with the rule, or with the kind if there is none.
  func check(_ value: Defaults.StoredValue) throws(Defaults.Rejection) {
    try (rule ?? kindRule.rule(of: kind)).validate(value)
  }

  /// Returns the number or flag that the app reads where a text is stored; nil if it reads none that is valid.
  package func conversion(of stored: Defaults.StoredValue) -> Defaults.StoredValue? {
    guard case .string(let text) = stored else { return nil }
    switch kind {
    case .bool, .integer, .real: break
    default: return nil
    }
    var value: Defaults.StoredValue?
    if suite != nil {
      value = binding.encoded(stored)
    } else if binding.convertsText {
      // `try?`: a text that is not JSON is not converted.
      value = try? kind.value(from: JSONValue(parsing: text))
    }
    guard let value, (try? validate(value)) != nil else { return nil }
    return value
  }

  /// Accepts what the database of another program can hold and a property list cannot.
  mutating func acceptDatabaseValues() { kindRule = KindRule(for: .kindOfDatabase) }

  /// The entry with a default as the values of a JSON file are, of which all numbers have one kind.
  var withOneKindOfNumbers: Entry {
    var entry = self
    let value = binding.defaultValue
    entry.binding.defaultValue = { value()?.withOneKindOfNumbers }
    return entry
  }

  /// Notes that the app converts a stored text to the number or flag that the kind demands.
  mutating func noteConversion() { binding.convertsText = true }

  /// Parses text that the user typed.
  ///
  /// - Throws: `Defaults.Rejection` with the reason when the text is not a value that may be stored.
  public func parse(_ text: String) throws(Defaults.Rejection) -> Defaults.StoredValue {
    let value = try kind.parse(text)
    try validate(value)
    return value
  }

  /// Returns paths such as `panes[2].colour` of the members that the key's type does not have.
  ///
  /// They are members of a JSON text or a dictionary. They are stored with the value, and lost when
  /// the app writes the key.
  package func unknownMembers(of value: Defaults.StoredValue) -> [String] {
    binding.encoded(value)?.unknownMembers(of: value) ?? []
  }

  /// Stores a value, or removes the stored one when the value is nil.
  ///
  /// Members of a JSON text or a dictionary that the key's type does not have are stored too.
  ///
  /// - Parameters:
  ///   - value: the value to store; nil to remove the stored value.
  ///   - suite: the suite to write to; ignored for a typed key, which has a suite of its own.
  ///   - options: why it is written, and what may be replaced.
  /// - Returns: the change; empty when the value was stored already.
  /// - Throws: `Defaults.WriteError` when the value may not be stored, or when only the app writes the
  ///   key and the options do not allow others to; then nothing is changed.
  @discardableResult
  public func write(
    _ value: Defaults.StoredValue?,
    to suite: Defaults.Suite,
    options: Defaults.WriteOptions = .init()
  ) throws(Defaults.WriteError) -> [Defaults.StoredChange] {
    guard !isReadOnly || options.replacesReadOnly else {
      throw .unsupported(key: key, reason: "only the app itself sets it")
    }
    if let value {
      do throws(Defaults.Rejection) {
        try check(value)
      } catch {
        throw .invalid(key: key, error)
      }
    }
    return try binding.write(value.map(kind.normalized), kind, suite, options)
  }
}
