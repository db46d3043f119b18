public import Defaults
public import DefaultsSchema

/// The keys of one suite as they are shown: the sections in order, and what is stored.
///
/// A suite may hold 100,000 keys, and every one of them may change at any time. So no operation on
/// one key may walk over the others, and a key that is not on the screen must cost little memory.
///
/// Each key has a ``Record`` in one flat array. The records of declared keys come first, in the
/// order of the schema, and never move: the entry of a record is found by its number, in the
/// schema's own array. Records of undeclared keys follow in any order; their slots are in
/// `undeclared`, sorted by key. Inserting a key there moves four bytes for each later key, not a
/// record, and no other slot changes its number. `slots` finds the slot of a key.
///
/// So the order of two slots can be computed from them alone (``precedes(_:_:)``): by number if
/// both are declared, declared before undeclared, and by key if both are undeclared. No table of
/// positions has to be kept, which an insertion would make wrong for all keys after it.
///
/// The values of undeclared keys are decoded when they are read: from `snapshot`, the values of the
/// suite when the document was made, until the key changes. Those of declared keys are decoded at
/// once, because each is checked against the schema.
///
/// An entry of an undeclared key has nothing that its key and value do not have. It is made when an
/// item is read, for the rows on the screen, and is never stored.
public struct Document: Sendable {
  /// The name of the suite.
  public let suiteName: String
  /// The name of the app, for people; the suite's name when no schema is known.
  public let title: String
  /// Whether a schema describes the keys.
  public let hasSchema: Bool
  /// Whether the stored values can be read and written.
  public var status: StoreStatus = StoreStatus()
  /// A sentence about the schema, shown when the suite is opened; nil for none.
  public var remark: String?
  /// Whether changes by other programs are detected by polling.
  public var isPolling: Bool = false
  /// Whether the values are still being read, so that no key is known yet.
  var isLoading: Bool = false

  /// The titles of the sections.
  private(set) var sections: [String]
  /// How many keys have which property.
  private(set) var counts: Counts = Counts()

  /// The sections of the schema; empty without one.
  private let schemaSections: [Section]
  /// The slot of the first entry of each section of the schema.
  private let sectionStarts: [Int]
  /// The defaults of the declared keys, by slot.
  private let defaults: [Defaults.StoredValue?]
  /// The values of the records whose value was not read yet.
  private let snapshot: Defaults.StoredValues
  private var records: [Record]
  private var slots: [Defaults.KeyName: Slot]
  /// The slots of the undeclared keys, sorted by key.
  private var undeclared: [Slot] = []
  /// The slots of removed keys, which are used again.
  private var freeSlots: [Slot] = []

  /// Creates the document of a suite whose keys a schema describes.
  ///
  /// Stored keys that the schema does not name are listed last.
  public init(schema: Schema, stored: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(schema: schema, SuiteContents(stored: Defaults.StoredValues(stored)))
  }

  /// Creates the document of a suite whose keys a schema describes, with all layers.
  public init(schema: Schema, layers: [Defaults.KeyName: KeyLayers]) {
    self.init(schema: schema, SuiteContents(layered: layers))
  }

  /// Creates the document of a suite that no schema describes: kinds are those of what is stored.
  public init(suiteName: String, stored: [Defaults.KeyName: Defaults.StoredValue]) {
    self.init(suiteName: suiteName, SuiteContents(stored: Defaults.StoredValues(stored)))
  }

  /// Creates the document of a suite that no schema describes, with all layers.
  public init(suiteName: String, layers: [Defaults.KeyName: KeyLayers]) {
    self.init(suiteName: suiteName, SuiteContents(layered: layers))
  }

  init(schema: Schema, _ contents: SuiteContents) {
    self.init(
      suiteName: schema.suite.name,
      title: schema.title,
      schema: schema.sections,
      contents
    )
  }

  init(suiteName: String, _ contents: SuiteContents) {
    self.init(suiteName: suiteName, title: suiteName, schema: nil, contents)
  }

  /// Creates the document of a suite whose values are still being read.
  static func opening(suiteName: String, title: String) -> Document {
    var document = Document(suiteName: suiteName, title: title, schema: [], SuiteContents())
    document.isLoading = true
    return document
  }

