import DefaultsCore
import DefaultsSchema

/// The arguments after a key that say which value it is to have.
enum ValueArguments {
  /// Returns the value that the arguments mean: a type and a value, or a value alone.
  ///
  /// Without a type, it has the type that the key's entry in the schema declares. If there is no
  /// entry, it has the type of the value in use, if that is a Boolean, a number or a date and the text
  /// can be one, or a list or a dictionary and the text is one in JSON, or in a JSON file that of the JSON that
  /// is written; all else is text.
  /// `-array-add` and `-dict-add` add to the `stored` value. Arguments that are not a valid value
  /// throw a ``Failure``, which names the key.
  static func value(
    _ arguments: [String],
    forKey key: String,
    entry: Entry?,
    addingTo stored: Defaults.StoredValue?,
    in suite: Defaults.Suite
  ) throws -> Defaults.StoredValue {
    if let typed = try TypedArguments.value(arguments, addingTo: stored, as: entry?.kind) {
      return typed
    }
    guard arguments.count == 1 else {
      throw Failure(
        .usage,
        arguments.isEmpty
          ? "A value is missing after the key \(key)."
          : "One value is expected after the key, found \(arguments.count): quote a value with blanks."
      )
    }
    guard let entry else {
      guard suite.capabilities.holdsJSON, let json = try? JSONValue(parsing: arguments[0]) else {
        let kind = suite.effectiveValue(forKey: key).map(ValueKind.inferred)
        return TypedArguments.value(of: arguments[0], as: kind)
      }
      do throws(Defaults.Rejection) {
        return try Defaults.StoredValue(json)
      } catch {
        throw Failure(.invalidValue, "\(key): \(error). -string before it stores it as text.")
      }
    }
    do throws(Defaults.Rejection) {
      return try entry.parse(arguments[0])
    } catch {
      throw Defaults.WriteError.invalid(key: entry.key, error)
    }
  }

  /// Returns the arguments; `-` alone stands for standard input, without its last line end.
  ///
  /// Every user of the system sees arguments, so they are no place for a secret.
  static func reading(_ arguments: [String]) throws(Failure) -> [String] {
    guard arguments == ["-"] else { return arguments }
    guard var text = String(validating: try StandardInput.contents(), as: UTF8.self) else {
      throw Failure(.invalidValue, "Standard input is not text in UTF-8.")
    }
    if text.utf8.last == UInt8(ascii: "\n") { text.unicodeScalars.removeLast() }
    return [text]
  }
}
