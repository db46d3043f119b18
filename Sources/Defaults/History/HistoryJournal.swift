import Foundation
import Glibc
import Synchronization

/// Remembers what the commits of one suite changed, in a property list of its own.
///
/// The journal is a store like any other: several processes add to it at once, none loses an
/// entry, and a damaged one is kept aside.
final class HistoryJournal: Sendable {
  private let store: Defaults.PropertyListStore
  /// Where the suite is, which tells it from suites of the same name in other directories.
  private let location: String
  private let options: Defaults.HistoryOptions

  private struct State {
    /// Tells entries of one process in the same millisecond apart.
    var count = 0
    /// The entry that the next commit of these values takes back.
    var undoing: (id: String, values: [Defaults.KeyName: Defaults.StoredValue?])?
  }

  private let state = Mutex(State())

  /// Creates the journal of a suite.
  init(suiteName: String, location: String, options: Defaults.HistoryOptions) {
    let directory = options.directory ?? Self.directory()
    store = Defaults.PropertyListStore(file: FilePath.join(directory, "\(suiteName).history"))
    self.location = location
    self.options = options
  }

  /// The directory of journals.
  static func directory(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let setting = environment["XDG_STATE_HOME"] ?? ""
    let home = Defaults.ConfigurationHome.home(environment)
    let state = setting.hasPrefix("/") ? setting : FilePath.join(home, ".local/state")
    return FilePath.join(state, "prefs")
  }

  /// All entries of the suite, the oldest first.
  ///
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be read.
  func entries() throws(Defaults.StoreError) -> [Defaults.HistoryEntry] {
    let values = try store.load(unlike: nil)?.values ?? [:]
    return values.compactMap { Defaults.HistoryEntry(id: $0.key.string, $0.value, of: location) }
      .sorted { $0.id < $1.id }
  }

  /// Has the next commit of some values count as taking an entry back.
  func expectUndo(of id: String, _ values: [Defaults.KeyName: Defaults.StoredValue?]) {
    state.withLock { $0.undoing = (id, values) }
  }

  /// Has the next commit count as what it is.
  func expectNoUndo() {
    state.withLock { $0.undoing = nil }
  }

  /// Remembers a commit.
  ///
  /// - Parameters:
  ///   - edits: what was committed.
  ///   - replaced: what the keys had before.
  /// - Throws: ``Defaults/StoreError`` when the journal cannot be written.
  func record(
    _ edits: [Defaults.KeyName: Defaults.StoredValue?],
    replaced: [Defaults.KeyName: Defaults.StoredValue]
  ) throws(Defaults.StoreError) {
    let changes = edits.sorted { $0.key < $1.key }.compactMap { key, new in
      replaced[key] == new ? nil : change(key, from: replaced[key], to: new)
    }
    guard !changes.isEmpty else { return }
    let (count, undoes) = state.withLock { state in
      state.count += 1
      guard let undoing = state.undoing,
        undoing.values.allSatisfy({ edits[$0.key] == .some($0.value) })
      else { return (state.count, String?.none) }
      state.undoing = nil
      return (state.count, undoing.id)
    }
    // Nobody needs more, and whole milliseconds read better.
    let now = Date(timeIntervalSince1970: (Date().timeIntervalSince1970 * 1000).rounded() / 1000)
    let entry = Defaults.HistoryEntry(
      id: Self.id(now, count),
      date: now,
      author: .init(user: Self.userName, program: options.program, process: getpid()),
      changes: changes,
      undoes: undoes
    )
    try append(entry)
  }

  private func append(_ entry: Defaults.HistoryEntry) throws(Defaults.StoreError) {
    var edits: [Defaults.KeyName: Defaults.StoredValue?] = [
      Defaults.KeyName(entry.id): entry.storedValue(of: location)
    ]
    let known = try? store.load(unlike: nil)?.values.keys.sorted()
    for id in (known ?? []).dropLast(max(0, options.limit - 1)) { edits[id] = .some(nil) }
    try store.commit(edits)
  }

  private func change(
    _ key: Defaults.KeyName,
    from old: Defaults.StoredValue?,
    to new: Defaults.StoredValue?
  ) -> Defaults.HistoryEntry.Change {
    if options.isSecret(key.string) {
      return .init(key: key, old: nil, new: nil, omission: .secret)
    }
    let values = [old, new].compactMap { $0 }
    let size = values.reduce(0) { $0 + $1.approximateSize }
    // In the journal a value lies in four containers more.
    guard size <= options.valueSizeLimit, values.allSatisfy({ $0.refusal(depth: 4) == nil }) else {
      return .init(key: key, old: nil, new: nil, omission: .large)
    }
    return .init(key: key, old: old, new: new)
  }

  /// Makes an identifier that sorts by time and that no other process makes.
  private static func id(_ date: Date, _ count: Int) -> String {
    let milliseconds = String(Int64((date.timeIntervalSince1970 * 1000).rounded()))
    let time = String(repeating: "0", count: max(0, 14 - milliseconds.count)) + milliseconds
    let number = String(repeating: "0", count: max(0, 6 - String(count).count)) + String(count)
    return "\(time)-\(getpid())-\(number)"
  }

  private static let userName: String = {
    guard let entry = getpwuid(geteuid()), let name = entry.pointee.pw_name else {
      return String(geteuid())
    }
    return String(cString: name)
  }()
}

extension Defaults.StoredValue {
  /// About how many bytes the value takes.
  fileprivate var approximateSize: Int {
    switch self {
    case .bool, .integer, .real, .date, .uid, .null: 8
    case .opaque(let value): value.bytes.count
    case .string(let text): text.utf8.count
    case .data(let data): data.count
    case .array(let values): values.reduce(8) { $0 + $1.approximateSize }
    case .dictionary(let members):
      members.reduce(8) { $0 + $1.key.string.utf8.count + $1.value.approximateSize }
    }
  }
}
