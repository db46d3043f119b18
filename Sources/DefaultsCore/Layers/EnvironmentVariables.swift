import CDefaults
import Glibc

/// The environment variables that set values of one suite, for containers and services.
///
/// `PREFS_<SUITE>__<KEY>` sets a key of a suite. In both names, a character that is no letter, digit
/// or underscore of ASCII is written as an underscore, and uppercase and lowercase count as the same:
/// `PREFS_ORG_EXAMPLE_APP__WINDOW_WIDTH` sets `window.width` of `org.example.app`, and `window-Width`
/// as well: every key with the spelling gets the value. A variable needs no list of the keys that
/// exist, because the spelling is computed from a key when the key is used.
///
/// `PREFSX_<suite>__<key>` names exactly one key. In both names, a letter or digit of ASCII stands for
/// itself, and every other byte of the UTF-8 is an underscore and two hexadecimal digits in
/// uppercase: `PREFSX_org_2Eexample_2Eapp__window_2Ewidth`. It has priority over the other form.
///
/// The variables are read once, when the first suite is opened. A process that has more rights than
/// the user who started it ignores them, because that user sets them.
struct EnvironmentVariables: Sendable {
  /// A variable with its value.
  struct Variable: Hashable, Sendable {
    /// The name of the variable.
    var name: String
    /// The value.
    var text: String
  }

  /// The variables of this process whose names begin like one of a suite.
  static let ofProcess: [String: String] = {
    // As `secure_getenv` does: the kernel sets the flag for set-user-ID programs and for programs with
    // file capabilities. A process can also change its user after it was started.
    guard getauxval(UInt(AT_SECURE)) == 0, getuid() == geteuid(), getgid() == getegid() else {
      return [:]
    }
    return EnvironmentText.variables.filter { name, _ in
      (name.hasPrefix(simplePrefix) || name.hasPrefix(exactPrefix)) && name.contains(separator)
    }
  }()

  private static let simplePrefix = "PREFS_"
  private static let exactPrefix = "PREFSX_"
  private static let separator = "__"

  /// The variables by the spelling of their key.
  private var simple: [String: Variable] = [:]
  /// The variables that name one key exactly.
  private(set) var exact: [Defaults.KeyName: Variable] = [:]
  /// The variables that cannot be used, with the reasons as phrases.
  private(set) var ignored: [(name: String, reason: String)] = []

  /// Creates a set without variables.
  init() {}

  /// Chooses the variables of a suite.
  init(ofSuite suite: String, in variables: [String: String] = ofProcess) {
    // Nearly every process has none.
    guard !variables.isEmpty else { return }
    let simpleStart = Self.simplePrefix + Self.spelling(of: suite) + Self.separator
    let exactStart = Self.exactPrefix + Self.exactSpelling(of: suite) + Self.separator
    // Capitals sort first, so the usual spelling wins.
    for (name, text) in variables.sorted(by: { $0.key < $1.key }) {
      let variable = Variable(name: name, text: text)
      if name.hasPrefix(exactStart) {
        add(variable, exactKey: name.dropFirst(exactStart.count))
      } else if name.utf8.count > simpleStart.utf8.count,
        Self.spelling(of: name).hasPrefix(simpleStart)
      {
        add(variable, key: String(Self.spelling(of: name).dropFirst(simpleStart.count)))
      }
    }
  }

  /// Whether there are no variables of the suite.
  var isEmpty: Bool { simple.isEmpty && exact.isEmpty }

  /// Returns the variable that sets a key; nil for none.
  func variable(forKey key: Defaults.KeyName) -> Variable? {
    exact[key] ?? (simple.isEmpty ? nil : simple[Self.spelling(of: key.string)])
  }

  private mutating func add(_ variable: Variable, key: String) {
    if EnvironmentText.isRepaired(variable.text, of: variable.name) {
      ignored.append((variable.name, "its value is not valid UTF-8"))
    } else if let first = simple[key] {
      ignored.append((variable.name, "$\(first.name) sets the same keys"))
    } else {
      simple[key] = variable
    }
  }

  private mutating func add(_ variable: Variable, exactKey: Substring) {
    guard let key = Self.name(exactSpelling: exactKey) else {
      ignored.append(
        (variable.name, "the key is not written with _ and two hexadecimal digits for each byte")
      )
      return
    }
    if EnvironmentText.isRepaired(variable.text, of: variable.name) {
      ignored.append((variable.name, "its value is not valid UTF-8"))
    } else {
      exact[Defaults.KeyName(key)] = variable
    }
  }

  // MARK: - Spelling

  /// Returns a name in capitals, with an underscore for each character that is no letter or digit.
  static func spelling(of name: String) -> String {
    var spelling = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z": spelling.append(Unicode.Scalar(UInt8(scalar.value) - 32))
      case "A"..."Z", "0"..."9": spelling.append(scalar)
      default: spelling.append("_")
      }
    }
    return String(spelling)
  }

  /// Returns a name with an underscore and two digits for each byte that is no letter or digit.
  static func exactSpelling(of name: String) -> String {
    name.utf8.map { byte in
      isPlain(byte) ? String(Unicode.Scalar(byte)) : "_" + byte.hexText
    }.joined()
  }

  /// Returns the name with an exact spelling; nil when the text is none.
  private static func name(exactSpelling text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if isPlain(byte) {
        bytes.append(byte)
      } else if byte == UInt8(ascii: "_"), rest.count >= 2,
        let code = UInt8(String(Substring(rest.prefix(2))), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        return nil
      }
    }
    guard let name = String(validating: bytes, as: UTF8.self), !name.isEmpty,
      exactSpelling(of: name) == text
    else { return nil }
    return name
  }

  private static func isPlain(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }
}

extension EnvironmentVariables.Variable {
  /// Returns the values that the text can mean, the most likely first and the text itself last.
  ///
  /// The most likely is the first of these that is possible: a value of the kind that the key's
  /// registered default has; JSON in the form of ``Defaults/StoredValue/taggedJSON``, if the text begins
  /// like an object, an array or a string; the text itself, which a typed key converts to its type.
  func candidates(forKey key: Defaults.KeyName) -> [Defaults.StoredValue] {
    var candidates: [Defaults.StoredValue] = []
    // `try?`: a text that is not JSON is a value itself.
    if let first = text.first, "{[\"".contains(first),
      let json = try? Defaults.JSONValue(parsing: text, deepestNesting: PropertyListLimits.nesting),
      let value = try? Defaults.StoredValue(taggedJSON: json)
    {
      candidates = [value]
    }
    if let kind = SuiteRegistry.shared.registered.value(forKey: key)?.kind {
      let meanings = LaunchArguments.meanings(of: text) + candidates
      if let value = meanings.first(where: { $0.kind == kind }) { candidates = [value] }
    }
    return candidates + [.string(text)]
  }
}
