import Defaults
import DefaultsSchema
import Dispatch
import EditorCore
import Foundation
import Terminal

extension Subject {
  /// The cost of the editor's key presses, filters, changes and opening in suites of several sizes.
  ///
  /// The first three are measured from the event to the finished frame, without a terminal. The
  /// others are whole sessions over files.
  static let editor = Subject(name: "editor") {
    try steps() + filters() + changes() + opening() + residentMemory()
  }

  private static let screenSize = Size(columns: 80, rows: 24)

  private static func state(_ count: Int) -> EditorState {
    let document = Document(suiteName: "bench.editor", stored: Fixture.values(count))
    return EditorState(document: document, size: screenSize)
  }

  // MARK: - Frames and steps of the cursor

  private static func steps() throws -> [Row] {
    try [
      ("frame", [], nil),
      ("Down and frame", [KeyPress(.down)], KeyPress(.home)),
      ("PageDown and frame", [KeyPress(.pageDown)], KeyPress(.home)),
      ("End, Home and frames", [KeyPress(.end), KeyPress(.home)], nil),
    ].flatMap(steps)
  }

  private static func steps(
    _ name: String,
    _ presses: [KeyPress],
    _ first: KeyPress?
  ) throws
    -> [Row]
  {
    let sizes = [1000, 10_000, 100_000]
    let contenders = sizes.map { count in
      var state = state(count)
      return Contender(name: "\(count) keys", operations: 20) {
        if let first { consume(update(&state, .event(.key(first)))) }
      } run: {
        for _ in 0..<20 {
          for press in presses {
            consume(update(&state, .event(.key(press))))
            consume(view(state))
          }
          if presses.isEmpty { consume(view(state)) }
        }
      }
    }
    let times = try race(rounds: 100, contenders)
    return [
      Row(
        subject: "\(name), 100,000 keys",
        quantity: .times(times[2], peer: times[0]),
        target: .within(2),
      ),
      Row(
        subject: "\(name), 10,000 keys",
        quantity: .times(times[1], peer: nil),
        target: .below(median: 1e-3, p99: 5e-3),
        showsP99: true,
      ),
      Row(
        subject: "\(name), 100,000 keys",
        quantity: .times(times[2], peer: nil),
        target: .below(median: 1e-3, p99: 5e-3),
        showsP99: true,
      ),
      exponent(name, times, sizes, limit: 0.15),
    ]
  }

  /// The exponent of the size in the time, between the smallest size and the largest.
  private static func exponent(
    _ name: String,
    _ times: [Times],
    _ sizes: [Int],
    limit: Double
  ) -> Row {
    let last = times.count - 1
    let growth = log(times[last].median / times[0].median)
    let value = growth / log(Double(sizes[last]) / Double(sizes[0]))
    return Row(
      subject: "\(name), \(sizes[0]) to \(sizes[last]) keys",
      quantity: .exponent(value),
      target: .exponentWithin(limit),
    )
  }

  // MARK: - Filters

  private static func filters() throws -> [Row] {
    try [(10_000, 4e-3), (100_000, 16e-3)].flatMap { count, limit in
      // One query that many keys match, one that few do, and one that no key does.
      try [("panel", "many"), ("setting99", "few"), ("zqx", "no")].flatMap { text, found in
        try filters(count, text, found, limit: limit)
      }
    }
  }

  private static func filters(
    _ count: Int,
    _ text: String,
    _ found: String,
    limit: Double
  ) throws
    -> [Row]
  {
    var press: [Double] = []
    var complete: [Double] = []
    for _ in 0..<10 {
      var state = state(count)
      consume(update(&state, .event(.key(.character("/")))))
      // A person takes longer to find the first letter than the texts to be prepared.
      while state.hasWork { consume(update(&state, .proceed)) }
      for character in text {
        let start = now()
        consume(update(&state, .event(.key(.character(character)))))
        consume(view(state))
        press.append(Double(now() - start) / 1e9)
        while state.hasWork { consume(update(&state, .proceed)) }
        consume(view(state))
        complete.append(Double(now() - start) / 1e9)
      }
    }
    var first: [Double] = []
    for _ in 0..<10 {
      var state = state(count)
      consume(update(&state, .event(.key(.character("/")))))
      let start = now()
      consume(update(&state, .event(.key(.character(text.first ?? "e")))))
      consume(view(state))
      first.append(Double(now() - start) / 1e9)
    }
    let name = "letter in the filter, \(found) of \(count) keys match"
    return [
      Row(
        subject: "\(name), first rows",
        quantity: .times(Times(name: "", samples: press), peer: nil),
        target: .below(median: limit, p99: limit),
        showsP99: true,
      ),
      Row(
        subject: "\(name), texts not prepared, first rows",
        quantity: .times(Times(name: "", samples: first), peer: nil),
        target: .below(median: limit, p99: nil),
      ),
      Row(
        subject: "\(name), all rows",
        quantity: .times(Times(name: "", samples: complete), peer: nil),
        showsP99: true,
      ),
    ]
  }