  private init(
    suiteName: String,
    title: String,
    schema: [Section]?,
    _ contents: SuiteContents
  ) {
    self.suiteName = suiteName
    self.title = title
    hasSchema = schema != nil
    schemaSections = schema ?? []
    sections = schemaSections.map(\.title)
    var starts: [Int] = []
    var records: [Record] = []
    var defaults: [Defaults.StoredValue?] = []
    let keys = contents.sortedKeys()
    var slots = Dictionary<Defaults.KeyName, Slot>(minimumCapacity: keys.count)
    var counts = Counts()
    @discardableResult func add(_ record: Record) -> Slot {
      let slot = Slot(records.count)
      slots[record.key] = slot
      counts.add(record)
      records.append(record)
      return slot
    }
    for (index, section) in schemaSections.enumerated() {
      starts.append(records.count)
      for entry in section.entries {
        var record = Record(key: entry.key, section: index, isDiscouraged: entry.isDiscouraged)
        if let layers = contents[entry.key] { record.store(layers, checkedBy: entry) }
        add(record)
        defaults.append(entry.defaultValue)
      }
    }
    sectionStarts = starts
    self.defaults = defaults
    // The keys are sorted once; from here on, they are inserted where they belong.
    snapshot = contents.stored
    records.reserveCapacity(keys.count)
    undeclared.reserveCapacity(keys.count)
    for key in keys where defaults.isEmpty || slots[key] == nil {
      var record = Record(key: key, section: schemaSections.count)
      if let layers = contents.layered[key] {
        record.store(layers, checkedBy: nil)
      } else {
        record.setUnread()
      }
      undeclared.append(add(record))
    }
    self.records = records
    self.slots = slots
    self.counts = counts
    updateUndeclaredSection()
  }

  /// The heading of the undeclared keys exists while there are such keys.
  private mutating func updateUndeclaredSection() {
    let isTitled = sections.count > schemaSections.count
    if undeclared.isEmpty, isTitled { sections.removeLast() }
    if !undeclared.isEmpty, !isTitled {
      sections.append(hasSchema ? "Not in the schema" : "Stored")
    }
  }
}

// MARK: - Reading

extension Document {
  /// How many keys are shown.
  var count: Int { defaults.count + undeclared.count }

  /// How many keys are shown that no schema declares.
  var undeclaredCount: Int { undeclared.count }

  /// The length of the storage: every slot's number is below it.
  var capacity: Int { records.count }

  /// The items in the order in which they are shown.
  var items: ItemList { ItemList(document: self) }

  /// All slots in the order in which they are shown.
  var order: [Slot] { (0..<defaults.count).map(Slot.init) + undeclared }

  func slot(of key: Defaults.KeyName) -> Slot? { slots[key] }

  func slot(at place: Int) -> Slot {
    place < defaults.count ? Slot(place) : undeclared[place - defaults.count]
  }

  /// Returns the place of a key among the items, or nil when it is not shown.
  func index(of key: Defaults.KeyName) -> Int? {
    guard let slot = slots[key] else { return nil }
    guard !isDeclared(slot) else { return slot.index }
    return defaults.count + undeclared.partitionPoint { precedes($0, slot) }
  }

  /// Returns the item of a key, or nil when it is not shown.
  func item(_ key: Defaults.KeyName) -> Item? {
    slots[key].map(item(at:))
  }

  /// Returns whether an edit of the item's key is not on disk, because the commit failed.
  func isUncommitted(_ item: Item) -> Bool {
    status.uncommittedKeys.contains(item.key)
  }

  /// Returns what is stored for a key, with its value.
  func record(at slot: Slot) -> Record {
    var record = records[slot.index]
    record.read(from: snapshot)
    return record
  }

  // Parts of a record. A copy of the whole record would retain its key and its values.

  func key(at slot: Slot) -> Defaults.KeyName { records[slot.index].key }
  func section(of slot: Slot) -> Int { Int(records[slot.index].section) }
  func isSet(_ slot: Slot) -> Bool { records[slot.index].isSet }
  func isLocked(_ slot: Slot) -> Bool { records[slot.index].isLocked }
  func isInvalid(_ slot: Slot) -> Bool { records[slot.index].isInvalid }
  func isWithheld(_ slot: Slot) -> Bool { records[slot.index].isWithheld }
  func isRemoved(_ slot: Slot) -> Bool { records[slot.index].isRemoved }

  /// Counts a key in its section.
  func add(_ slot: Slot, to groups: inout [Counts]) {
    groups[section(of: slot)].add(records[slot.index])
  }

  func isDeclared(_ slot: Slot) -> Bool { slot.index < defaults.count }

  func item(at slot: Slot) -> Item {
    item(record(at: slot), at: slot)
  }

  /// Returns the item that the key of a slot has with a record, which may be an earlier one.
  func item(_ record: Record, at slot: Slot) -> Item {
    guard isDeclared(slot) else { return Item(undeclared: record) }
    return Item(record, entry: declaredEntry(at: slot), defaultValue: defaults[slot.index])
  }

  private func declaredEntry(at slot: Slot) -> Entry {
    let section = section(of: slot)
    return schemaSections[section].entries[slot.index - sectionStarts[section]]
  }

  /// Returns whether one slot is shown before another, by the rule in the text above.
  func precedes(_ left: Slot, _ right: Slot) -> Bool {
    guard !isDeclared(left), !isDeclared(right) else { return left.number < right.number }
    return records[left.index].key < records[right.index].key
  }
}

