import DefaultsCore

// The place as values of the memory of a suite. Each bookmark is a value of its own, so two editors of
// one suite do not remove each other's bookmarks. The filter is not stored: after a restart, nobody
// remembers why keys are missing from the list.
extension RememberedPlace {
  /// The names of the values.
  private enum Name {
    static let order: Defaults.KeyName = "order"
    static let folded: Defaults.KeyName = "folded"
    static let selection: Defaults.KeyName = "selection"
    static let filters: Defaults.KeyName = "filters"
    /// The start of the name of a bookmark, before the key.
    static let bookmark = "bookmark\n"
  }

  /// Creates a place from its values; nil if there is none.
  ///
  /// A value of an unexpected type counts as missing.
  init?(stored values: [Defaults.KeyName: Defaults.StoredValue]) {
    guard !values.isEmpty else { return nil }
    self.init(
      order: values[Name.order]?.text.flatMap(ListOrder.init),
      folded: Set(Self.texts(values[Name.folded])),
      selection: values[Name.selection]?.text.map { Defaults.KeyName($0) },
      bookmarks: Set(
        values.keys.map(\.string).filter { $0.hasPrefix(Name.bookmark) }
          .map { Defaults.KeyName(String($0.dropFirst(Name.bookmark.count))) }
      ),
      filters: Self.texts(values[Name.filters]).suffix(Self.filterLimit)
    )
  }

  /// Returns the values to store, by name, without texts that are secret.
  func stored(isSecret: (String) -> Bool) -> [Defaults.KeyName: Defaults.StoredValue] {
    var values: [Defaults.KeyName: Defaults.StoredValue] = [:]
    func add(_ texts: [String], _ name: Defaults.KeyName) {
      if !texts.isEmpty { values[name] = .array(texts.map { .string($0) }) }
    }
    values[Name.order] = order.map { .string($0.rawValue) }
    add(folded.sorted(), Name.folded)
    values[Name.selection] = selection.map { .string($0.string) }
    add(filters.filter { !isSecret($0) }, Name.filters)
    for key in bookmarks {
      values[Defaults.KeyName(Name.bookmark + key.string)] = .bool(true)
    }
    return values
  }

  private static func texts(_ value: Defaults.StoredValue?) -> [String] {
    guard case .array(let values) = value else { return [] }
    return values.compactMap(\.text)
  }
}
