import Defaults

extension SchemaFormat {
  /// The XML schemas of KDE's settings, `.kcfg`.
  public static let kconfig = SchemaFormat(
    "kconfig",
    name: "KConfigXT schema",
    plural: "KConfigXT schemas"
  )
}

/// A reader for the XML schemas of KDE's settings (KConfigXT).
///
/// A group becomes a section. The name of a key is that of the entry in its group; if several groups
/// have it, it is preceded by the group and a slash. An entry with a parameter stands for several keys,
/// which are all listed.
struct KConfigReader: SchemaReader {
  static let format = SchemaFormat.kconfig

  private let context: ReadingContext
  private let root: XMLTree

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    content.xml?.name == "kcfg"
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    content.xml.flatMap { KConfigReader(context: context, root: $0).schema() }
  }

  /// An entry under one of its names.
  private struct Key {
    var name: String
    var entry: XMLTree
    var group: String
    var parameter: String?
  }

  private func schema() -> Schema? {
    let groups = root.children("group")
    let keys = groups.flatMap { group in
      group.children("entry").flatMap { self.keys(of: $0, in: group.attributes["name"] ?? "") }
    }
    var counts: [String: Int] = [:]
    for key in keys { counts[key.name, default: 0] += 1 }
    let sections = groups.map { group in
      let title = group.attributes["name"] ?? ""
      let entries = group.children("entry").flatMap { self.keys(of: $0, in: title) }.compactMap {
        key in
        entry(key, name: counts[key.name] == 1 ? key.name : "\(title)/\(key.name)")
      }
      return Section(title: CleanText.line(title), entries: entries)
    }
    let file = root.child("kcfgfile")?.attributes["name"] ?? ""
    return context.schema(
      suiteName: SuiteName.made(from: file.isEmpty ? context.document.stem : file),
      title: file.isEmpty ? context.document.stem : file,
      sections: sections
    )
  }

  // MARK: - Names

  /// Returns the entry under each of its names; an entry with a parameter has one for each value.
  private func keys(of entry: XMLTree, in group: String) -> [Key] {
    let name = entry.attributes["key"] ?? entry.attributes["name"] ?? ""
    guard let parameter = entry.child("parameter") else {
      return [Key(name: name, entry: entry, group: group)]
    }
    let values: [String]
    if let listed = parameter.child("values") {
      values = listed.children("value").map { CleanText.line($0.text) }
    } else {
      let most = parameter.attributes["max"].flatMap { Int($0) } ?? 0
      values = (0...max(0, min(most, 999))).map(String.init)
    }
    let place = "$(\(parameter.attributes["name"] ?? ""))"
    guard name.contains(place) else { return [Key(name: name, entry: entry, group: group)] }
    return values.map { value in
      let full = name.replacing(place, with: value)
      return Key(name: full, entry: entry, group: group, parameter: value)
    }
  }

  // MARK: - Keys

  private func entry(_ key: Key, name: String) -> Entry? {
    let element = key.entry
    let pointer = "/\(key.group)/\(key.name)"
    guard context.admits(name, pointer: pointer, offset: element.offset) else { return nil }
    context.log.key = name
    defer { context.log.key = nil }
    let (kind, flaw) = kind(of: element)
    if let flaw { context.log.report(flaw, pointer: pointer, offset: element.offset) }
    let label = text(element, "label")
    var entry = Entry(
      untypedKey: name,
      title: label.isEmpty ? KeyTitle.derived(from: key.name) : CleanText.line(label),
      kind: kind,
      defaultValue: defaultValue(of: key, kind, pointer)
    )
    entry.flaw = flaw
    let help = [text(element, "tooltip"), text(element, "whatsthis")].filter { !$0.isEmpty }
    entry.help = help.joined(separator: "\n\n")
    entry.isHidden = element.attributes["hidden"] == "true"
    entry.isSecret = element.attributes["type"] == "Password"
    return entry
  }

  private func text(_ element: XMLTree, _ name: String) -> String {
    guard let child = element.child(name) else { return "" }
    return context.clean(
      CleanText.line(child.text),
      name,
      pointer: "/\(name)",
      offset: child.offset
    )
  }

  /// Reads the default: that for the parameter's value if there is one, else the general one.
  private func defaultValue(
    of key: Key,
    _ kind: ValueKind,
    _ pointer: String
  ) -> Defaults.StoredValue? {
    let all = key.entry.children("default")
    let own = all.first { $0.attributes["param"] != nil && $0.attributes["param"] == key.parameter }
    guard let element = own ?? all.first(where: { $0.attributes["param"] == nil }) else {
      return nil
    }
    if element.attributes["code"] == "true" {
      let text = "the default is code of the program, \(CleanText.line(element.text))"
      context.log.report(.notTranslated(text), pointer: pointer, offset: element.offset)
      return nil
    }
    let text = CleanText.line(element.text)
    if case .list = kind {
      let parts = text.split(separator: ",").map {
        Defaults.StoredValue.string(CleanText.line(String($0)))
      }
      return typed(.array(text.isEmpty ? [] : parts), kind, element, pointer)
    }
    return typed(.string(text), kind, element, pointer)
  }

  /// Returns a text of the document as a value of a kind.
  private func typed(
    _ value: Defaults.StoredValue,
    _ kind: ValueKind,
    _ element: XMLTree,
    _ pointer: String
  ) -> Defaults.StoredValue? {
    var value = value
    switch (kind, value) {
    case (.bool, .string(let text)), (.integer, .string(let text)), (.real, .string(let text)),
      (.choice, .string(let text)):
      value = (try? kind.parse(text)) ?? value
    case (.list(.integer, _), .array(let parts)):
      value = .array(
        parts.map { part in
          if case .string(let text) = part, let number = Int128(text) {
            .integer(number)
          } else {
            part
          }
        }
      )
    default: break
    }
    return context.fitting(value, kind, "default", pointer: pointer, offset: element.offset)
  }

  // MARK: - Kinds

  private func kind(of element: XMLTree) -> (kind: ValueKind, flaw: SchemaFlaw?) {
    let type = element.attributes["type"] ?? "String"
    let choices = element.child("choices")?.children("choice") ?? []
    if type.lowercased() == "enum" || !choices.isEmpty {
      return (choiceKind(choices), choices.isEmpty ? .typeUnknown("Enum without choices") : nil)
    }
    switch type.lowercased() {
    case "bool": return (.bool, nil)
    case "int": return (.integer(limits(element, Int128(Int32.min), Int128(Int32.max))), nil)
    case "uint": return (.integer(limits(element, 0, Int128(UInt32.max))), nil)
    case "int64", "longlong":
      return (.integer(limits(element, Int128(Int64.min), Int128(Int64.max))), nil)
    case "uint64", "ulonglong":
      return (.integer(limits(element, 0, Int128(UInt64.max))), nil)
    case "double":
      let limits = NumberLimits(
        minimum: bound(element, "min").flatMap { Double($0) },
        maximum: bound(element, "max").flatMap { Double($0) }
      )
      return (.real(limits), nil)
    case "string", "password", "font", "rect", "rectf", "size", "sizef", "point", "pointf":
      return (.string(TextLimits()), nil)
    // Colours are written as `255,128,0` too, so the text is not checked as one of CSS.
    case "color", "datetime": return (.string(TextLimits()), nil)
    case "path": return (.path, nil)
    case "url": return (.string(TextLimits()), nil)
    case "stringlist", "urllist": return (.list(of: .string(TextLimits())), nil)
    case "pathlist": return (.list(of: .path), nil)
    case "intlist": return (.list(of: .integer(.word)), nil)
    default: return (.any, .typeUnknown(type))
    }
  }

  private func choiceKind(_ choices: [XMLTree]) -> ValueKind {
    var list = ChoiceList(base: .string(TextLimits()))
    for choice in choices {
      let value = choice.attributes["value"] ?? choice.attributes["name"] ?? ""
      let help = [text(choice, "tooltip"), text(choice, "whatsthis")].filter { !$0.isEmpty }
      _ = list.add(
        Defaults.StoredValue.string(value),
        title: text(choice, "label"),
        help: help.joined(separator: "\n\n")
      )
    }
    return list.choices.isEmpty ? .any : .choice(list.choices)
  }

  private func bound(_ element: XMLTree, _ name: String) -> String? {
    guard let bound = element.child(name), bound.attributes["code"] != "true" else { return nil }
    return CleanText.line(bound.text)
  }

  private func limits(
    _ element: XMLTree,
    _ least: Int128,
    _ most: Int128
  ) -> NumberLimits<Int128> {
    let minimum = bound(element, "min").flatMap { Int128($0) } ?? least
    let maximum = bound(element, "max").flatMap { Int128($0) } ?? most
    guard minimum <= maximum else {
      context.log.report(
        .keywordIgnored("min", reason: "no number is in the range"),
        pointer: "/\(element.attributes["name"] ?? "")/min",
        offset: element.offset
      )
      return NumberLimits(minimum: least, maximum: most)
    }
    return NumberLimits(minimum: minimum, maximum: maximum)
  }
}
