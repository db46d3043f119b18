import ArgumentParser
import DefaultsSchema
import DefaultsTransfer
import FoundationEssentials

/// A time in an option, as people write it.
enum TimeArgument {
  /// Returns a time, or throws `ValidationError` if the text is not one.
  static func time(_ argument: String) throws -> Date {
    guard let time = TimeText().parse(argument) else {
      throw ValidationError("a time is expected, such as \(TimeText.examples).")
    }
    return time
  }

  /// Returns a time that has passed, or throws `ValidationError` if the text is not one.
  static func pastTime(_ argument: String) throws -> Date {
    let time = try time(argument)
    guard time <= Date() else {
      throw ValidationError("the time is still to come: \(LocalClock.system.text(time)).")
    }
    return time
  }
}
