import DefaultsCore

extension SchemaFormat {
  /// The settings bundle of an iOS app.
  public static let settingsBundle = SchemaFormat(plural: "settings bundles")
}

/// A reader for the settings bundle of an iOS app, with its panes and translations.
struct SettingsBundleReader: SchemaReader {
  static let format = SchemaFormat.settingsBundle

  /// The largest number of panes that are read.
  private static let mostPanes = 100

  private let context: ReadingContext
  private let languages: [String]
  /// The sections in order, filled while the panes are read.
  private var sections: [(title: String, help: String, entries: [Entry])] = []
  /// The panes that were read; each is read once, since panes may refer to one another in a cycle.
  private var seenPanes: Set<String> = []

  static func recognises(_ content: SchemaContent, named name: String) -> Bool {
    content.propertyList?.has("PreferenceSpecifiers") == true
  }

  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema? {
    guard let root = content.propertyList else { return nil }
    var reader = SettingsBundleReader(context)
    reader.readPane(root, title: "", file: "Root")
    let name = context.document.name
    let bundle = name.hasSuffix(".bundle") ? String(name.dropLast(".bundle".count)) : name
    return context.schema(
      suiteName: root.string("ApplicationGroupContainerIdentifier")
        ?? SuiteName.made(from: bundle),
      title: bundle,
      sections: reader.sections.map {
        Section(title: $0.title, help: $0.help, entries: $0.entries)
      }
    )
  }

  private init(_ context: ReadingContext) {
    self.context = context
    languages = (context.options.languages + ["en"]).flatMap(Translations.names)
      .flatMap { $0.contains("_") ? [$0] : [$0, Self.withScript($0)] }
  }

  /// Returns the name of a language's directory: Chinese is named by its script.
  private static func withScript(_ language: String) -> String {
    switch language.lowercased() {
    case "zh-cn", "zh-sg", "zh": "zh-Hans"
    case "zh-tw", "zh-hk", "zh-mo": "zh-Hant"
    default: language
    }
  }

  // MARK: - Panes

  private mutating func readPane(_ pane: LocatedDictionary, title: String, file: String) {
    seenPanes.insert(file)
    let texts = texts(pane.string("StringsTable") ?? file)
    sections.append((title, "", []))
    for dictionary in pane.dictionaries("PreferenceSpecifiers") {
      switch dictionary.string("Type") {
      case "PSGroupSpecifier":
        let heading = text(dictionary, "Title", texts)
        sections.append(
          (heading.isEmpty ? title : heading, text(dictionary, "FooterText", texts), [])
        )
      case "PSChildPaneSpecifier":
        readChild(dictionary, texts)
      default:
        readKey(dictionary, texts)
      }
    }
  }

  private mutating func readChild(_ dictionary: LocatedDictionary, _ texts: [String: String]) {
    guard let file = dictionary.string("File"), !seenPanes.contains(file) else { return }
    guard seenPanes.count < Self.mostPanes else { return }
    let name = "\(file).plist"
    // A missing pane has no keys. Some apps create their panes only when they are built.
    guard let bytes = context.document.companion(name) else {
      context.log.report(
        .companionUnusable(file: name, reason: "it is not there"),
        pointer: dictionary.pointer
      )
      return
    }
    do throws(PropertyListError) {
      let values = try PropertyListDocument(parsing: bytes).values
      let pane = LocatedDictionary(members: values, pointer: "/\(file)")
      readPane(pane, title: text(dictionary, "Title", texts), file: file)
    } catch {
      context.log.report(
        .companionUnusable(file: name, reason: "\(error)"),
        pointer: dictionary.pointer
      )
    }
  }

  // MARK: - Texts

  /// Returns the texts of a pane in the first language that has them.
  private func texts(_ table: String) -> [String: String] {
    for language in languages {
      guard let bytes = context.document.companion("\(language).lproj/\(table).strings") else {
        continue
      }
      do throws(PropertyListError) {
        return try StringsFile.texts(in: bytes)
      } catch {
        let file = "\(language).lproj/\(table).strings"
        context.log.report(.companionUnusable(file: file, reason: "\(error)"), pointer: "")
      }
    }
    return [:]
  }