  // MARK: - Changes by another program

  private static func changes() throws -> [Row] {
    let path = try Fixture.write(10_000, to: "bench.editor.changes")
    let original = try Data(contentsOf: URL(fileURLWithPath: path))
    var values = Fixture.values(10_000)
    for number in 0..<1000 { values[Defaults.KeyName(Fixture.key(number * 10))] = .string("new") }
    let changed = try PropertyListSerialization.data(
      fromPropertyList: Defaults.StoredValue.dictionary(values).propertyList,
      format: .xml,
      options: 0,
    )
    let samples = try (0..<10).map { _ in
      try original.write(to: URL(fileURLWithPath: path), options: .atomic)
      let session = MeasuredSession(file: path)
      var start = 0.0
      try session.run { frame in
        if start == 0 {
          start = processorTime()
          try changed.write(to: URL(fileURLWithPath: path), options: .atomic)
          return false
        }
        return frame.contains("1000 keys changed")
      }
      return processorTime() - start
    }
    return [
      Row(
        subject: "1,000 changes at once by another program, 10,000 keys, processor time",
        quantity: .times(Times(name: "", samples: samples), peer: nil),
        target: .below(median: 0.1, p99: nil),
      )
    ]
  }

  /// The processor time of this process, in seconds.
  private static func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  // MARK: - Opening

  private static func opening() throws -> [Row] {
    let sizes = [10, 1000, 10_000, 100_000]
    var opens: [Times] = []
    var loads: [Times] = []
    for count in sizes {
      let path = try Fixture.write(count, to: "bench.editor.open.\(count)")
      let times = try race(
        rounds: count > 10_000 ? 5 : 20,
        [
          Contender(name: "open") {
            try MeasuredSession(file: path).run { _ in true }
          },
          Contender(name: "load of the file") {
            let store = Defaults.PropertyListStore(file: path)
            consume(Defaults.Suite(name: "bench.editor", store: store).storedValues())
          },
        ]
      )
      opens.append(times[0])
      loads.append(times[1])
    }
    let rows = sizes.indices.dropFirst().map { index in
      let base = opens[0].median
      return Row(
        subject: "open \(sizes[index]) keys, without the time for 10 keys",
        quantity: .times(
          Times(name: "", samples: opens[index].samples.map { max(0, $0 - base) }),
          peer: loads[index]
        ),
        target: .within(1.5),
      )
    }
    return rows + [exponent("open", Array(opens.dropFirst()), [1000, 10_000, 100_000], limit: 1.1)]
  }

  // MARK: - Memory

  private static func residentMemory() throws -> [Row] {
    try [(1000, 25e6), (100_000, 120e6)].map { count, limit in
      let name = "bench.editor.memory.\(count)"
      try Fixture.write(count, to: name)
      let size = Double(try ChildProcess(["memory-editor", name]).finish()) ?? .infinity
      return Row(
        subject: "resident memory of an editor, \(count) keys",
        quantity: .sizes(size, peer: limit, peerName: "the limit"),
        target: .sizeWithin(1),
      )
    }
  }
}

extension Child {
  /// Opens the editor on a suite, moves to its end, and prints the size of the process.
  static func memoryOfEditor(suite name: String) throws {
    let session = MeasuredSession(file: Fixture.path(name))
    session.screen.enqueue(.key(KeyPress(.end)))
    try session.run { _ in true }
    print(residentSize("VmRSS:"), terminator: "")
  }
}

/// A session of the editor over a file, without a terminal.
private final class MeasuredSession {
  let screen: RecordingScreen
  private let session: EditorSession
  private let wakes = DispatchSemaphore(value: 0)

  init(file: String) {
    // Wide enough for the whole message about the changes.
    let screen = RecordingScreen(size: Size(columns: 160, rows: 40))
    let wakes = wakes
    screen.waker = { wakes.signal() }
    let queue = DispatchQueue(label: "bench.editor")
    let suite = Defaults.Suite(name: "bench.editor", store: Defaults.PropertyListStore(file: file))
    let source = EditorSession.Source(
      catalog: SuiteCatalog(suites: [], registry: SchemaRegistry()),
      suite: { _ in suite }
    )
    session = EditorSession(screen: screen, source: source, suite: suite, now: { "" }) {
      queue.async(execute: $0)
    }
    self.screen = screen
  }

  /// Runs the session until a closure returns true for the text of a frame.
  ///
  /// - Throws: what the closure throws.
  func run(until isDone: @escaping (String) throws -> Bool) throws {
    var failure: (any Error)?
    screen.whenEmpty = { [screen, wakes] in
      do {
        // The first frame without keys is not what a user waits for.
        if screen.frame.text.contains("stored, no schema"), try isDone(screen.frame.text) {
          return nil
        }
      } catch {
        failure = error
        return nil
      }
      return wakes.wait(timeout: .now() + 10) == .success ? .wake : nil
    }
    consume(session.run())
    if let failure { throw failure }
  }
}
