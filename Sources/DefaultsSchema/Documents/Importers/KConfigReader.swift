import DefaultsCore

extension SchemaFormat {
  /// The XML schemas of KDE's settings, `.kcfg`.
  public static let kconfig = SchemaFormat(plural: "KConfigXT schemas")
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

  /// An element with its names, and what holds for each of them.
  private struct Setting {
    let element: XMLTree
    let group: String
    /// The name in the element, with the place for the value of the parameter.
    let name: String
    /// The values of the parameter, of which each makes a name; nil without a parameter.
    let values: [String]?

    /// The names of the keys, each with the value of the parameter.
    var keys: [(name: String, parameter: String?)] {
      guard let values else { return [(name, nil)] }
      let place = KConfigReader.place(of: element.child("parameter"))
      return values.map { (name.replacing(place, with: $0, maxReplacements: 1), $0) }
    }
  }

  private func schema() -> Schema? {
    let groups = root.children("group").map { group in
      let parent = group.attributes["parentGroupName"].map { "\($0)/" } ?? ""
      let title = parent + (group.attributes["name"] ?? "")
      return (title: title, settings: group.children("entry").map { setting($0, in: title) })
    }
    // Counted before any key is made: a short element can stand for a thousand keys.
    let total = groups.flatMap(\.settings).reduce(0) { $0 + ($1.values?.count ?? 1) }
    guard total <= context.options.maximumKeyCount else {
      let limit = context.options.maximumKeyCount
      context.log.report(.tooManyKeys(count: total, limit: limit), pointer: "")
      return nil
    }
    var counts: [String: Int] = [:]
    for (name, _) in groups.flatMap(\.settings).flatMap(\.keys) { counts[name, default: 0] += 1 }
    let sections = groups.map { title, settings in
      let entries = settings.flatMap { setting in
        self.entries(setting) { name in
          counts[name] == 1 && !context.options.namesGroups ? name : "\(title)/\(name)"
        }
      }
      return Section(title: title, entries: entries)
    }
    let file = root.child("kcfgfile")?.attributes["name"] ?? ""
    return context.schema(
      suiteName: SuiteName.made(from: file.isEmpty ? context.document.stem : file),
      title: file.isEmpty ? context.document.stem : file,
      sections: sections
    )
  }

  // MARK: - Names

  /// The greatest number that a parameter is counted to.
  private static let greatestParameter = 999
  /// The bytes of the longest name that a parameter can be a part of.
  private static let longestName = 1024

  private static func place(of parameter: XMLTree?) -> String {
    "$(\(parameter?.attributes["name"] ?? ""))"
  }

  /// Reads the names of an element; one with a parameter has a name for each value of the parameter.
  private func setting(_ element: XMLTree, in group: String) -> Setting {
    let name = element.attributes["key"] ?? element.attributes["name"] ?? ""
    var values: [String]?
    if let parameter = element.child("parameter"), name.utf8.count <= Self.longestName,
      name.contains(Self.place(of: parameter))
    {
      if let listed = parameter.child("values") {
        values = listed.children("value").map { CleanText.line($0.text) }
      } else {
        let most = parameter.attributes["max"].flatMap { Int($0) } ?? 0
        values = (0...max(0, min(most, Self.greatestParameter))).map(String.init)
      }
    }
    return Setting(element: element, group: group, name: name, values: values)
  }

  // MARK: - Keys

  /// Returns an entry for each name of an element.
  private func entries(_ setting: Setting, named fullName: (String) -> String) -> [Entry] {
    let element = setting.element
    let (kind, flaw) = kind(of: element)
    let label = CleanText.line(text(element, "label"))
    let help = help(of: element)
    let defaults = Dictionary(
      element.children("default").map { ($0.attributes["param"], $0) }
    ) { first, _ in first }
    return setting.keys.compactMap { key in
      let name = fullName(key.name)
      let pointer = "/\(setting.group)/\(key.name)"
      guard context.admits(name, pointer: pointer, offset: element.offset) else { return nil }
      context.log.key = name
      defer { context.log.key = nil }
      if let flaw { context.log.report(flaw, pointer: pointer, offset: element.offset) }
      // The default for the parameter's value, or else the general one.
      let own = key.parameter.flatMap { defaults[$0] } ?? defaults[nil]
      var entry = Entry(
        untypedKey: name,
        title: label.isEmpty ? KeyTitle.derived(from: key.name) : label,
        kind: kind,
        defaultValue: own.flatMap { defaultValue($0, of: element, kind, pointer) }
      )
      entry.flaw = flaw
      entry.help = help
      entry.isHidden = element.attributes["hidden"] == "true"
      entry.isSecret = element.attributes["type"] == "Password"
      return entry
    }
  }

