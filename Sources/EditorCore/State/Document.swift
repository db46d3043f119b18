import DefaultsCore
import DefaultsSchema

/// The keys of one suite as they are shown: the sections in order, and the stored values.
///
/// A suite may hold 100,000 keys, and all of them may change at any time. So no operation on one key
/// may iterate over the others, and a key that is not on the screen must use little memory.
///
/// **Storage.** Each key has a ``Record`` in the flat array `records`; its index is the ``Slot``. The
/// records of declared keys come first, in the order of the schema, and never move, so the entry of a
/// record is found by index in the schema's own arrays. The records of undeclared keys follow in any
/// order. `undeclared` holds their slots, sorted by key. Inserting a key there moves four bytes for each
/// later key and changes no other slot. The dictionary `slots` finds the slot of a key.
///
/// **Order.** ``precedes(_:_:)`` compares two slots without a table of positions: by number if both are
/// declared, a declared one before an undeclared one, and by key if both are undeclared. A table of
/// positions would have to be rewritten after each insertion.
///
/// **Values.** The values of undeclared keys are decoded when they are read, from `snapshot` (the
/// values of the suite when the document was made), until the key changes. The values of visible rows
/// are kept (``keepValue(at:)``), because a value of a megabyte takes a tenth of a second to decode. The
/// values of declared keys are decoded at once, because each is checked against the schema.
///
/// **Entries.** The entry of an undeclared key is computed from its key and value when an item is read,
/// that is, for the rows on the screen. It is never stored.
///
/// Invariants: `slots` contains exactly the keys that are not removed; `undeclared` is sorted and
/// contains no removed slot; `counts` is the sum over all records that are not removed. A removed slot
/// goes to `freeSlots` only when no other table of the document contains it.
public struct Document: Sendable {
  /// The name of the suite.
  public let suiteName: String
  /// The name of the app, for people; the suite's name when no schema is known.
  public let title: String
  /// Whether a schema describes the keys.
  public let hasSchema: Bool
  /// Whether the schema says that it has all keys of the suite.
  let declaresEveryKey: Bool
  /// Whether all values are secrets, because the suite is for secrets.
  let holdsSecrets: Bool
  /// Whether the stored values can be read and written.
  var status: StoreStatus = StoreStatus()
  /// A sentence about the schema, for the notice when the suite is opened; nil for none.
  public var remark: String?
  /// Whether changes by other programs are detected by polling.
  public var isPolling: Bool = false
  /// The path of the file of the user layer, for people; nil if the document has no suite.
  var location: String?
  /// The place to go to when the values have been read; nil to begin at the first key.
  var place: RememberedPlace?
  /// The bookmarks and the last changes.
  var annotations: KeyAnnotations = KeyAnnotations()
  /// The layer of the file that holds the stored values.
  var layer: Defaults.Layer = .user
  /// Why the file could not be written when it was read; nil if it could, or has been since.
  var writeObstacle: StoreStatus.Failure?
  /// Whether the values have not been read yet; the document has no keys until then.
  var isLoading: Bool = false

  /// The keys that conditions of the app disable or hide now; change it with `setAvailability`.
  private(set) var availability: KeyAvailability = KeyAvailability()

  /// The titles of the sections; the section of the undeclared keys is last, if there are any.
  private(set) var sections: [String]
  /// The number of keys with each property, in all sections.
  private(set) var counts: Counts = Counts()

  /// The sections of the schema; empty without one.
  let schemaSections: [Section]
  /// The words that the titles of each section of the schema share with its heading.
  let sharedWords: [SharedWords]
  /// The declared keys with the title of another one of their section.
  private let titleSharers: Set<Slot>
  /// The slot of the first entry of each section of the schema.
  private let sectionStarts: [Int]
  /// The defaults of the declared keys, by slot.
  private let defaults: [Defaults.StoredValue?]
  /// The values of the records whose value has not been decoded yet.
  private let snapshot: Defaults.StoredValues
  /// The records by slot.
  private var records: [Record]
  /// The slot of each key.
  private var slots: [Defaults.KeyName: Slot]
  /// The slots of the undeclared keys, sorted by key.
  private var undeclared: [Slot] = []
  /// The slots of removed keys, to be used again.
  private var freeSlots: [Slot] = []

