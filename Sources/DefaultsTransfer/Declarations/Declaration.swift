package import DefaultsCore
import DefaultsSchema

/// What several suites are to contain: values, absent keys and locks, from one or more files.
///
/// A declaration is complete before anything is changed: every problem of every file is in
/// ``problems``, so that all of them can be corrected at once. Two files may declare the same suite,
/// and even the same key if they agree. The tool's `apply.schema.json` has the format.
package struct Declaration: Sendable {
  /// A part of a declaration, with its place in a file.
  package struct Item<Content: Hashable & Sendable>: Sendable {
    /// The part.
    package let content: Content
    /// The place of the part.
    package let place: DeclarationPlace
  }

  /// What one suite is to contain.
  package struct Suite: Sendable {
    /// By key, the value in the suite's own file; nil for a key that is to be absent.
    package fileprivate(set) var values: [Defaults.KeyName: Item<Defaults.StoredValue?>] = [:]
    /// By key, the lock; nil for a key that is not to be locked.
    package fileprivate(set) var locks: [Defaults.KeyName: Item<LockPlan.Lock?>] = [:]
    /// Whether a file has a list of the suite's values, even an empty one.
    package internal(set) var listsValues = false
    /// Whether a file has a list of the suite's locks, even an empty one.
    package internal(set) var listsLocks = false
  }

  /// The suites by name.
  package internal(set) var suites: [String: Suite] = [:]
  /// What is wrong with the files, of more than ``problemLimit`` problems the first; a declaration
  /// with problems must not be used.
  package private(set) var problems: [DeclarationProblem] = []
  /// How many problems there are.
  package private(set) var problemCount = 0

  /// The greatest number of problems that are described.
  ///
  /// To find the line of a place takes as long as to read the file.
  package static let problemLimit = 20

  /// Creates a declaration of nothing.
  package init() {}

  /// Adds what is declared about the value of a key.
  mutating func add(
    _ value: Item<Defaults.StoredValue?>,
    forKey key: Defaults.KeyName,
    of name: String
  ) {
    if let lock = suites[name]?.locks[key], lock.content != nil {
      report(
        value.place,
        name,
        key,
        because: "the key is locked at \(lock.place), which hides this"
      )
    } else if let other = suites[name]?.values[key], other.content != value.content {
      report(value.place, name, key, because: "the key is declared otherwise at \(other.place)")
    } else {
      suites[name, default: Suite()].values[key] = value
    }
  }

  /// Adds what is declared about the lock of a key.
  mutating func add(
    _ lock: Item<LockPlan.Lock?>,
    forKey key: Defaults.KeyName,
    of name: String
  ) {
    if lock.content != nil, let value = suites[name]?.values[key] {
      report(lock.place, name, key, because: "the lock hides what is declared at \(value.place)")
    } else if let other = suites[name]?.locks[key], other.content != lock.content {
      report(lock.place, name, key, because: "the lock is declared otherwise at \(other.place)")
    } else {
      suites[name, default: Suite()].locks[key] = lock
    }
  }

  /// Adds a problem.
  mutating func report(
    _ place: DeclarationPlace,
    _ suite: String? = nil,
    _ key: Defaults.KeyName? = nil,
    because reason: @autoclosure () -> MessageText
  ) {
    problemCount += 1
    guard problems.count < Self.problemLimit else { return }
    let text = reason().description
    problems.append(DeclarationProblem(place: place, suite: suite, key: key, reason: text))
  }

  /// Adds the problem of a whole file.
  mutating func report(_ problem: DeclarationProblem) {
    problemCount += 1
    if problems.count < Self.problemLimit { problems.append(problem) }
  }
}

/// A file with declarations.
struct DeclarationFile: Sendable {
  /// The path, or a name for people.
  let name: String
  /// The content.
  let bytes: [UInt8]
}

/// A place in a file with declarations.
package struct DeclarationPlace: Sendable {
  let file: DeclarationFile
  /// The number of bytes before the place; nil in a property list, whose parts have no places.
  let offset: Int?
}

extension DeclarationPlace: CustomStringConvertible {
  /// The file, and in JSON the line and the column, as in `app.json:3:12`.
  package var description: String {
    let name = MessageText.path(file.name)
    guard let offset else { return name }
    let place = TextPlace.places(of: [offset], in: file.bytes)[0]
    return "\(name):\(place.line):\(place.column)"
  }
}

/// Something that is wrong with a declaration, or that keeps it from being applied.
package struct DeclarationProblem: Error, Sendable {
  /// The place; nil for a key that no file declares.
  package let place: DeclarationPlace?
  /// The name of the suite; nil for a problem of a whole file.
  package let suite: String?
  /// The key; nil for a problem of a whole suite.
  package let key: Defaults.KeyName?
  /// The reason as a phrase without a full stop.
  package let reason: String

  /// Creates a problem.
  package init(
    place: DeclarationPlace?,
    suite: String?,
    key: Defaults.KeyName?,
    reason: String
  ) {
    self.place = place
    self.suite = suite
    self.key = key
    self.reason = reason
  }
}

extension DeclarationProblem: CustomStringConvertible {
  /// The place, the suite, the key and the reason on one line.
  package var description: String {
    let names = [suite, key?.string].compactMap(\.self).map { MessageText.fact($0) }
    return ([place?.description].compactMap(\.self) + names + [reason]).joined(separator: ": ")
  }
}

extension MessageText.Interpolation {
  /// Appends the place of a declaration.
  mutating func appendInterpolation(_ place: DeclarationPlace) {
    appendLiteral(place.description)
  }
}
