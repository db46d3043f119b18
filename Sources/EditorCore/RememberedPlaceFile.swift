import Defaults

/// The file that holds the place in a suite between sessions.
///
/// It is a property list beside the suite's history, written with the same store as a suite, so only the
/// user can read it, and it is replaced as a whole. As in a ``ParkedInputFile``, the name of each value
/// begins with the location of the suite, because suites of the same name in other directories share the
/// file. Each bookmark is a value of its own, and only what has changed is written, so two editors of
/// one suite do not remove each other's bookmarks.
struct RememberedPlaceFile: Sendable {
  private let store: any Defaults.Store
  /// The start of each name: the location of the suite and a line break.
  private let prefix: String
  /// Returns whether a text must not be written, because it is a secret.
  private let isSecret: @Sendable (String) -> Bool

  /// The names of the values.
  private enum Name {
    static let order = "order"
    static let folded = "folded"
    static let selection = "selection"
    static let filter = "filter"
    static let only = "only"
    static let filters = "filters"
    /// The start of the name of a bookmark, before the key.
    static let bookmark = "bookmark\n"
    /// The words in the value of `only`.
    static let (set, bookmarks) = ("set", "bookmarks")
  }

  /// Creates the file of a suite; nil if the suite's history is not kept on disk.
  init?(of suite: Defaults.Suite, _ history: Defaults.HistoryOptions?) {
    guard let history, history.isOnDisk else { return nil }
    store = Defaults.PropertyListStore(file: history.path(ofSuite: suite.name, extension: "place"))
    prefix = Defaults.HistoryOptions.location(of: suite) + "\n"
    isSecret = { history.hides("filter", [.string($0)]) }
  }

  /// Reads the place; a value of another form than the one that is written counts as missing.
  ///
  /// - Returns: the place; nil if none has been saved.
  /// - Throws: `Defaults.StoreError` when the file cannot be read.
  func place() throws(Defaults.StoreError) -> RememberedPlace? {
    var values: [String: Defaults.StoredValue] = [:]
    for (name, value) in try store.load(unlike: nil)?.values ?? [:]
    where name.string.hasPrefix(prefix) {
      values[String(name.string.dropFirst(prefix.count))] = value
    }
    guard !values.isEmpty else { return nil }
    let only = Set(Self.texts(values[Name.only]))
    return RememberedPlace(
      order: Self.text(values[Name.order]).flatMap(ListOrder.init),
      folded: Set(Self.texts(values[Name.folded])),
      selection: Self.text(values[Name.selection]).map { Defaults.KeyName($0) },
      filter: Self.text(values[Name.filter]) ?? "",
      showsOnlySet: only.contains(Name.set),
      showsOnlyBookmarks: only.contains(Name.bookmarks),
      bookmarks: Set(
        values.keys.filter { $0.hasPrefix(Name.bookmark) }
          .map { Defaults.KeyName(String($0.dropFirst(Name.bookmark.count))) }
      ),
      filters: Self.texts(values[Name.filters]).suffix(RememberedPlace.filterLimit)
    )
  }

  /// Writes what differs from another place.
  ///
  /// - Parameters:
  ///   - place: the place to remember.
  ///   - old: the place that this session has read or written last.
  /// - Throws: `Defaults.StoreError` when the file cannot be written.
  func save(
    _ place: RememberedPlace,
    replacing old: RememberedPlace
  ) throws(Defaults.StoreError) {
    let (new, old) = (values(of: place), values(of: old))
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [:]
    for name in Set(new.keys).union(old.keys) where new[name] != old[name] {
      edits.updateValue(new[name], forKey: Defaults.KeyName(prefix + name))
    }
    guard !edits.isEmpty else { return }
    _ = try store.commit(edits)
  }

  /// Returns the values to store for a place, by name, without texts that are secret.
  private func values(of place: RememberedPlace) -> [String: Defaults.StoredValue] {
    var values: [String: Defaults.StoredValue] = [:]
    func add(_ texts: [String], _ name: String) {
      if !texts.isEmpty { values[name] = .array(texts.map { .string($0) }) }
    }
    values[Name.order] = place.order.map { .string($0.rawValue) }
    add(place.folded.sorted(), Name.folded)
    values[Name.selection] = place.selection.map { .string($0.string) }
    if !place.filter.isEmpty, !isSecret(place.filter) {
      values[Name.filter] = .string(place.filter)
    }
    add(
      (place.showsOnlySet ? [Name.set] : []) + (place.showsOnlyBookmarks ? [Name.bookmarks] : []),
      Name.only
    )
    add(place.filters.filter { !isSecret($0) }, Name.filters)
    for key in place.bookmarks { values[Name.bookmark + key.string] = .bool(true) }
    return values
  }

  private static func text(_ value: Defaults.StoredValue?) -> String? {
    if case .string(let text) = value { text } else { nil }
  }

  private static func texts(_ value: Defaults.StoredValue?) -> [String] {
    guard case .array(let values) = value else { return [] }
    return values.compactMap(text)
  }
}