  /// Creates a document from the contents of a suite; `schema` is nil if no schema describes it.
  init(
    suiteName: String,
    title: String,
    schema: [Section]?,
    declaresEveryKey: Bool = false,
    holdsSecrets: Bool = false,
    _ contents: SuiteContents
  ) {
    self.suiteName = suiteName
    self.title = title
    hasSchema = schema != nil
    self.declaresEveryKey = declaresEveryKey
    self.holdsSecrets = holdsSecrets
    schemaSections = schema ?? []
    sections = schemaSections.map(\.title)
    sharedWords = schemaSections.map {
      SharedWords($0, heading: $0.title.isEmpty ? title : $0.title)
    }
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
    var sharers: Set<Slot> = []
    for (index, section) in schemaSections.enumerated() {
      starts.append(records.count)
      var titles: [String: Slot] = [:]
      for (number, entry) in section.entries.enumerated() {
        let slot = Slot(records.count + number)
        if let other = titles.updateValue(slot, forKey: entry.title) {
          sharers.formUnion([slot, other])
        }
      }
      for entry in section.entries {
        var record = Record(key: entry.key, section: index, isDiscouraged: entry.isDiscouraged)
        if let layers = contents[entry.key] { record.store(layers, checkedBy: entry) }
        add(record)
        defaults.append(entry.defaultValue)
      }
    }
    sectionStarts = starts
    titleSharers = sharers
    self.defaults = defaults
    // `keys` is sorted, so `undeclared` is sorted too. Later keys are inserted in order.
    snapshot = contents.stored
    records.reserveCapacity(keys.count)
    undeclared.reserveCapacity(keys.count)
    for key in keys where defaults.isEmpty || slots[key] == nil {
      var record = Record(key: key, section: schemaSections.count, isSecret: holdsSecrets)
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

  /// Returns the heading of a section: its title or, without one, the title of the suite.
  func heading(ofSection section: Int) -> String {
    [sections[section], title].first { !$0.isEmpty } ?? suiteName
  }

  /// Adds or removes the section of the undeclared keys, which exists only while there are any.
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
  /// The number of keys that are shown.
  var count: Int { defaults.count + undeclared.count }

  /// The number of shown keys that no schema declares.
  var undeclaredCount: Int { undeclared.count }

  /// The number of records, removed ones included; every slot's index is less than this.
  var capacity: Int { records.count }

  /// All slots in the order in which they are shown; costs a copy of `undeclared`.
  var order: [Slot] { (0..<defaults.count).map(Slot.init) + undeclared }

  /// Returns the slot of a key; nil if the key is not shown.
  func slot(of key: Defaults.KeyName) -> Slot? { slots[key] }

  /// Returns the slot at an index of ``order``.
  func slot(at index: Int) -> Slot {
    index < defaults.count ? Slot(index) : undeclared[index - defaults.count]
  }

  /// Returns the index of a key in ``order``; nil if the key is not shown.
  ///
  /// Takes logarithmic time.
  func index(of key: Defaults.KeyName) -> Int? {
    guard let slot = slots[key] else { return nil }
    guard !isDeclared(slot) else { return slot.index }
    return defaults.count + undeclared.partitionPoint { precedes($0, slot) }
  }

  /// Returns the item of a key; nil if the key is not shown.
  func item(_ key: Defaults.KeyName) -> Item? {
    slots[key].map(item(at:))
  }

  /// Returns whether an edit of the item's key is not on disk, because a commit failed.
  func isUncommitted(_ item: Item) -> Bool {
    status.uncommittedKeys.contains(item.key)
  }

  /// Returns the record of a slot, with its value decoded.
  func record(at slot: Slot) -> Record {
    var record = records[slot.index]
    record.read(from: snapshot)
    return record
  }

  // Single properties of a record. Copying the whole record would retain and release its key and
  // values, which takes longer than the rest of a filter's check of one key.

  func key(at slot: Slot) -> Defaults.KeyName { records[slot.index].key }
  func section(of slot: Slot) -> Int { Int(records[slot.index].section) }
  func isSet(_ slot: Slot) -> Bool { records[slot.index].isSet }
  func isLocked(_ slot: Slot) -> Bool { records[slot.index].isLocked }
  func isInvalid(_ slot: Slot) -> Bool { records[slot.index].isInvalid }
  func isUnread(_ slot: Slot) -> Bool { records[slot.index].isUnread }
  func isWithheld(_ slot: Slot) -> Bool { records[slot.index].isWithheld }
  func isRemoved(_ slot: Slot) -> Bool { records[slot.index].isRemoved }
  func isConcealed(_ slot: Slot) -> Bool { records[slot.index].isConcealed }

  /// Adds a key to the counts of its section.
  func add(_ slot: Slot, to groups: inout [Counts]) {
    groups[section(of: slot)].add(records[slot.index])
  }

  /// Returns whether the schema declares the key.
  func isDeclared(_ slot: Slot) -> Bool { slot.index < defaults.count }

  /// Returns whether another key of the section has the same title.
  func sharesTitle(_ slot: Slot) -> Bool { titleSharers.contains(slot) }

  /// Returns the item of a slot.
  func item(at slot: Slot) -> Item {
    item(record(at: slot), at: slot)
  }

  /// Returns the item for a record of the slot, which may be an earlier record than the present one.
  func item(_ record: Record, at slot: Slot) -> Item {
    let isDeclared = isDeclared(slot)
    var item = Item(
      record,
      entry: isDeclared ? declaredEntry(at: slot) : nil,
      defaultValue: isDeclared ? defaults[slot.index] : nil
    )
    item.layerOfFile = layer
    item.isBookmarked = annotations.bookmarks.contains(record.key)
    if isDeclared { item.disabledReason = availability.disabledReason(of: record.key) }
    return item
  }

  /// Returns the entry of a declared key.
  func declaredEntry(at slot: Slot) -> Entry {
    let section = section(of: slot)
    return schemaSections[section].entries[slot.index - sectionStarts[section]]
  }

  /// Returns whether one slot is shown before another; see "Order" in the type's comment.
  func precedes(_ left: Slot, _ right: Slot) -> Bool {
    guard !isDeclared(left), !isDeclared(right) else { return left.number < right.number }
    return records[left.index].key < records[right.index].key
  }
}

// MARK: - Changing

extension Document {
  /// Replaces the values of a key in all layers.
  ///
  /// An undeclared key is inserted with its first value and removed with its last one.
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

  /// Applies several changes, in order.
  ///
  /// The new keys are sorted and merged into `undeclared` once at the end, so a change of all keys
  /// costs one pass instead of one insertion for each key.
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
    // Not before the merge: a slot that was used again would be in `undeclared` twice.
    freeSlots += removed
    updateUndeclaredSection()
    return result
  }

  /// Decodes the value of a key, so that reading it again costs nothing.
  mutating func keepValue(at slot: Slot) {
    if isUnread(slot) { records[slot.index].read(from: snapshot) }
    if !isDeclared(slot) { records[slot.index].examine() }
  }

  /// Sets or removes the mark that another program has changed the key.
  mutating func setChangedElsewhere(_ isChanged: Bool, _ key: Defaults.KeyName) {
    guard let slot = slots[key], records[slot.index].isChangedElsewhere != isChanged else { return }
    records[slot.index].isChangedElsewhere = isChanged
    counts.changedElsewhere += isChanged ? 1 : -1
  }

  /// Replaces the keys that conditions of the app disable or hide.
  mutating func setAvailability(_ new: KeyAvailability) {
    for key in availability.hiddenKeys.symmetricDifference(new.hiddenKeys) {
      guard let slot = slots[key] else { continue }
      counts.remove(records[slot.index])
      records[slot.index].isConcealed = new.hiddenKeys.contains(key)
      counts.add(records[slot.index])
    }
    availability = new
  }

  /// Replaces the lock of all keys for those without a value, of which no change is reported.
  mutating func lockUnsetKeys(with lock: Defaults.Lock?, insteadOf old: Defaults.Lock?) {
    for slot in (0..<defaults.count).map(Slot.init) {
      let layers = records[slot.index].layers
      guard layers.isEmpty, layers.lock == old else { continue }
      _ = replace(KeyLayers(lock: lock), forKey: key(at: slot))
    }
  }

  /// Changes, inserts or removes the record of a key, but does not change `undeclared`.
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

  /// Adds a record in a free slot, or in a new one at the end.
  private mutating func insert(_ key: Defaults.KeyName, _ layers: KeyLayers) -> Slot {
    var record = Record(key: key, section: schemaSections.count, isSecret: holdsSecrets)
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
