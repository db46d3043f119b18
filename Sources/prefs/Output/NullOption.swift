import ArgumentParser
import DefaultsCore

/// A command that prints names or values for scripts, of which each can end with a NUL character.
protocol NullCommand: ParsableCommand {
  /// The option.
  var null: NullOption { get }
}

/// The option for output of which nothing stored can be taken for an end: names and values can have line
/// breaks.
struct NullOption: ParsableArguments {
  @Flag(
    name: [.customShort("z"), .customLong("null")],
    help: "End each name and value with a NUL character, and print texts as they are."
  )
  var isGiven: Bool = false

  /// Checks that no other form of output is chosen.
  func check(_ others: Bool...) throws {
    guard isGiven, others.contains(true) else { return }
    throw ValidationError("--null and other forms of output exclude each other.")
  }
}

extension Output {
  /// Writes texts to standard output, as they are unless that is a terminal, each with a NUL character at its
  /// end.
  static func writeEntries(_ entries: [String]) throws(Failure) {
    try write(entries.map { (isTerminal ? escaped($0) : $0) + "\0" }.joined())
  }

  /// Writes the value of a key as an entry, or a list as an entry for each of its elements.
  static func writeEntries(of value: Defaults.StoredValue) throws(Failure) {
    if case .array(let elements) = value {
      return try writeEntries(elements.map(OldStyleText.value))
    }
    try writeEntries([OldStyleText.value(value)])
  }

  /// Writes an entry for each key and one for its value, and before them one for `suite` if it is given.
  static func writeEntries(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    suite: String? = nil
  ) throws(Failure) {
    try writeEntries(
      values.sorted { $0.key < $1.key }.flatMap { key, value in
        [suite, key.string, OldStyleText.value(value)].compactMap(\.self)
      }
    )
  }
}
