/// Something whose speed matters, in a file of its own.
struct Subject: Sendable {
  /// What it is asked for by.
  let name: String
  /// Measures it; each call measures again.
  let measure: @Sendable () throws -> [Row]

  /// All of them, in the order of the table.
  static let all: [Subject] = [
    reads, sets, durableWrites, transactions, largeSuite, memory, loads, foreignChanges, observers,
    commandLines, editor, terminal,
  ]
}
