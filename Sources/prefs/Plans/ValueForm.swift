import ArgumentParser
import DefaultsCore
import DefaultsTransfer

/// The options for the form in which a command prints values.
struct ValueForm: ParsableArguments {
  @Flag(help: "Print JSON, with tags such as $date for types that JSON lacks.")
  var json: Bool = false

  @Flag(help: "Print a property list: XML, or binary where XML is not enough.")
  var plist: Bool = false

  func validate() throws {
    if json, plist { throw ValidationError("--json and --plist exclude each other.") }
  }

  /// Prints values to standard output, or only the value of one key.
  ///
  /// The name of that key is printed in a property list alone. A property list is refused when it
  /// cannot hold the values, and when it would be binary and standard output is a terminal.
  func print(
    _ values: [Defaults.KeyName: Defaults.StoredValue],
    only key: Defaults.KeyName? = nil
  ) throws(Failure) {
    let value = key.flatMap { values[$0] }
    if json {
      try Output.writeJSON(value?.taggedJSON ?? .object(tagging: values))
    } else if plist {
      try Self.print(try Self.bytes(of: values, as: .plist))
    } else {
      try Output.writeStored(value.map(OldStyleText.value) ?? OldStyleText.suite(values))
    }
  }

  /// Returns a document with values, if the form can hold them.
  static func bytes(
    of values: [Defaults.KeyName: Defaults.StoredValue],
    as form: ValueDocument.Form
  ) throws(Failure) -> [UInt8] {
    do throws(ValueDocumentError) {
      return try ValueDocument(values).encoded(as: form)
    } catch {
      throw Failure(.invalidValue, "The values cannot be written in this form: \(error).")
    }
  }

  /// Prints a document to standard output; for a terminal it is escaped, and must not be binary.
  static func print(_ bytes: [UInt8]) throws(Failure) {
    guard Output.isTerminal else { return try Output.write(bytes: bytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        .usage,
        "A binary property list is not written to a terminal. Name a file, or use --json."
      )
    }
    try Output.write(Output.escaped(text))
  }
}
