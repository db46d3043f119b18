import DefaultsCore
import DefaultsSchema

/// The arguments of a command that name no key of any of its suites.
///
/// A key need not be in every suite that matches a pattern, so it is missing only if none of them has it.
struct MissingNames {
  private var names: [String]

  /// Creates the names of a command that has looked at no suite so far.
  init(_ arguments: [String]) { names = arguments }

  /// Keeps the names that one more suite does not have.
  mutating func keep(_ absent: [String]) {
    let absent = Set(absent.map { Defaults.KeyName($0) })
    names.removeAll { !absent.contains(Defaults.KeyName($0)) }
  }

  /// Prints the names, if there are any, and notes that the command must end with status 1.
  ///
  /// A suite that has failed may have the keys, so nothing is printed then. `fact` is what the keys are
  /// not, as in "Not set". In one suite, a key with a similar name is suggested; if `suite` is nil, a suite
  /// with a similar name.
  func report(
    _ fact: MessageText,
    _ choice: inout SuiteChoice,
    near suite: Defaults.Suite?,
    _ schema: Schema? = nil
  ) {
    guard !names.isEmpty, choice.failures.isEmpty else { return }
    let place = choice.isPattern ? "any suite" : suite?.name ?? choice.names[0]
    var near: MessageText = ""
    if names.count == 1, !choice.isPattern, let suite {
      near = NameSuggestion.key(near: Defaults.KeyName(names[0]), in: suite, schema)
    } else if !choice.isPattern, suite == nil {
      near = NameSuggestion.suite(near: place)
    }
    Output.writeError("\(fact) in \(place): \(list: names).\(near)")
    choice.note(.notSet)
  }
}
