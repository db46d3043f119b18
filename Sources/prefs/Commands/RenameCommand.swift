import ArgumentParser
import Defaults
import DefaultsSchema

struct RenameCommand: SuiteCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Move the stored value of a key to another key.",
    usage: "prefs rename <suite> <old-key> <new-key>",
    discussion: """
      A value of the new key is replaced. prefs undo takes both changes back.

      Ends with status 1 when the old key is not set, and with 3 when the value does not fit the \
      new key.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var scopes: ScopeOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  /// Set by ``Invocation``.
  @Argument(help: "The old and the new name of the key.")
  var keys: [String] = []

  func run() throws {
    guard keys.count == 2 else {
      throw Failure(
        .usage,
        "The old and the new name of the key are expected, found \(keys.count)."
      )
    }
    try options.apply()
    let (suite, schema) = try options.openRememberingSuite(suite, program: "prefs rename")
    let names = try keys.map { Defaults.KeyName(try suite.key(named: $0, schema)) }
    let (old, new) = (names[0], names[1])
    guard let value = suite.storedValue(forKey: old.string) else {
      throw Failure.notSet(old, in: suite)
    }
    guard old != new else { return }
    do throws(Defaults.Rejection) {
      try schema?.entry(forKey: new.string)?.validate(value)
    } catch {
      let filter = KeyFilter(schema: schema)
      let isHidden = filter.hides(old, value) || filter.hides(new)
      let reason = Defaults.WriteError.invalid(key: new, error).reason(hidden: isHidden)
      throw Failure(.invalidValue, "\(new): \(verbatim: reason). Nothing was changed.")
    }
    // The value under the old key is not lost, so it may be of any kind.
    let losesOpaque = suite.storedValue(forKey: new.string)?.contains([.opaque]) ?? false
    let options = Defaults.WriteOptions(cause: .migration, replacesOpaque: !losesOpaque)
    try suite.write([old: nil, new: value], options: options)
    try suite.flushReportingProblems()
  }
}

extension RenameCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    keys = invocation.data
  }
}