  private func text(
    _ dictionary: LocatedDictionary,
    _ name: String,
    _ texts: [String: String]
  ) -> String {
    guard let key = dictionary.string(name) else { return "" }
    return context.clean(texts[key] ?? key, name, pointer: dictionary.pointer(name))
  }

  // MARK: - Keys

  private mutating func readKey(_ dictionary: LocatedDictionary, _ texts: [String: String]) {
    guard let key = dictionary.string("Key") else { return }
    let type = dictionary.string("Type") ?? ""
    guard let kind = kind(of: dictionary, type, texts) else {
      // Before the key is admitted, so that a later control for the same key can have an entry.
      context.omit(key, "a control of the type \"\(type)\" cannot be shown")
      context.log.report(
        .note("a control of the type \"\(type)\" cannot be shown"),
        pointer: dictionary.pointer
      )
      return
    }
    guard context.admits(key, pointer: dictionary.pointer) else { return }
    context.log.key = key
    defer { context.log.key = nil }
    let title = text(dictionary, "Title", texts)
    var entry = Entry(
      untypedKey: key,
      title: title.isEmpty ? KeyTitle.derived(from: key) : CleanText.line(title),
      kind: kind,
      defaultValue: dictionary.members["DefaultValue"].flatMap {
        context.fitting($0, kind, "DefaultValue", pointer: dictionary.pointer("DefaultValue"))
      }
    )
    entry.isReadOnly = type == "PSTitleValueSpecifier"
    entry.isSecret = dictionary.flag("IsSecure")
    entry.placeholder = text(dictionary, "IASKPlaceholder", texts)
    let subtitle = text(dictionary, "IASKSubtitle", texts)
    entry.help = subtitle
    sections[sections.count - 1].entries.append(entry)
  }

  private func kind(
    of dictionary: LocatedDictionary,
    _ type: String,
    _ texts: [String: String]
  ) -> ValueKind? {
    switch type {
    case "PSToggleSwitchSpecifier": toggleKind(of: dictionary)
    case "PSSliderSpecifier":
      .real(
        NumberLimits(
          minimum: dictionary.number("MinimumValue"),
          maximum: dictionary.number("MaximumValue")
        )
      )
    case "PSTextFieldSpecifier": textKind(of: dictionary)
    case "PSMultiValueSpecifier", "PSRadioGroupSpecifier":
      choiceKind(of: dictionary, texts) ?? .any
    case "PSTitleValueSpecifier":
      choiceKind(of: dictionary, texts)
        ?? dictionary.members["DefaultValue"].map(ValueKind.inferred) ?? .string(TextLimits())
    case "IASKTextViewSpecifier": .string(TextLimits(isMultiline: true))
    case "IASKDatePickerSpecifier", "IASKDatePicker": .date
    default: nil
    }
  }

  /// Returns the kind of a switch: a flag, or a choice when it names the two values it stores.
  private func toggleKind(of dictionary: LocatedDictionary) -> ValueKind {
    guard let on = dictionary.members["TrueValue"], let off = dictionary.members["FalseValue"],
      on != .bool(true) || off != .bool(false), on != off
    else { return .bool }
    return .choice([Choice(off, title: "Off"), Choice(on, title: "On")])
  }

  /// Returns the kind of a text field; it stores text with every keyboard.
  private func textKind(of dictionary: LocatedDictionary) -> ValueKind {
    switch dictionary.string("KeyboardType") {
    case "NumberPad":
      .string(TextLimits(pattern: "^[0-9]*$", patternMessage: "use digits alone"))
    case "URL" where dictionary.string("DefaultValue")?.contains("://") ?? true:
      .url
    default:
      .string(TextLimits())
    }
  }

  private func choiceKind(of dictionary: LocatedDictionary, _ texts: [String: String]) -> ValueKind?
  {
    let choices = context.choices(
      "Values",
      in: dictionary,
      titles: dictionary.values("Titles").map { texts[$0.plainText] ?? $0.plainText },
      "Titles",
      base: .common(to: dictionary.values("Values"))
    )
    return choices.map { .choice($0) }
  }
}
