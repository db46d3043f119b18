import DefaultsCore

/// Edits the text of a file; what is not edited stays as it is.
struct INITextEdit {
  private let source: [UInt8]
  private let items: [INIItem]
  private let dialect: INIDialect
  private let flags: INIFlagEdit?
  private let lineBreak: String
  private var changes: [Change] = []
  /// The sections to add at the end, with their lines.
  private var added: [(section: INISection, lines: String)] = []

  /// The bytes to replace, and what replaces them.
  private typealias Change = (range: Range<Int>, text: String)

  init(_ source: [UInt8], _ items: [INIItem], _ dialect: INIDialect, flags: INIFlagEdit? = nil) {
    self.flags = flags
    self.source = source
    self.items = items
    self.dialect = dialect
    let end = source.firstIndex(of: 0x0A)
    lineBreak = end.map { $0 > 0 && source[$0 - 1] == 0x0D } == true ? "\r\n" : "\n"
  }

  /// Sets the texts of a key, or removes it; returns false if it can have no place.
  mutating func set(_ key: String, to texts: [String]?) -> Bool {
    let found = items.filter { item in
      if case .entry(let entry) = item.content { entry.key == key } else { false }
    }
    if flags?.locks == false, unlock(key) { return true }
    let texts = texts ?? []
    guard let last = found.last, case .entry(let model) = last.content else {
      return texts.isEmpty || insert(key, texts)
    }
    guard !texts.isEmpty else {
      for item in found { remove(item) }
      return true
    }
    // Without lists the last assignment counts, and the others stay.
    set(dialect.hasLists ? found : [last], to: texts, like: model)
    return true
  }

  /// Sets the assignments of a key to texts; of a list, the lines of the elements that stay are kept.
  ///
  /// Between two that stay, the lines of those that go are used for those that come.
  private mutating func set(_ found: [INIItem], to texts: [String], like model: INIEntry) {
    let entries = found.compactMap { item in
      if case .entry(let entry) = item.content { entry } else { nil }
    }
    var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
    for change in texts.difference(from: entries.map(\.text)) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var (old, new) = (0, 0)
    while old < found.count || new < texts.count {
      switch (removed.contains(old), inserted.contains(new)) {
      case (true, false):
        remove(found[old])
        old += 1
      case (false, true):
        let place = old > 0 ? found[old - 1].range.upperBound : found[0].range.lowerBound
        append(line(model.name, texts[new], like: model), after: place)
        new += 1
      case (let isReplaced, _):
        let entry = entries[old]
        if isReplaced || entry.flags.contains("d") || flags != nil {
          noteLock(of: entry, in: found[old])
          replace(entry, by: texts[new])
        }
        (old, new) = (old + 1, new + 1)
      }
    }
  }

  private mutating func remove(_ item: INIItem) { changes.append((item.range, "")) }

