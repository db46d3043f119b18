import Defaults
import TestSupport
import Testing

private let contracts = [
  StoreContract("in memory") {
    let store = Defaults.InMemoryStore()
    return StoreContract.Place(store: store, other: store)
  },
  StoreContract("in a file") {
    let directory = try TemporaryDirectory()
    let path = directory.file("suite.plist")
    return StoreContract.Place(
      store: Defaults.PropertyListStore(file: path),
      other: Defaults.PropertyListStore(file: path),
      owner: directory
    )
  },
  StoreContract("in a binary file") {
    let directory = try TemporaryDirectory()
    let path = try directory.write(emptyBinaryDocument, to: "suite.plist")
    return StoreContract.Place(
      store: Defaults.PropertyListStore(file: path),
      other: Defaults.PropertyListStore(file: path),
      owner: directory
    )
  },
]

/// The shortest binary property list with an empty dictionary.
private let emptyBinaryDocument: [UInt8] =
  Array("bplist00".utf8) + [0xD0, 0x08] + [0, 0, 0, 0, 0, 0, 1, 1]
  + [0, 0, 0, 0, 0, 0, 0, 1] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 9]

@Suite(.timeLimit(.minutes(10)))
struct StoreContractTests {
  @Test(arguments: contracts)
  func `a commit tells what it replaced`(contract: StoreContract) throws {
    try contract.aCommitTellsWhatItReplaced()
  }

  @Test(arguments: contracts)
  func `a new place is empty`(contract: StoreContract) throws {
    try contract.aNewPlaceIsEmpty()
  }

  @Test(arguments: contracts)
  func `every kind of value comes back equal`(contract: StoreContract) throws {
    try contract.everyKindComesBack()
  }

  @Test(arguments: contracts)
  func `values of all kinds come back together under any key`(contract: StoreContract) throws {
    try contract.everyKeyComesBack()
  }

  @Test(arguments: contracts)
  func `a removed key is gone`(contract: StoreContract) throws {
    try contract.removalRemoves()
  }

  @Test(arguments: contracts)
  func `a commit leaves the keys of others alone`(contract: StoreContract) throws {
    try contract.othersKeepTheirKeys()
  }

  @Test(arguments: contracts)
  func `loading gives nothing when nothing changed`(contract: StoreContract) throws {
    try contract.loadingKnowsWhatIsUnchanged()
  }

  @Test(arguments: contracts)
  func `edits that change nothing leave the version as it is`(contract: StoreContract) throws {
    try contract.equalEditsChangeNothing()
  }

  @Test(arguments: contracts)
  func `one refused value refuses the whole commit`(contract: StoreContract) throws {
    try contract.aRefusedValueRefusesAll()
  }

  @Test(arguments: contracts)
  func `a watch tells of what others store`(contract: StoreContract) async throws {
    try await contract.aWatchTellsOfOthers()
  }

  @Test(arguments: contracts)
  func `a watch may end itself from inside the call`(contract: StoreContract) async throws {
    try await contract.aWatchMayEndItself()
  }
}
