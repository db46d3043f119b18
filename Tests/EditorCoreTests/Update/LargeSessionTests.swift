import Defaults
import DefaultsSchema
@testable import EditorCore
import Foundation
import Terminal
import TestSupport
import Testing

/// The maintained list of the editor is the one that is computed from all keys after each step.
@Suite struct LargeSessionTests {
  /// The sizes of sessions: small ones for many steps, and one whose filters need many slices.
  static let sessions: [(keys: Int, steps: Int, seed: UInt64)] =
    (1...4).map { (keys: 300, steps: 150, seed: $0) } + [(keys: 100_000, steps: 4, seed: 9)]

  @Test(.thorough, arguments: Thorough.sample(sessions, every: 5))
  func `after each step the list, the cursor and the counts are those of all keys`(
    keys: Int,
    steps: Int,
    seed: UInt64
  ) {
    var session = LargeSession(keys: keys, seed: seed)
    for step in 0..<steps {
      let name = session.step()
      let differences = session.differences()
      #expect(differences == [], "step \(step): \(name)")
      // What follows differs too.
      guard differences.isEmpty else { return }
    }
  }

  @Test(.thorough) func `all keys of a suite come and go in one step`() {
    var session = LargeSession(keys: 20_000, seed: 1)
    for value in [nil, Defaults.StoredValue.integer(1), .integer(2), nil] {
      session.store((0..<10_000).map { (LargeSession.key($0 * 2 + 1), value) })
      #expect(session.differences() == [], "\(value as Any)")
    }
  }

  @Test(.thorough, arguments: ListOrder.allCases)
  func `keys that come and go leave the others in a list of any order`(order: ListOrder) {
    var session = LargeSession(keys: 120, seed: 5)
    session.state.setOrder(order)
    for step in 0..<200 {
      session.change(1 + step % 3)
      let (document, listing) = (session.state.document, session.state.suite.listing)
      let expected = document.order.filter { !document.isWithheld($0) }
      #expect(Set(listing.shown) == Set(expected), "step \(step)")
      #expect(listing.shown.count == expected.count, "step \(step)")
      let places = listing.shown.map { listing.index(of: $0, in: document) }
      #expect(places == Array(0..<places.count), "step \(step)")
    }
  }

  @Test func `a key that goes takes no other key out of a list that is sorted by name`() {
    let suite = Defaults.Suite(name: "org.example.sorted", store: Defaults.InMemoryStore())
    let schema = Schema(suite: suite, title: "Sorted") {
      Section("All") {
        for name in ["b", "c", "d"] { Entry(untypedKey: name, title: name, kind: .bool) }
      }
    }
    let layers = ["a": KeyLayers(stored: .integer(1))] as [Defaults.KeyName: KeyLayers]
    let document = Document(schema: schema, layers: layers)
    var state = EditorState(document: document, size: Size(columns: 80, rows: 24))
    state.setOrder(.name)
    func shown() -> [String] { state.suite.listing.shown.map { state.document.key(at: $0).string } }
    #expect(shown() == ["a", "b", "c", "d"])
    let change = Action.Change(
      suiteName: suite.name,
      key: "a",
      layers: KeyLayers(),
      isElsewhere: true
    )
    _ = update(&state, .changes([change]))
    #expect(shown() == ["b", "c", "d"])
  }

  @Test func `a frame of a large suite shows the rows around the cursor`() {
    var session = LargeSession(keys: 20_000, seed: 1)
    session.press(KeyPress(.end))
    let frame = view(session.state)
    #expect(frame.text.contains("100%"))
    #expect(frame.rows.allSatisfy { $0.count == frame.size.columns })
  }

  @Test(.thorough)
  func `the first slice of a search fills the screen, and the number comes at the end`() {
    var session = LargeSession(keys: 20_000, seed: 1)
    _ = update(&session.state, .event(.key(.character("/"))))
    _ = update(&session.state, .event(.key(.character("k"))))
    #expect(session.state.hasWork)
    #expect(session.state.rows.count > 24)
    #expect(view(session.state).text.contains("… of"))
    // What is typed meanwhile is handled first, and narrows what is searched.
    _ = update(&session.state, .event(.key(.character("9"))))
    session.naive.narrow(to: "k9")
    session.finish()
    #expect(session.differences() == [], "typed during the search")
    #expect(!view(session.state).text.contains("… of"))
  }

