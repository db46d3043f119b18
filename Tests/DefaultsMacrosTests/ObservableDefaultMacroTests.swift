#if Macros

import Defaults
import DefaultsMacros
import DefaultsTesting
import Observation
import TestSupport
import Testing

extension Defaults.Keys {
  fileprivate static let cat = Key<String>("macro.cat", default: "Tom", suite: macroSuite)
  fileprivate static let lives = Key<Int>("macro.lives", default: 9, suite: macroSuite)
  fileprivate static let toys = Key<[String]>("macro.toys", default: [], suite: macroSuite)
  fileprivate static let owner = Key<String?>("macro.owner", suite: macroSuite)
}

private let macroSuite = Defaults.Suite(inMemory: "macros")
private let furKey = Defaults.Key<String>("macro.color", default: "grey", suite: macroSuite)

private func weightKey() -> Defaults.Key<Double> {
  Defaults.Key<Double>("macro.weight", default: 4.5, suite: macroSuite)
}

@Observable
private final class Model: Sendable {
  @ObservableDefault(.cat) @ObservationIgnored var cat: String
  @ObservableDefault(Defaults.Keys.lives) @ObservationIgnored var lives: Int
  @ObservableDefault(.toys) @ObservationIgnored var toys: [String]
  @ObservableDefault(.owner)
  @ObservationIgnored
  var owner: String?
  @ObservableDefault(furKey) @ObservationIgnored var color: String
  @ObservableDefault(weightKey()) @ObservationIgnored var weight: Double
}

/// What only the compiler can refuse or accept is the class above: it is `Sendable`, in language mode
/// 6, in a file that imports the property wrapper of the same name as well.
@Suite(.serialized)
struct ObservableDefaultMacroTests {
  private let model = Model()

  init() { macroSuite.removeAll() }

  private func changes<Read>(_ read: @escaping () -> Read, during body: () -> Void) -> Int {
    let told = Recorder<Int>()
    withObservationTracking {
      _ = read()
    } onChange: {
      told.record(1)
    }
    body()
    return told.elements.count
  }

  @Test func `a property has the value of its key`() {
    #expect(model.cat == "Tom")
    #expect(model.lives == 9)
    #expect(model.owner == nil)
    #expect(model.color == "grey")
    #expect(model.weight == 4.5)
    model.cat = "Felix"
    model.owner = "Ada"
    model.weight += 0.5
    #expect(Defaults[.cat] == "Felix")
    #expect(macroSuite.string(forKey: "macro.owner") == "Ada")
    #expect(macroSuite.double(forKey: "macro.weight") == 5)
    model.owner = nil
    #expect(macroSuite.object(forKey: "macro.owner") == nil)
  }

  @Test func `a change by any writer calls the code that tracks the property`() {
    #expect(changes({ model.cat }) { model.cat = "Felix" } == 1)
    #expect(changes({ model.cat }) { Defaults[.cat] = "Garfield" } == 1)
    #expect(changes({ model.cat }) { macroSuite.set("Tom", forKey: "macro.cat") } == 1)
    #expect(changes({ model.cat }) { Model().cat = "Felix" } == 1)
    #expect(changes({ model.cat }) { model.lives = 8 } == 0)
    #expect(changes({ model.cat }) { model.cat = "Felix" } == 0)
    #expect(changes({ model.lives }) { Defaults.reset(.lives) } == 1)
  }

  @Test func `a change in place is one change`() {
    #expect(changes({ model.toys }) { model.toys.append("mouse") } == 1)
    #expect(model.toys == ["mouse"])
  }
}

#endif
