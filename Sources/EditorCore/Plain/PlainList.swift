import DefaultsCore
import DefaultsSchema
import Terminal

// The list of keys as lines of words: states are words instead of marks, and positions have no meaning.
extension EditorState {
  /// Returns the key with a number in the list, from 1; nil if there is none.
  func plainKey(_ number: Int) -> Defaults.KeyName? {
    suite.listing.shown.indices.contains(number - 1)
      ? document.key(at: suite.listing.shown[number - 1]) : nil
  }

  /// The name of the suite, and how many keys are shown.
  var plainHeading: [String] {
    var name = document.title.isEmpty ? "" : "\(document.title), "
    name += "suite \(document.suiteName)"
    let shown = suite.listing.shown.count
    var lines = ["\(name): \(document.count.counted("key"))."]
    if !session.banner.isEmpty {
      lines.insert(session.banner.split(separator: " ").joined(separator: " "), at: 0)
    }
    guard suite.filter.isActive else { return lines }
    var conditions: [String] = []
    if !suite.filter.query.isEmpty { conditions.append("match \"\(suite.filter.query.text)\"") }
    if suite.filter.showsOnlySet { conditions.append("are set") }
    if suite.filter.showsOnlyBookmarks { conditions.append("have a bookmark") }
    let verb = conditions.joined(separator: " and ")
    lines.append(shown == 0 ? "No keys \(verb)." : "Only those that \(verb) are shown: \(shown).")
    return lines
  }

  /// Returns the lines of shown keys, each with its number, below the titles of their groups.
  func plainLines(_ range: Range<Int>) -> [String] {
    var lines: [String] = []
    var section: Int?
    for index in range {
      let item = document.item(at: suite.listing.shown[index])
      if !suite.listing.isFlat, item.section != section {
        section = item.section
        lines.append("\(document.heading(ofSection: item.section)):")
      }
      lines.append(plainLine(at: index))
    }
    return lines
  }

  /// Returns the line of a shown key with its number.
  func plainLine(at index: Int) -> String {
    "\(index + 1). \(plainText(of: document.item(at: suite.listing.shown[index])))"
  }

  /// Returns the title, the value and the states of a key.
  private func plainText(of item: Item) -> String {
    let value =
      item.rejection == nil
      ? ValueText.brief(stored: item.value, in: item.entry) : ValueText.row(item)
    let source = item.stored == nil && item.value != nil ? [item.source] : []
    let states = source + marks(of: item).map(\.word)
    let mark = suite.marked.contains(item.key) ? ["marked"] : []
    let words = (mark + states).joined(separator: ", ")
    return "\(item.entry.title): \(value)" + (words.isEmpty ? "" : " (\(words))")
  }

  /// The lines about what can be typed at the list or the top screen.
  var plainHelp: [String] {
    var lines = ["Type one of these lines:"]
    if isInList {
      let reset = bindings.name(of: ListCommand.reset, in: .list) ?? "reset"
      lines += [
        "NUMBER: edit the key with this number.",
        "NUMBER?: show everything about the key.",
        "A slash and words: show only keys that match. A slash alone shows all keys again, and two slashes "
          + "and words search in all suites.",
        "list: show the list from its start. An empty line shows more of it.",
        "A word or key of an action, often with a number: reset 3 or \(reset) 3. "
          + "A range such as 3-7 means several keys.",
      ]
    } else {
      if plainRowCount > 0 { lines.append("NUMBER: choose the row with this number.") }
      if screen is any NarrowingScreen {
        let words = keyMode.types("a") ? "A slash and words, or words alone" : "A slash and words"
        lines.append("\(words): show only what matches.")
      } else {
        lines.append("list: show all of it again.")
      }
      lines.append("An empty line: close this.")
    }
    let spoken = isInList ? [] : plainWords
    for group in bindings.help(of: keyMode) {
      lines.append("\(group.title):")
      lines += group.rows.map { row in
        let word = spoken.first { $0.press == row.press }?.word ?? row.name
        return "\(word.map { "\($0), " } ?? "")\(row.keys): \(row.help)"
      }
    }
    return lines
  }
}
