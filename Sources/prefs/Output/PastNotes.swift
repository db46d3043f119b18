import DefaultsCore
import DefaultsTransfer

/// What the histories of suites do not know of a time.
struct PastNotes {
  private var suitesWithoutBeginning: [String] = []
  private var unknownCount = 0
  private var uncertainKeys: [String] = []
  private var lostKeys: [String] = []

  /// Adds what the history of a suite does not know.
  mutating func add(_ past: PastValues, _ suite: Defaults.Suite) {
    if past.isBeforeHistory { suitesWithoutBeginning.append(suite.name) }
    unknownCount += past.unknownKeys.count
    uncertainKeys += past.uncertainKeys.sorted().map { "\(suite.name) \($0)" }
    lostKeys += past.lostKeys.sorted().map { "\(suite.name) \($0)" }
  }

  /// Prints it, if there is anything.
  func report() {
    if !suitesWithoutBeginning.isEmpty {
      Output.writeError(
        "The history begins later, and earlier changes are not known: \(list: suitesWithoutBeginning)."
          as MessageText
      )
    }
    if !uncertainKeys.isEmpty {
      Output.writeError(
        "The present values count as those of that time, because a program that keeps no history has stored "
          + "them, nobody knows when; prefs history has the ones before: \(list: uncertainKeys)."
          as MessageText
      )
    }
    if !lostKeys.isEmpty {
      Output.writeError(
        "The last recorded values count, because the keys are gone and no removal is recorded: "
          + "\(list: lostKeys)." as MessageText
      )
    }
    guard unknownCount > 0 else { return }
    Output.writeError(
      "\(unknownCount == 1 ? "1 key is" : "\(unknownCount) keys are") left out, because the history "
        + "has no values of changes since then."
    )
  }
}
