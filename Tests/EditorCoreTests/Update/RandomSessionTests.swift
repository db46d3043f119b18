import Defaults
import DefaultsSchema
@testable import EditorCore
import Terminal
import Testing

/// Whatever comes in, the state stays sound and every frame can be shown.
@Suite struct RandomSessionTests {
  private static let presses: [KeyPress] =
    Keymap.list.rows.filter { $0.command != .quit }.flatMap(\.presses)
    + Keymap.number.rows.flatMap(\.presses) + Keymap.picker.rows.flatMap(\.presses)
    + ["a", "é", "日", "5", "\"", "{", "@"].map(KeyPress.character)

  private static let sizes: [Size] = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 120, rows: 40),
    Size(columns: 1, rows: 1), Size(columns: 30, rows: 6), Size(columns: 20, rows: 3),
    Size(columns: 61, rows: 16), Size(columns: 0, rows: 0),
  ]

  @Test(arguments: UInt64(1)...20)
  func `random keys, sizes and changes leave a sound state`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let fixture = NotesFixture()
    var state = EditorState(
      document: Document(schema: fixture.schema, stored: [:]),
      size: Self.sizes[0]
    )
    for _ in 0..<400 {
      let action = Self.action(&random, fixture)
      for effect in update(&state, action) { Self.answer(effect, &state) }
      if state.isFinished { state.isFinished = false }
      let frame = view(state)
      #expect(frame.size == state.size)
      #expect(frame.rows.allSatisfy { $0.count == state.size.columns })
      if case .key(let key) = state.selection {
        #expect(state.document.index(of: key) != nil, "seed \(seed)")
      }
      #expect(!state.rows.contains { state.selection(for: $0) != nil } || state.selection != nil)
    }
  }

  private static func action(
    _ random: inout SeededGenerator,
    _ fixture: NotesFixture
  ) -> Action {
    switch Int.random(in: 0..<20, using: &random) {
    case 0:
      return .event(.resize(sizes.randomElement(using: &random) ?? sizes[0]))
    case 1:
      return .event(.paste("x\u{1B}[31m\ny"))
    case 2, 3:
      let keys: [Defaults.KeyName] = [
        "general.autosave", "general.autosaveInterval", "unknown.key", "appearance.theme",
      ]
      return .changed(
        Action.Change(
          suiteName: "org.example.notes",
          key: keys.randomElement(using: &random) ?? keys[0],
          layers: layers(using: &random),
          isElsewhere: Bool.random(using: &random)
        )
      )
    case 4:
      return .event(
        .mouse(MouseEvent(.press, row: Int.random(in: 0..<24, using: &random), column: 5))
      )
    case 5:
      let suites = (0..<Int.random(in: 0..<3, using: &random)).map { SuiteSummary(name: "s\($0)") }
      let document =
        Bool.random(using: &random)
        ? Document(schema: fixture.schema, stored: [:])
        : Document(suiteName: "org.example.notes", stored: ["unknown.key": .integer(7)])
      return .described(Bool.random(using: &random) ? document : nil, suites: suites)
    case 6:
      return .storeStatus(status(using: &random))
    case 7:
      return .message(title: "Kept", text: String(repeating: "a long path ", count: 40))
    default:
      return .event(.key(presses.randomElement(using: &random) ?? presses[0]))
    }
  }

  private static func status(using random: inout SeededGenerator) -> StoreStatus {
    let failure = StoreStatus.Failure(briefReason: "no", description: "It could not be done.")
    var status = StoreStatus()
    if Bool.random(using: &random) { status.loadFailure = failure }
    if Bool.random(using: &random) {
      status.commitFailure = failure
      status.uncommittedKeys = ["general.autosave", "unknown.key"]
    }
    if Bool.random(using: &random) { status.setAside = "It was kept\n\nas \u{1B}[31mx" }
    return status
  }

  private static func layers(using random: inout SeededGenerator) -> KeyLayers {
    let values: [Defaults.StoredValue] = [
      .bool(true), .integer(7), .string("dark"), .array([.integer(1)]),
    ]
    let layers: [Defaults.Layer] = [.managed, .host, .system]
    var result = KeyLayers()
    if Bool.random(using: &random) { result.stored = values.randomElement(using: &random) }
    if Int.random(in: 0..<4, using: &random) == 0, let layer = layers.randomElement(using: &random)
    {
      result.others = [.init(layer: layer, location: "/etc/x", value: values[0])]
      if layer == .managed { result.lock = Defaults.Lock(location: "/etc/x") }
    }
    return result
  }

  /// Stores what is asked for, as the session would.
  private static func answer(_ effect: Effect, _ state: inout EditorState) {
    guard case .write(let request) = effect else { return }
    let change = Action.Change(
      suiteName: request.suiteName,
      key: request.key,
      layers: KeyLayers(stored: request.value),
      isElsewhere: false
    )
    _ = update(&state, .changed(change))
    _ = update(&state, .written(request, .saved(old: nil, new: request.value)))
  }
}

/// A generator whose numbers follow from its seed, so that a failure can be repeated.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