  @Test(.thorough) func `a blank after the last word searches nothing again`() {
    var session = LargeSession(keys: 20_000, seed: 1)
    for character in "/k9" { _ = update(&session.state, .event(.key(.character(character)))) }
    session.finish()
    session.naive.narrow(to: "k9")
    _ = update(&session.state, .event(.key(KeyPress(.down))))
    let selection = session.state.suite.selection
    _ = update(&session.state, .event(.key(.character(" "))))
    #expect(session.state.suite.pass == nil)
    #expect(session.state.suite.filter.query.text == "k9 ")
    // A new search would select the best match.
    #expect(session.state.suite.selection == selection)
  }

  @Test(.thorough) func `an order that is chosen during a search sorts all that is found`() {
    var session = LargeSession(keys: 20_000, seed: 1)
    session.state.setQuery("@modified")
    #expect(session.state.suite.pass != nil)
    session.state.setOrder(.name)
    session.store([(LargeSession.key(19_999), nil), ("zz.new", .integer(1))])
    session.finish()
    let (document, listing) = (session.state.document, session.state.suite.listing)
    let titles = listing.shown.map { document.title(of: $0) }
    #expect(
      titles
        == titles.sorted {
          $0.compare($1, options: [.caseInsensitive, .numeric]) == .orderedAscending
        }
    )
    #expect(Set(listing.shown) == Set(document.order.filter(document.isSet)))
    #expect(listing.shown.count == Set(listing.shown).count)
  }

  @Test(.thorough) func `keys that change during a search are found`() {
    var session = LargeSession(keys: 20_000, seed: 1)
    _ = update(&session.state, .event(.key(.character("/"))))
    for character in "needle" { _ = update(&session.state, .event(.key(.character(character)))) }
    #expect(session.state.hasWork)
    session.naive.narrow(to: "needle")
    // A key at the start, which was looked at, one at the end, a new one, and one that goes.
    for number in [1, 19_999] { session.store([(LargeSession.key(number), .string("needle"))]) }
    session.store([("zz.new", .string("needle"))])
    session.store([(LargeSession.key(19_999), nil)])
    session.finish()
    #expect(session.differences() == [], "after changes during a search")
    #expect(session.state.suite.listing.shown.count == 2)
  }
}

/// A session of many keys, half of them declared, beside its naive list.
private struct LargeSession {
  var state: EditorState
  var naive: NaiveList
  private var random: SeededGenerator
  private let keys: Int

  static func key(_ number: Int) -> Defaults.KeyName {
    "group\(number % 7).k\(number)"
  }

  init(keys: Int, seed: UInt64) {
    random = SeededGenerator(seed: seed &* 1_000_003)
    self.keys = keys
    let suite = Defaults.Suite(name: "org.example.large", store: Defaults.InMemoryStore())
    let declared = stride(from: 0, to: keys, by: 2).map { number in
      var entry = Entry(
        untypedKey: Self.key(number).string,
        title: number % 4 == 0 ? "Setting \(number)" : "Größe \(number)",
        kind: .integer(NumberLimits(minimum: 5)),
        defaultValue: .integer(9)
      )
      entry.help = number % 3 == 0 ? "Sets the number of things." : ""
      entry.isHidden = number % 10 == 0
      return entry
    }
    let length = max(1, declared.count / 5)
    let schema = Schema(suite: suite, title: "Large") {
      for start in stride(from: 0, to: declared.count, by: length) {
        Section("Section \(start / length)") {
          for entry in declared[start..<min(start + length, declared.count)] { entry }
        }
      }
    }
    var layers: [Defaults.KeyName: KeyLayers] = [:]
    for number in 0..<keys where number % 2 == 1 || number % 3 == 0 && number % 10 != 0 {
      layers[Self.key(number)] = KeyLayers(stored: .integer(Int128(number)))
    }
    let size = Size(columns: 80, rows: 24)
    state = EditorState(document: Document(schema: schema, layers: layers), size: size)
    naive = NaiveList(schema: schema, layers: layers, height: Layout(state: state).list.size.rows)
  }

  mutating func press(_ press: KeyPress) {
    _ = update(&state, .event(.key(press)))
  }

  /// Does what a session does while no event comes.
  mutating func finish() {
    while state.hasWork { _ = update(&state, .proceed) }
  }

