import DefaultsCore

extension SchemaFormat {
  /// A manifest that describes managed preferences.
  public static let profileManifest = SchemaFormat(plural: "profile manifests")
}

/// A reader for the manifests of managed preferences, whose keywords start with `pfm_`.
struct ProfileManifestReader: SchemaReader {
  static let format = SchemaFormat.profileManifest

  private let context: ReadingContext
  private let root: LocatedDictionary

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    guard let root = content.propertyList else { return false }
    return root.has("pfm_subkeys") || root.has("pfm_domain")
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    content.propertyList.flatMap { ProfileManifestReader(context: context, root: $0).schema() }
  }

  private func schema() -> Schema? {
    var entries: [Entry] = []
    var segments: [(title: String, keys: [String])] = []
    let subkeys = root.dictionaries("pfm_subkeys")
    for dictionary in subkeys {
      let name = dictionary.string("pfm_name") ?? ""
      if name.hasPrefix("Payload") || name.hasPrefix("PFC_") {
        segments += Self.segments(of: dictionary)
        context.omit(name, "it belongs to the profile, not to the app")
        continue
      }
      guard context.admits(name, pointer: dictionary.pointer) else { continue }
      entries.append(entry(name, dictionary))
    }
    // An element that is not a dictionary does not describe a key, but counts as an omission.
    for _ in subkeys.count..<max(subkeys.count, root.values("pfm_subkeys").count) {
      context.omit("", "it is not a dictionary")
    }
    let documentation = root.string("pfm_documentation_url") ?? root.string("pfm_app_url") ?? ""
    return context.schema(
      suiteName: root.string("pfm_domain"),
      title: root.string("pfm_title") ?? "",
      help: context.clean(
        root.string("pfm_description") ?? "",
        "pfm_description",
        pointer: root.pointer("pfm_description")
      ),
      app: AppInfo(name: root.string("pfm_title") ?? "", url: documentation),
      revision: root.wholeNumber("pfm_version").flatMap(Int.init(exactly:)) ?? 0,
      sections: .grouping(entries, by: segments)
    )
  }

  // MARK: - Sections

  /// Returns the tabs that a `pfm_segments` keyword defines, in the order of its choices.
  private static func segments(
    of dictionary: LocatedDictionary
  ) -> [(title: String, keys: [String])] {
    guard case .dictionary(let segments)? = dictionary.members["pfm_segments"] else { return [] }
    let order = dictionary.values("pfm_range_list").map { Defaults.KeyName($0.plainText) }
    let ordered = Set(order)
    let titles: [Defaults.KeyName] =
      order.filter { segments[$0] != nil } + segments.keys.filter { !ordered.contains($0) }.sorted()
    return titles.map { title in
      guard case .array(let keys)? = segments[title] else { return (title.string, []) }
      return (title.string, keys.map(\.plainText))
    }
  }

  // MARK: - Keys

  private func entry(_ name: String, _ dictionary: LocatedDictionary) -> Entry {
    context.log.key = name
    defer { context.log.key = nil }
    let (kind, flaw) = kind(of: dictionary, depth: 0)
    var entry = Entry(
      untypedKey: name,
      title: title(of: dictionary) ?? KeyTitle.derived(from: name),
      kind: kind,
      defaultValue: dictionary.members["pfm_default"].flatMap {
        context.fitting($0, kind, "pfm_default", pointer: dictionary.pointer("pfm_default"))
      }
    )
    if let flaw { context.log.report(flaw, pointer: dictionary.pointer("pfm_type")) }
    entry.flaw = flaw
    entry.help = help(of: dictionary)
    entry.unit = dictionary.string("pfm_value_unit").map(CleanText.line) ?? ""
    entry.placeholder =
      dictionary.members["pfm_value_placeholder"].map { CleanText.line($0.plainText) } ?? ""
    entry.isSecret = dictionary.flag("pfm_sensitive") || context.log.hasSensitivePart
    entry.isHidden = dictionary.members["pfm_hidden"] != nil
    entry.since = dictionary.members["pfm_app_min"].map { CleanText.line($0.plainText) } ?? ""
    entry.until = dictionary.members["pfm_app_max"].map { CleanText.line($0.plainText) } ?? ""
    entry.deprecation = Self.deprecation(of: dictionary)
    for keyword in ["pfm_exclude", "pfm_conditionals", "pfm_value_inverted"]
    where dictionary.has(keyword) {
      context.log.report(
        .note("what \"\(keyword)\" says is not shown"),
        pointer: dictionary.pointer(keyword)
      )
    }
    return entry
  }

  private func title(of dictionary: LocatedDictionary) -> String? {
    dictionary.string("pfm_title").map(CleanText.line).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func help(of dictionary: LocatedDictionary) -> String {
    let name =
      dictionary.string("pfm_description") == nil ? "pfm_description_reference" : "pfm_description"
    return context.clean(dictionary.string(name) ?? "", name, pointer: dictionary.pointer(name))
  }

  private static func deprecation(of dictionary: LocatedDictionary) -> Deprecation? {
    if let version = dictionary.members["pfm_app_deprecated"] {
      let text = CleanText.line(version.plainText)
      return Deprecation(message: "Deprecated since version \(text).")
    }
    return dictionary.flag("pfm_deprecated") ? Deprecation() : nil
  }

  // MARK: - Kinds

  private func kind(
    of dictionary: LocatedDictionary,
    depth: Int
  ) -> (kind: ValueKind, flaw: SchemaFlaw?) {
    guard depth < 16 else { return (.any, .tooManyReferences) }
    let type = dictionary.string("pfm_type") ?? ""
    let base: ValueKind
    switch type {
    case "boolean", "bool": base = .bool
    case "integer": base = .integer(wholeLimits(of: dictionary))
    case "real", "float": base = .real(fractionLimits(of: dictionary))
    case "string": base = .string(textLimits(of: dictionary))
    case "url": base = .url
    case "date": base = .date
    case "data": base = .data
    case "array": return (listKind(of: dictionary, depth: depth), nil)
    case "dictionary", "dict": return (tableKind(of: dictionary, depth: depth), nil)
    default: return (.any, type.isEmpty ? .typeMissing : .typeUnknown(type))
    }
    reportUnused(base, of: dictionary)
    return (choiceKind(of: dictionary, base: base) ?? base, nil)
  }

  private func choiceKind(of dictionary: LocatedDictionary, base: ValueKind) -> ValueKind? {
    let titleKeyword = "pfm_range_list_titles"
    let titles = dictionary.values(titleKeyword).map(\.plainText)
    let choices = context.choices(
      "pfm_range_list",
      in: dictionary,
      titles: titles.isEmpty ? nil : titles,
      titleKeyword,
      base: base
    )
    let allowsOthers = dictionary.flag("pfm_range_list_allow_custom_value")
    return choices.map { .choice($0, others: allowsOthers ? base : nil) }
  }

  private func listKind(of dictionary: LocatedDictionary, depth: Int) -> ValueKind {
    let (minimum, maximum) = counts(of: dictionary)
    let limits = CollectionLimits(minimumCount: minimum ?? 0, maximumCount: maximum)
    let elements = dictionary.dictionaries("pfm_subkeys")
    guard !elements.isEmpty else { return .list(of: .any, limits) }
    // Several subkeys without names describe the kinds of elements. Where they have names and are not
    // all dictionaries, they are the members of each element, as some manifests write it.
    let areMembers =
      elements.count > 1 && elements.allSatisfy { $0.string("pfm_name")?.isEmpty == false }
      && !elements.allSatisfy { ["dictionary", "dict"].contains($0.string("pfm_type") ?? "") }
    if !areMembers, elements.contains(where: { $0.flag("pfm_sensitive") }) {
      context.log.hasSensitivePart = true
    }
    let kind =
      areMembers
      ? tableKind(of: dictionary, depth: depth)
      : .combined(elements.map { part($0, depth: depth) })
    if case .choice(let choices, nil) = kind { return .choices(choices, limits) }
    return .list(of: kind, limits)
  }

  private func tableKind(of dictionary: LocatedDictionary, depth: Int) -> ValueKind {
    var members: [TableMember] = []
    var names: Set<String> = []
    var others: ValueKind = .any
    for member in dictionary.dictionaries("pfm_subkeys") {
      guard let name = member.string("pfm_name") else { continue }
      // The member `{{key}}` stands for any name, and `{{value}}` for the values of such members.
      if name == "{{key}}" { continue }
      let kind = part(member, depth: depth)
      if name == "{{value}}" {
        if member.flag("pfm_sensitive") { context.log.hasSensitivePart = true }
        others = kind
        continue
      }
      guard names.insert(name).inserted else { continue }
      let tableMember = TableMember(
        name,
        title: title(of: member),
        help: help(of: member),
        kind: kind,
        defaultValue: member.members["pfm_default"].flatMap {
          context.fitting($0, kind, "pfm_default", pointer: member.pointer("pfm_default"))
        },
        isRequired: member.string("pfm_require") == "always"
      )
      members.append(member.flag("pfm_sensitive") ? tableMember.secret() : tableMember)
    }
    return members.isEmpty ? .dictionary(of: others) : .table(members, others: others)
  }

  /// Returns the kind of an element or member; "any" when it cannot be shown.
  private func part(_ dictionary: LocatedDictionary, depth: Int) -> ValueKind {
    let (kind, flaw) = kind(of: dictionary, depth: depth + 1)
    if let flaw { context.log.report(.partRaw(reason: "\(flaw)"), pointer: dictionary.pointer) }
    return kind
  }

  // MARK: - Limits

  private func wholeLimits(of dictionary: LocatedDictionary) -> NumberLimits<Int128> {
    let limits = NumberLimits(
      minimum: dictionary.wholeNumber("pfm_range_min"),
      maximum: dictionary.wholeNumber("pfm_range_max")
    )
    return checked(limits, dictionary).bounded
  }

  private func fractionLimits(of dictionary: LocatedDictionary) -> NumberLimits<Double> {
    let limits = NumberLimits(
      minimum: dictionary.number("pfm_range_min"),
      maximum: dictionary.number("pfm_range_max")
    )
    return checked(limits, dictionary)
  }

  private func checked<Number>(
    _ limits: NumberLimits<Number>,
    _ dictionary: LocatedDictionary
  ) -> NumberLimits<Number> {
    guard limits.isEmpty else { return limits }
    context.log.report(
      .keywordIgnored("pfm_range_min", reason: "no number is in the range"),
      pointer: dictionary.pointer("pfm_range_min")
    )
    return NumberLimits()
  }

  /// Returns the range of the length of a text, or of the number of a list's elements.
  private func counts(of dictionary: LocatedDictionary) -> (minimum: Int?, maximum: Int?) {
    let limits = NumberLimits(
      minimum: dictionary.wholeNumber("pfm_range_min"),
      maximum: dictionary.wholeNumber("pfm_range_max")
    )
    let sound = checked(limits, dictionary)
    return (
      sound.minimum.flatMap { Int(exactly: max(0, $0)) },
      sound.maximum.flatMap { Int(exactly: max(0, $0)) }
    )
  }

  private func textLimits(of dictionary: LocatedDictionary) -> TextLimits {
    let (minimum, maximum) = counts(of: dictionary)
    var limits = TextLimits(minimumLength: minimum ?? 0, maximumLength: maximum)
    guard let pattern = dictionary.string("pfm_format") else { return limits }
    if let flaw = TextPattern.flaw(in: pattern, .icu) {
      context.log.report(flaw, pointer: dictionary.pointer("pfm_format"))
    } else {
      limits.pattern = pattern
      limits.patternSyntax = .icu
    }
    return limits
  }

  /// Reports the limits that do not apply to a kind.
  private func reportUnused(_ kind: ValueKind, of dictionary: LocatedDictionary) {
    var unused: [String] = []
    switch kind {
    case .string: break
    case .integer, .real: unused = ["pfm_format"]
    default: unused = ["pfm_format", "pfm_range_min", "pfm_range_max"]
    }
    for keyword in unused where dictionary.has(keyword) {
      context.log.report(
        .keywordIgnored(keyword, reason: "it does not apply to \(kind.name)"),
        pointer: dictionary.pointer(keyword)
      )
    }
  }
}
