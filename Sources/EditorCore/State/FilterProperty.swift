import DefaultsCore
import DefaultsSchema

/// A property by which a filter selects keys: a word that begins with `@`, such as `@type:bool`.
enum FilterProperty: String, CaseIterable, Hashable, Sendable {
  case modified, locked, invalid, unknown, bookmarked, recent, mine
  case type, group, tag, layer, new, id
  case deprecated, hidden, all

  /// The description for the list of completions.
  var help: String {
    switch self {
    case .modified: "set by you"
    case .locked: "managed, cannot be changed"
    case .invalid: "the stored value does not fit"
    case .unknown: "not in the schema"
    case .bookmarked: "with a bookmark"
    case .recent: "changed in the last 7 days"
    case .mine: "last changed by you, with prefs"
    case .type: "bool int real text enum list …"
    case .group: "in a group"
    case .tag: "with a tag"
    case .layer: "with a value in a layer"
    case .new: "new since a version"
    case .id: "part of the key itself"
    case .deprecated: "also those that are not shown"
    case .hidden: "also those that are not shown"
    case .all: "hidden and deprecated ones too"
    }
  }

  /// Whether a colon and a value follow the name.
  var takesValue: Bool {
    switch self {
    case .type, .group, .tag, .layer, .new, .id: true
    case .modified, .locked, .invalid, .unknown, .bookmarked, .recent, .mine, .deprecated, .hidden,
      .all:
      false
    }
  }

  /// Returns the name and the value in a word after its sign, before and after a colon; nil for no value.
  static func parts(of word: Substring) -> (name: String, value: Substring?) {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts[0].lowercased(), parts.count > 1 ? parts[1] : nil)
  }

  /// The name with the sign, and the colon if a value follows.
  var word: String { "@\(rawValue)\(takesValue ? ":" : "")" }

  /// Returns whether a key has the property; false also for a value that no key can have.
  ///
  /// The value is the text after the colon; empty for none.
  func matches(_ slot: Slot, in document: Document, value: String) -> Bool {
    var key: Defaults.KeyName { document.key(at: slot) }
    var entry: Entry? { document.isDeclared(slot) ? document.declaredEntry(at: slot) : nil }
    return switch self {
    case .modified: document.isSet(slot)
    case .locked: document.isLocked(slot)
    case .invalid: document.isInvalid(slot)
    case .unknown: !document.isDeclared(slot)
    case .bookmarked: document.annotations.bookmarks.contains(key)
    case .recent: document.annotations.isRecent(key)
    case .mine: document.annotations.isOwn(key)
    case .type: document.kind(of: slot).filterName.hasPrefix(ValueKind.filterName(value))
    case .group: Self.isGroup(document.sections[document.section(of: slot)], value, in: document)
    case .tag: entry?.tags.contains { $0.lowercased() == value.lowercased() } == true
    case .layer: document.item(at: slot).layerNames.contains(value.lowercased())
    case .new: Self.isNew(entry?.since ?? "", value)
    case .id: SearchWord(value).occurs(in: key.string)
    case .deprecated: entry?.deprecation != nil
    case .hidden: entry?.isHidden == true || document.isConcealed(slot)
    case .all: true
    }
  }

  /// Returns whether a group is meant: the one with the whole title if there is one, otherwise those with a
  /// part of it.
  private static func isGroup(_ title: String, _ value: String, in document: Document) -> Bool {
    let value = value.lowercased()
    guard title.lowercased() != value else { return true }
    return !document.sections.contains { $0.lowercased() == value }
      && SearchWord(value).occurs(in: title)
  }

  /// Returns whether a key that exists since one version is not older than another version.
  private static func isNew(_ since: String, _ value: String) -> Bool {
    guard let since = VersionNumber(since) else { return false }
    guard !value.isEmpty else { return true }
    return VersionNumber(value).map { since >= $0 } ?? false
  }
}

/// A version in a text such as `notes 2.1`: the numbers of its last word that begins with a digit.
struct VersionNumber: Comparable, Sendable {
  private let numbers: [Int]

  /// Reads the version of a text; nil if there is none.
  init?(_ text: String) {
    let words = text.split(separator: " ").map { $0.first == "v" ? $0.dropFirst() : $0 }
    guard let word = words.last(where: { ("0"..."9").contains($0.first ?? " ") }) else {
      return nil
    }
    let digits = word.prefix { ("0"..."9").contains($0) || $0 == "." }
    numbers = digits.split(separator: ".").compactMap { Int($0) }
  }

  static func < (left: Self, right: Self) -> Bool {
    for index in 0..<max(left.numbers.count, right.numbers.count) {
      let (first, second) = (left.number(index), right.number(index))
      if first != second { return first < second }
    }
    return false
  }

  /// `2` and `2.0` are the same version.
  static func == (left: Self, right: Self) -> Bool { !(left < right) && !(right < left) }

  private func number(_ index: Int) -> Int { index < numbers.count ? numbers[index] : 0 }
}

extension Item {
  /// The names of the layers that have a value for the key, and `default` if that is the value in use.
  fileprivate var layerNames: [String] {
    layers.others.flatMap { [$0.layer.word, "\($0.layer)"] } + (stored == nil ? [] : ["user"])
      + (source == "default" ? ["default"] : [])
  }
}

extension ValueKind {
  /// The words after `@type:`, in the order by type.
  static let filterNames: [String] = [
    "bool", "int", "real", "text", "enum", "choices", "date", "data", "url", "path", "color",
    "list", "dictionary", "table", "alternatives", "json", "any",
  ]

  /// The words that the details and JSON Schema have for kinds, and those after `@type:`.
  private static let otherNames: [(other: String, filterName: String)] = [
    ("boolean", "bool"), ("integer", "int"), ("double", "real"), ("float", "real"),
    ("string", "text"), ("choice", "enum"), ("array", "list"), ("object", "dictionary"),
    ("record", "table"),
  ]

  /// Returns the start of the word after `@type:` that is meant.
  static func filterName(_ typed: String) -> String {
    let typed = typed.lowercased()
    guard !filterNames.contains(where: { $0.hasPrefix(typed) }) else { return typed }
    return otherNames.first { $0.other.hasPrefix(typed) }?.filterName ?? typed
  }

  /// The word after `@type:` for the kind.
  var filterName: String {
    switch self {
    case .bool: "bool"
    case .integer: "int"
    case .real: "real"
    case .string: "text"
    case .choice: "enum"
    case .choices: "choices"
    case .date: "date"
    case .data: "data"
    case .url: "url"
    case .path: "path"
    case .color: "color"
    case .list: "list"
    case .dictionary: "dictionary"
    case .table: "table"
    case .alternatives: "alternatives"
    case .json: "json"
    case .any: "any"
    }
  }
}
