import FoundationEssentials

/// The launch arguments of a process that may set keys, like Foundation's argument domain.
///
/// | argument | the key that it sets |
/// |---|---|
/// | `-key value` | the key; a value that begins with a dash must be a number |
/// | `--key=value` | the key, with any value |
/// | `--key` | true, if the key is known to be a Boolean |
/// | `--no-key` | false, if the key is known to be a Boolean |
/// | `--key value` | the value, if the key is known to have another type |
///
/// Foundation reads the first form as well, but without negative numbers. The other programs' options
/// have the last three forms too: `--theme dark` must not set a Boolean, and an option that has the
/// name of no key must not set anything. So these wait until a key is declared. A key is known when
/// this process has declared it for the suite, as a typed key or with a schema
/// (`SuiteCore.declare`).
///
/// Arguments after `--` are not read. Of several values for one key, the last one that the key can
/// have counts. A value that starts like a property list is parsed as one if possible. Any other
/// value is text, which a typed key converts to its type.
struct LaunchArguments: Equatable, Sendable {
  /// The arguments of this process.
  static let ofProcess = Self(CommandLine.arguments.dropFirst())

  /// One argument that may set a key, or two.
  struct Occurrence: Equatable, Sendable {
    /// The key that must be known for the argument to set it.
    enum Condition: Equatable {
      case anyKey
      case booleanKey
      case otherKey
    }

    /// The argument as it was given, without the value: `--port`, for messages.
    var argument: String
    /// The value.
    var value: Defaults.StoredValue
    /// The keys that it sets.
    var condition: Condition
  }

  /// By key, the arguments in their order.
  private(set) var occurrences: [Defaults.KeyName: [Occurrence]] = [:]

  /// Finds the arguments that may set keys.
  init(_ arguments: some Sequence<String> = []) {
    /// The argument before, which sets a key if this one is a value.
    var waiting: (name: String, argument: String, condition: Occurrence.Condition)?
    for argument in arguments {
      // Bytes are counted: comparing texts takes long for a long text of combining marks.
      let dashes = argument.utf8.prefix(2).prefix { $0 == UInt8(ascii: "-") }.count
      if dashes == 2, argument.utf8.count == 2 { break }
      if let option = waiting, dashes == 0 || Double(argument) != nil {
        add(Self.value(of: argument), to: option.name, option.argument, option.condition)
        waiting = nil
      } else if dashes == 2 {
        waiting = addOption(argument)
      } else if dashes == 1, argument.utf8.count > 1 {
        waiting = (String(argument.dropFirst()), argument, .anyKey)
      } else {
        waiting = nil
      }
    }
  }

  /// The values of keys of which nothing is known.
  var values: [Defaults.KeyName: Defaults.StoredValue] {
    occurrences.compactMapValues { $0.last { $0.condition == .anyKey }?.value }
  }

  /// Returns the arguments that set a key of which the type is known, the last argument first.
  func candidates(forKey key: Defaults.KeyName, isBoolean: Bool) -> [Occurrence] {
    guard let occurrences = occurrences[key] else { return [] }
    let unfit: Occurrence.Condition = isBoolean ? .otherKey : .booleanKey
    return occurrences.reversed().filter { $0.condition != unfit }
  }

  /// Adds an argument with two dashes; returns what the next argument may be the value of.
  private mutating func addOption(
    _ argument: String
  ) -> (name: String, argument: String, condition: Occurrence.Condition)? {
    let text = argument.dropFirst(2)
    if let sign = text.firstIndex(of: "=") {
      let value = Self.value(of: String(text[text.index(after: sign)...]))
      add(value, to: String(text[..<sign]), "--\(text[..<sign])", .anyKey)
      return nil
    }
    add(.bool(true), to: String(text), argument, .booleanKey)
    let denial = "no-"
    if text.hasPrefix(denial) {
      add(.bool(false), to: String(text.dropFirst(denial.count)), argument, .booleanKey)
    }
    return (String(text), argument, .otherKey)
  }

  private mutating func add(
    _ value: Defaults.StoredValue,
    to name: String,
    _ argument: String,
    _ condition: Occurrence.Condition
  ) {
    let occurrence = Occurrence(argument: argument, value: value, condition: condition)
    occurrences[Defaults.KeyName(name), default: []].append(occurrence)
  }

  private static func value(of text: String) -> Defaults.StoredValue {
    guard let first = text.first, "{(<\"".contains(first) else { return .string(text) }
    // The root of a document must be a dictionary, so the value is wrapped in one.
    let document = "{ value = \(text); }"
    let parsed = try? PropertyListDocument(parsing: Array(document.utf8)).values["value"]
    return parsed.flatMap { $0 } ?? .string(text)
  }

  /// Returns the stored values that a text can mean, the text itself first.
  ///
  /// Booleans can be written `true t yes y 1` and `false f no n 0`, in any case, as in
  /// SwiftyUserDefaults.
  static func meanings(of text: String) -> [Defaults.StoredValue] {
    var meanings: [Defaults.StoredValue] = [.string(text)]
    switch text.lowercased() {
    case "true", "t", "yes", "y", "1": meanings.append(.bool(true))
    case "false", "f", "no", "n", "0": meanings.append(.bool(false))
    default: break
    }
    if let number = Int128(text) { meanings.append(.integer(number)) }
    if let number = Double(text) { meanings.append(.real(number)) }
    if let date = try? Date(text, strategy: .iso8601) { meanings.append(.date(date)) }
    return meanings
  }
}