// MARK: - Changing

extension Document {
  /// What a change did to the keys that are shown.
  enum Outcome: Hashable, Sendable {
    /// The key is neither declared nor stored.
    case nothing
    case updated(Slot)
    case inserted(Slot)
    case removed(Slot)
  }

  /// A change and its outcome, with the record before and after it; nil where there is none.
  struct AppliedChange: Sendable {
    let change: Action.Change
    let outcome: Outcome
    let before: Record?
    let after: Record?
  }

  /// Replaces what the layers hold for a key.
  ///
  /// An undeclared key is inserted with its first value and removed with its last, and its kind is
  /// that of its value.
  @discardableResult
  mutating func store(_ layers: KeyLayers, forKey key: Defaults.KeyName) -> Outcome {
    let outcome = replace(layers, forKey: key)
    switch outcome {
    case .inserted(let slot):
      undeclared.insert(slot, at: undeclared.partitionPoint { precedes($0, slot) })
    case .removed(let slot):
      undeclared.remove(at: undeclared.partitionPoint { precedes($0, slot) })
      freeSlots.append(slot)
    case .nothing, .updated:
      return outcome
    }
    updateUndeclaredSection()
    return outcome
  }

  /// Replaces what the layers hold for many keys, in their order.
  ///
  /// The order of the undeclared keys is made again once, by merging, so that a change of all keys
  /// costs one pass and not one insertion for each.
  mutating func store(_ changes: [Action.Change]) -> [AppliedChange] {
    var result: [AppliedChange] = []
    result.reserveCapacity(changes.count)
    var inserted: [Slot] = []
    var removed: [Slot] = []
    for change in changes {
      let before = slots[change.key].map(record(at:))
      let outcome: Outcome
      if changes.count == 1 {
        outcome = store(change.layers, forKey: change.key)
      } else {
        outcome = replace(change.layers, forKey: change.key)
        if case .inserted(let slot) = outcome { inserted.append(slot) }
        if case .removed(let slot) = outcome { removed.append(slot) }
      }
      let after = slots[change.key].map(record(at:))
      result.append(AppliedChange(change: change, outcome: outcome, before: before, after: after))
    }
    guard !inserted.isEmpty || !removed.isEmpty else { return result }
    undeclared.removeAll(where: isRemoved)
    inserted.removeAll(where: isRemoved)
    undeclared.merge(inserted.sorted(by: precedes), by: precedes)
    // Only now: in between, a removed slot must not become that of another key.
    freeSlots += removed
    updateUndeclaredSection()
    return result
  }

  /// Sets whether another program changed a key that was not looked at since.
  mutating func setChangedElsewhere(_ isChanged: Bool, _ key: Defaults.KeyName) {
    guard let slot = slots[key], records[slot.index].isChangedElsewhere != isChanged else { return }
    records[slot.index].isChangedElsewhere = isChanged
    counts.changedElsewhere += isChanged ? 1 : -1
  }

  /// Copies the values, marks and status of an older document of the same suite.
  mutating func copyValues(from other: Document) {
    status = other.status
    var changes: [Action.Change] = []
    func change(_ key: Defaults.KeyName, _ layers: KeyLayers) {
      changes.append(
        .init(suiteName: suiteName, key: key, layers: layers, isElsewhere: false)
      )
    }
    // Keys whose last value was removed since this document was made.
    for slot in order where other.slots[key(at: slot)] == nil {
      change(key(at: slot), KeyLayers())
    }
    for slot in other.order {
      let record = other.record(at: slot)
      change(record.key, record.layers)
    }
    _ = store(changes)
    for slot in other.order {
      let record = other.record(at: slot)
      setChangedElsewhere(record.isChangedElsewhere, record.key)
    }
  }

  /// Changes the record of a key, or inserts or removes it, but leaves the order as it is.
  private mutating func replace(_ layers: KeyLayers, forKey key: Defaults.KeyName) -> Outcome {
    guard let slot = slots[key] else {
      return layers.isEmpty ? .nothing : .inserted(insert(key, layers))
    }
    counts.remove(records[slot.index])
    guard isDeclared(slot) || !layers.isEmpty else {
      slots[key] = nil
      records[slot.index].remove()
      return .removed(slot)
    }
    records[slot.index].store(layers, checkedBy: isDeclared(slot) ? declaredEntry(at: slot) : nil)
    counts.add(records[slot.index])
    return .updated(slot)
  }

  private mutating func insert(_ key: Defaults.KeyName, _ layers: KeyLayers) -> Slot {
    var record = Record(key: key, section: schemaSections.count)
    record.store(layers, checkedBy: nil)
    counts.add(record)
    let slot: Slot
    if let free = freeSlots.popLast() {
      slot = free
      records[slot.index] = record
    } else {
      slot = Slot(records.count)
      records.append(record)
    }
    slots[key] = slot
    return slot
  }
}