  private func help(of element: XMLTree) -> String {
    [text(element, "tooltip"), text(element, "whatsthis")].filter { !$0.isEmpty }
      .joined(separator: "\n\n")
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

  /// Reads the text of a default as a value of a kind.
  private func defaultValue(
    _ element: XMLTree,
    of entry: XMLTree,
    _ kind: ValueKind,
    _ pointer: String
  ) -> Defaults.StoredValue? {
    if element.attributes["code"] == "true" {
      let text = "the default is code of the program, \(CleanText.line(element.text))"
      context.log.report(.note("\(text)"), pointer: pointer, offset: element.offset)
      return nil
    }
    let text = CleanText.line(element.text)
    if case .list = kind {
      let parts = text.split(separator: ",").map {
        Defaults.StoredValue.string(CleanText.line(String($0)))
      }
      return typed(.array(text.isEmpty ? [] : parts), kind, element, pointer)
    }
    if case .choice(let choices, _) = kind {
      let value = Self.choice(
        text,
        of: choices,
        prefix: entry.child("choices")?.attributes["prefix"]
      )
      return typed(value, kind, element, pointer)
    }
    return typed(.string(text), kind, element, pointer)
  }

  /// Returns the choice that a default names: by its name, by its name with the prefix of the choices or
  /// with the name of a class, or by its number.
  private static func choice(
    _ text: String,
    of choices: [Choice],
    prefix: String?
  ) -> Defaults.StoredValue {
    let named = { (name: Substring) in
      choices.first { $0.value == .string(String(name)) }?.value
    }
    let unqualified = text.split(separator: "::").last ?? text[...]
    let bare = prefix.flatMap { unqualified.hasPrefix($0) ? unqualified.dropFirst($0.count) : nil }
    let number = Int(text).flatMap { choices.indices.contains($0) ? choices[$0].value : nil }
    return named(text[...]) ?? named(unqualified) ?? bare.flatMap(named) ?? number ?? .string(text)
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
      if choices.isEmpty {
        // The choices are those of an enumeration in the program's code.
        context.log.report(
          .note("the document does not list the choices"),
          pointer: "/\(element.attributes["name"] ?? "")",
          offset: element.offset
        )
        return (.string(TextLimits()), nil)
      }
      return (choiceKind(choices), nil)
    }
    switch type.lowercased() {
    case "bool": return (.bool, nil)
    case "int": return (.integer(limits(element, of: Int32.self)), nil)
    case "uint": return (.integer(limits(element, of: UInt32.self)), nil)
    case "int64", "longlong": return (.integer(limits(element, of: Int64.self)), nil)
    case "uint64", "ulonglong": return (.integer(limits(element, of: UInt64.self)), nil)
    case "double": return (.real(limits(element, in: NumberLimits()) { Double($0) }), nil)
    case "string", "password", "font", "rect", "rectf", "size", "sizef", "point", "pointf":
      return (.string(TextLimits()), nil)
    // Colours are written as `255,128,0` too, so the text is not checked as one of CSS.
    case "color", "datetime": return (.string(TextLimits()), nil)
    case "path": return (.path, nil)
    case "url": return (.string(TextLimits()), nil)
    case "stringlist", "urllist": return (.list(of: .string(TextLimits())), nil)
    case "pathlist": return (.list(of: .path), nil)
    case "intlist": return (.list(of: .integer(.word)), nil)
    default: return (.any, .typeForeign(type))
    }
  }

  private func choiceKind(_ choices: [XMLTree]) -> ValueKind {
    var list = ChoiceList(base: .string(TextLimits()))
    for choice in choices {
      let value = choice.attributes["value"] ?? choice.attributes["name"] ?? ""
      _ = list.add(
        Defaults.StoredValue.string(value),
        title: text(choice, "label"),
        help: help(of: choice)
      )
    }
    return list.choices.isEmpty ? .any : .choice(list.choices)
  }

  private func bound(_ element: XMLTree, _ name: String) -> String? {
    guard let bound = element.child(name) else { return nil }
    guard bound.attributes["code"] != "true" else {
      context.log.report(
        .note("<\(name)> is code of the program, \(CleanText.line(bound.text))"),
        pointer: "/\(element.attributes["name"] ?? "")/\(name)",
        offset: bound.offset
      )
      return nil
    }
    return CleanText.line(bound.text)
  }

  private func limits<Number: FixedWidthInteger>(
    _ element: XMLTree,
    of type: Number.Type
  ) -> NumberLimits<Int128> {
    limits(element, in: NumberLimits(of: type)) { Int128($0) }
  }

  private func limits<Number>(
    _ element: XMLTree,
    in all: NumberLimits<Number>,
    _ read: (String) -> Number?
  ) -> NumberLimits<Number> {
    var limits = all
    limits.minimum = bound(element, "min").flatMap(read) ?? all.minimum
    limits.maximum = bound(element, "max").flatMap(read) ?? all.maximum
    guard !limits.isEmpty else {
      context.log.report(
        .keywordIgnored("min", reason: "no number is in the range"),
        pointer: "/\(element.attributes["name"] ?? "")/min",
        offset: element.offset
      )
      return all
    }
    return limits
  }
}