  mutating func store(_ values: [(Defaults.KeyName, Defaults.StoredValue?)]) {
    let changes = values.map { key, value in
      Action.Change(
        suiteName: "org.example.large",
        key: key,
        layers: KeyLayers(stored: value),
        isElsewhere: true
      )
    }
    _ = update(&state, .changes(changes))
    naive.store(changes)
  }

  /// Does a random step in both lists; returns its name.
  mutating func step() -> String {
    let page = naive.height - 1
    switch Int.random(in: 0..<12, using: &random) {
    case 0:
      press(KeyPress(.pageDown))
      naive.move(by: page)
      return "page down"
    case 1:
      press(KeyPress(.end))
      naive.move(by: naive.lines.count)
      return "end"
    case 2:
      press(KeyPress(.up))
      naive.move(by: -1)
      return "up"
    case 3, 4:
      let count = Int.random(in: 1...9, using: &random)
      for _ in 0..<count { press(KeyPress(.down)) }
      for _ in 0..<count { naive.move(by: 1) }
      return "down \(count)"
    case 5:
      guard let section = state.selectedSection, !state.suite.listing.isFlat else {
        return "nothing"
      }
      state.toggleFold(section)
      naive.toggleFold()
      return "fold"
    case 6:
      let texts = ["", "k1", "k12", "setting -9", "größe 1", "@modified", "=7", "things", "zzzz"]
      let text = texts.randomElement(using: &random) ?? ""
      state.setQuery(text)
      finish()
      naive.narrow(to: text)
      return "filter \(text)"
    case 7:
      let text = naive.query.text + "1"
      guard !naive.query.isEmpty else { return "nothing" }
      state.setQuery(text)
      finish()
      naive.narrow(to: text)
      return "filter grows to \(text)"
    default:
      let count = Bool.random(using: &random) ? 1 : Int.random(in: 2...40, using: &random)
      let changed = (0..<count).map { _ in randomChange() }
      store(changed)
      return "changes \(changed.map(\.0.string))"
    }
  }

  /// Changes, removes or adds some keys at once.
  mutating func change(_ count: Int) {
    store((0..<count).map { _ in randomChange() })
  }

  private mutating func randomChange() -> (Defaults.KeyName, Defaults.StoredValue?) {
    let values: [Defaults.StoredValue?] = [nil, .integer(7), .integer(1), .string("things"), nil]
    // Keys beyond the end are new.
    let number = Int.random(in: 0..<keys + keys / 20, using: &random)
    return (Self.key(number), values.randomElement(using: &random) ?? nil)
  }

  /// Returns what differs from the naive list; empty when nothing does.
  func differences() -> [String] {
    let document = state.document
    func line(_ row: Row) -> NaiveList.Line {
      switch row {
      case .heading(let section): .heading(document.sections[section])
      case .item(let slot): .key(document.key(at: slot))
      }
    }
    var result: [String] = []
    func compare(_ name: String, _ isEqual: Bool) {
      if !isEqual { result.append(name) }
    }
    let lines = state.rows.map(line)
    compare("rows", lines == naive.lines)
    let different = Set(lines).symmetricDifference(naive.lines)
    for line in different.prefix(3) { compare("\(line) in one list only", false) }
    let selection: NaiveList.Line? =
      switch state.suite.selection {
      case .key(let key): .key(key)
      case .section(let section): .heading(document.sections[section])
      case nil: nil
      }
    compare("selection", selection == naive.selection)
    compare("top", state.suite.top == naive.top)
    compare("row of the cursor", state.selectedRow == selection.flatMap(naive.lines.firstIndex))
    var counts = Counts()
    for slot in document.order { counts.add(document.record(at: slot)) }
    compare("counts", document.counts == counts)
    var shown: [Int: Counts] = [:]
    for slot in state.suite.listing.shown {
      shown[document.section(of: slot), default: Counts()].add(document.record(at: slot))
    }
    for section in document.sections.indices {
      var expected = shown[section] ?? Counts()
      var found = state.suite.listing.counts(ofSection: section)
      // Headings do not show this number, and moving the cursor changes it.
      (expected.changedElsewhere, found.changedElsewhere) = (0, 0)
      compare("counts of section \(section)", found == expected)
    }
    let keys = document.order.map(document.key(at:))
    compare("index", keys.indices.allSatisfy { document.index(of: keys[$0]) == $0 })
    return result
  }
}
