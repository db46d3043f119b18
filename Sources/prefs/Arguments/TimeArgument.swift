import ArgumentParser
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

/// A time in an option, as people write it.
enum TimeArgument {
  /// Returns a time.
  ///
  /// - Throws: `ValidationError` when the text is none.
  static func time(_ argument: String) throws -> Date {
    guard let time = TimeText().parse(argument) else {
      throw ValidationError("a time is expected, such as \(TimeText.examples).")
    }
    return time
  }

  /// Returns a time that has passed.
  ///
  /// - Throws: `ValidationError` when the text is none.
  static func pastTime(_ argument: String) throws -> Date {
    let time = try time(argument)
    guard time <= Date() else {
      throw ValidationError("the time is still to come: \(LocalClock.system.text(time)).")
    }
    return time
  }
}