  /// Returns what stands for a value in a file, whose further lines are indented.
  private func valueText(_ text: String, below indentation: String) -> String {
    let value = dialect.escaped(text)
    guard dialect == .plain else { return value }
    let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      index == 0 || line.isEmpty ? "\(line)" : "\(indentation)    \(line)"
    }.joined(separator: lineBreak)
  }

  private mutating func replace(_ entry: INIEntry, by text: String) {
    let indentation = String(decoding: source[entry.indentation], as: UTF8.self)
    let value = valueText(text, below: indentation)
    if entry.flags.contains("d") || flags != nil {
      let line = name(entry.name, flags: entry.flags) + "=" + value
      changes.append((entry.indentation.upperBound..<entry.value.upperBound, line))
    } else if entry.delimiter.isEmpty {
      changes.append((entry.value, dialect.layout.delimiter + value))
    } else {
      changes.append((entry.value, value))
    }
  }

  /// Returns the name of an entry of KDE with the flags that it is to have.
  private func name(_ name: String, flags present: String) -> String {
    var letters = present.filter { $0 != "d" && "abcdefghijklmnopqrstuvwxyz".contains($0) }
    if let flags {
      if flags.expands, !letters.contains("e") { letters.append("e") }
      letters = letters.filter { $0 != "i" } + (flags.locks ? "i" : "")
    }
    // The language of a translation stands in brackets after the name.
    let (base, language) = dialect == .kde ? Self.parts(of: name) : (name, "")
    return dialect.escaped(base, isName: true) + language
      + (letters.isEmpty ? "" : "[$\(letters)]")
  }

  /// Returns a name without the language at its end, such as `[de]` or `[sr@latin]`, and the language.
  private static func parts(of name: String) -> (base: String, language: String) {
    guard name.last == "]", let start = name.lastIndex(of: "["), start > name.startIndex else {
      return (name, "")
    }
    let language = name[name.index(after: start)...].dropLast()
    // Two or three letters, and for some a country, a character set or a script: `pt_BR`, `sr@latin`.
    let code = language.prefix { !"_@.".contains($0) }
    let isLanguage =
      (2...3).contains(code.count) && code.allSatisfy { $0.isASCII && $0.isLowercase }
      && language.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_@.-".contains($0)) }
    return isLanguage ? (String(name[..<start]), String(name[start...])) : (name, "")
  }

  // MARK: - Locks

  /// What a comment begins with that has the line of an entry before it was locked.
  private static let noteOfLock = "# Before prefs lock: "
  /// What stands there for an entry that was added.
  private static let absent = "none"
  /// The comment above a group that was added for a lock.
  private static let noteOfGroup = noteOfLock + "no group"

  private var isLock: Bool { flags?.locks == true }

  /// Notes the line of an entry that is going to be locked, in a comment above it.
  private mutating func noteLock(of entry: INIEntry, in item: INIItem) {
    guard isLock, !entry.flags.contains("i") else { return }
    let line = text(of: item).trimmingBreaks
    append(Self.noteOfLock + line + lineBreak, after: item.range.lowerBound)
  }

  /// Puts the line back that stood there before an entry was locked; returns false if none is noted.
  private mutating func unlock(_ key: String) -> Bool {
    let index = items.lastIndex { item in
      if case .entry(let entry) = item.content { entry.key == key } else { false }
    }
    guard let index, index > 0, case .other = items[index - 1].content else { return false }
    let text = text(of: items[index - 1])
    guard text.hasPrefix(Self.noteOfLock) else { return false }
    let line = String(text.dropFirst(Self.noteOfLock.count))
    let isAdded = line.trimmingBreaks == Self.absent
    let first = isAdded ? startOfAddedGroup(withOnly: index) ?? index - 1 : index - 1
    let range = items[first].range.lowerBound..<items[index].range.upperBound
    changes.append((range, isAdded ? "" : line))
    return true
  }

  /// Returns the item of the comment above a group that was added for a lock, if the group has one entry and
  /// nothing else but the comment above that.
  private func startOfAddedGroup(withOnly entry: Int) -> Int? {
    let isHeading = { (item: INIItem) in if case .heading = item.content { true } else { false } }
    guard let heading = items[..<entry].lastIndex(where: isHeading), heading > 0,
      text(of: items[heading - 1]).trimmingBreaks == Self.noteOfGroup
    else { return nil }
    let end = items[entry...].firstIndex(where: isHeading) ?? items.count
    let others = items[(heading + 1)..<(entry - 1)] + items[(entry + 1)..<end]
    return others.allSatisfy { text(of: $0).allSatisfy(\.isWhitespace) } ? heading - 1 : nil
  }

  private func text(of item: INIItem) -> String {
    String(decoding: source[item.range], as: UTF8.self)
  }

  // MARK: - New entries

  private mutating func insert(_ key: String, _ texts: [String]) -> Bool {
    let sections = items.compactMap { item -> INISection? in
      if case .heading(let section) = item.content, !section.path.isEmpty { section } else { nil }
    }
    guard let (section, name) = dialect.place(of: key, among: sections + added.map(\.section)),
      !name.isEmpty
    else { return false }
    let place = lastEntry(of: section)
    let note = isLock ? Self.noteOfLock + Self.absent + lineBreak : ""
    let lines = note + texts.map { line(name, $0, like: place.model) }.joined()
    if let end = place.end {
      append(lines, after: end)
    } else if let section {
      if let index = added.firstIndex(where: { $0.section.isSame(as: section, in: dialect) }) {
        added[index].lines += lines
      } else {
        added.append((section, lines))
      }
    } else {
      append(lines, after: start)
    }
    return true
  }

  /// The place of the first entry before all sections: after a byte order mark, and after the comment that
  /// begins the file if an empty line ends it.
  private lazy var start: Int = {
    let mark = source.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    for line in source[mark...].split(separator: 0x0A, omittingEmptySubsequences: false) {
      guard let first = line.first(where: { ![0x20, 0x09, 0x0D].contains($0) }) else {
        // Of a file with nothing else, the last line is empty.
        return line.startIndex > mark ? min(line.endIndex + 1, source.count) : mark
      }
      guard dialect.commentMarks.contains(first) else { return mark }
    }
    return mark
  }()

  /// Returns where an entry is added to a section, and an entry of it; neither if there is no such section.
  private func lastEntry(of section: INISection?) -> (end: Int?, model: INIEntry?) {
    var isInside = section == nil
    var end: Int?
    var model: INIEntry?
    for item in items {
      switch item.content {
      case .heading(let heading):
        isInside = section.map { heading.isSame(as: $0, in: dialect) } ?? heading.path.isEmpty
        if isInside { end = item.range.upperBound }
      case .entry(let entry):
        if model == nil || isInside { model = entry }
        if isInside { end = item.range.upperBound }
      case .other: break
      }
    }
    return (end, model)
  }

  private func line(_ name: String, _ text: String, like model: INIEntry?) -> String {
    let layout = dialect.layout
    let indentation = model.map { String(decoding: source[$0.indentation], as: UTF8.self) }
    let delimiter = model.map { String(decoding: source[$0.delimiter], as: UTF8.self) }
      .flatMap { $0.isEmpty ? nil : $0.filter { $0 != "\n" } }
    // A flag of the model is a part of its delimiter's bytes only for KDE, which has none around it.
    let between = dialect == .kde ? layout.delimiter : delimiter ?? layout.delimiter
    let indent = indentation ?? layout.indentation
    // KDE's own writer of paths begins them with this variable, and marks it as one.
    let isPath = dialect == .kde && (text == "$HOME" || text.hasPrefix("$HOME/"))
    return indent + self.name(name, flags: isPath ? "e" : "") + between
      + valueText(text, below: indent)
      + lineBreak
  }

  private mutating func append(_ lines: String, after end: Int) {
    changes.append((end..<end, lines))
  }

  // MARK: - The result

  /// The text with the changes, and what brings the old one back.
  var result: (text: [UInt8], inverse: TextInverse?) {
    var splice = TextSplice(source)
    // Lines come after a value that ends the line before them, and before a change of the next line.
    let sorted = changes.enumerated().sorted { left, right in
      func order(_ change: (offset: Int, element: Change)) -> (Int, Int, Int) {
        let (range, text) = change.element
        let rank = range.isEmpty ? (text.utf8.last == 0x0A ? 1 : 0) : 2
        return (range.lowerBound, rank, change.offset)
      }
      return order(left) < order(right)
    }
    for (_, change) in sorted {
      splice.copy(upTo: change.range.lowerBound)
      let text = change.text.utf8
      // The last line of a file can have no end, and then the last of those after it has none.
      let isOpen =
        text.last == 0x0A && change.range.upperBound == source.count
        && !Self.isEmpty(splice.text) && splice.text.last != 0x0A
      let new = isOpen ? lineBreak.utf8 + text.dropLast(lineBreak.utf8.count) : Array(text)
      splice.replace(change.range, by: new)
    }
    splice.copy(upTo: source.count)
    for (section, lines) in added {
      let note = isLock ? Self.noteOfGroup + lineBreak : ""
      let new = gap(after: splice.text) + note + dialect.heading(section) + lineBreak + lines
      splice.replace(source.count..<source.count, by: new.utf8)
    }
    return splice.finish()
  }

  /// Returns what stands between a text and a section that is added to it.
  private func gap(after text: [UInt8]) -> String {
    guard !Self.isEmpty(text) else { return "" }
    let end = text.last == 0x0A ? "" : lineBreak
    // A blank line, as people put it; git has none, and a lock leaves nothing behind.
    let blank = Array((lineBreak + lineBreak).utf8)
    let isBlank = (text.suffix(blank.count) + end.utf8).suffix(blank.count).elementsEqual(blank)
    return dialect == .git || isLock || isBlank ? end : end + lineBreak
  }

  /// Returns whether a text has nothing but a byte order mark.
  private static func isEmpty(_ text: [UInt8]) -> Bool {
    text.isEmpty || text == [0xEF, 0xBB, 0xBF]
  }
}

extension String {
  /// The text without line breaks at its end.
  fileprivate var trimmingBreaks: String {
    String(self[..<(lastIndex { !$0.isNewline }.map(index(after:)) ?? startIndex)])
  }
}
