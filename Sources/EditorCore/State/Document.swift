public import Defaults
public import DefaultsSchema

/// The keys of one suite as they are shown: sections in order, and what is stored.
public struct Document: Sendable {
  /// The name of the suite.
  public let suiteName: String
  /// The name of the app, for people; the suite's name when no schema is known.
  public let title: String
  /// Whether a schema says what the keys mean.
  public let hasSchema: Bool
  /// Whether the stored values can be read and written.
  public var status: StoreStatus = StoreStatus()
  /// What there is to say about the schema when the suite is opened; nil for nothing.
  public var remark: String?
  /// Whether changes made elsewhere are looked for from time to time instead of being announced.
  public var isPolling: Bool = false

  private(set) var sections: [String]
  private(set) var items: [Item]
  private var indices: [Defaults.KeyName: Int] = [:]

  /// Creates the document of a suite whose keys a schema describes.
  ///
  /// Stored keys that the schema does not name are listed last.
  public init(schema: Schema, stored: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(schema: schema, layers: stored.mapValues { KeyLayers(stored: $0) })
  }

  /// Creates the document of a suite whose keys a schema describes, with all layers.
  public init(schema: Schema, layers: [Defaults.KeyName: KeyLayers]) {
    self.init(
      suiteName: schema.suite.name,
      title: schema.title,
      hasSchema: true,
      sections: schema.sections.map(\.title)
    )
    for (index, section) in schema.sections.enumerated() {
      for entry in section.entries {
        append(entry, section: index, isDeclared: true, layers[entry.key] ?? KeyLayers())
      }
    }
    let unknown = layers.filter { indices[$0.key] == nil }
    for (key, layers) in unknown.sorted(by: { $0.key < $1.key }) { insertUnknown(key, layers) }
  }

  /// Creates the document of a suite that no schema describes: kinds are those of what is stored.
  public init(suiteName: String, stored: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(suiteName: suiteName, layers: stored.mapValues { KeyLayers(stored: $0) })
  }

  /// Creates the document of a suite that no schema describes, with all layers.
  public init(suiteName: String, layers: [Defaults.KeyName: KeyLayers]) {
    self.init(suiteName: suiteName, title: suiteName, hasSchema: false, sections: [])
    for (key, layers) in layers.sorted(by: { $0.key < $1.key }) { insertUnknown(key, layers) }
  }

  private init(suiteName: String, title: String, hasSchema: Bool, sections: [String]) {
    self.suiteName = suiteName
    self.title = title
    self.hasSchema = hasSchema
    self.sections = sections
    items = []
  }

  /// Returns the place of a key among the items, or nil when it is not shown.
  func index(of key: Defaults.KeyName) -> Int? {
    indices[key]
  }

  /// Returns the item of a key, or nil when it is not shown.
  func item(_ key: Defaults.KeyName) -> Item? {
    indices[key].map { items[$0] }
  }

  /// Returns the character that shows the row's state without colour; `#` is for an edit that is
  /// not on disk.
  func mark(of item: Item) -> Character {
    isUncommitted(item) ? "#" : item.mark
  }

  /// Returns whether an edit of the item's key is not on disk, because the commit failed.
  func isUncommitted(_ item: Item) -> Bool {
    status.uncommittedKeys.contains(item.key)
  }

  /// Changes the item of a key, if it is shown.
  mutating func update(_ key: Defaults.KeyName, _ change: (inout Item) -> Void) {
    guard let index = indices[key] else { return }
    change(&items[index])
  }

  /// Takes over what the layers hold for a key now.
  ///
  /// A key that no schema declares appears and vanishes with its value, and its kind follows it.
  mutating func store(_ layers: KeyLayers, forKey key: Defaults.KeyName) {
    guard let index = indices[key] else {
      if !layers.isEmpty { insertUnknown(key, layers) }
      return
    }
    if items[index].isDeclared {
      items[index].store(layers)
    } else {
      let wasChangedElsewhere = items[index].isChangedElsewhere
      remove(at: index)
      if !layers.isEmpty {
        insertUnknown(key, layers)
        update(key) { $0.isChangedElsewhere = wasChangedElsewhere }
      }
    }
  }

  /// Takes over the values of an older document of the same suite, its status, and what was news
  /// in it.
  mutating func takeValues(of other: Document) {
    status = other.status
    // What came to be stored, and what went, since this document was made.
    for key in items.map(\.key) where other.item(key) == nil { store(KeyLayers(), forKey: key) }
    for item in other.items {
      store(item.layers, forKey: item.key)
      update(item.key) { $0.isChangedElsewhere = item.isChangedElsewhere }
    }
  }

  private mutating func append(
    _ entry: Entry,
    section: Int,
    isDeclared: Bool,
    _ layers: KeyLayers
  ) {
    indices[entry.key] = items.count
    items.append(Item(entry: entry, section: section, isDeclared: isDeclared, layers: layers))
  }

  /// Adds a key that no schema declares to the last section, in order of names.
  private mutating func insertUnknown(_ key: Defaults.KeyName, _ layers: KeyLayers) {
    guard let value = layers.stored ?? layers.others.first?.value else { return }
    let title = hasSchema ? "Not in the schema" : "Stored"
    let section = sections.firstIndex(of: title) ?? sections.count
    if section == sections.count { sections.append(title) }
    let entry = Entry(untypedKey: key.string, title: key.string, kind: .inferred(from: value))
    let place =
      items.firstIndex { $0.section == section && $0.key > key } ?? items.count
    items.insert(
      Item(entry: entry, section: section, isDeclared: false, layers: layers),
      at: place
    )
    reindex(from: place)
  }

  private mutating func remove(at index: Int) {
    indices[items[index].key] = nil
    let section = items[index].section
    items.remove(at: index)
    if !items.contains(where: { $0.section == section }), section == sections.count - 1 {
      sections.removeLast()
    }
    reindex(from: index)
  }

  private mutating func reindex(from start: Int) {
    for index in items.indices[start...] { indices[items[index].key] = index }
  }
}
