import Defaults
import DefaultsCombine
import Observation
import OpenCombine
import TestSupport
import Testing

extension Defaults.Keys {
  fileprivate static let memory = Defaults.Suite(inMemory: "grid")
  fileprivate static let gridSize = Key<Int>("gridSize", default: 10, suite: memory)
  fileprivate static let showsGrid = Key<Bool>("showsGrid", default: false, suite: memory)
}

private let drawn = Recorder<[Int]>()

private func redraw(from old: Int, to new: Int) {
  drawn.record([old, new])
}

private enum Example {
  final class Grid: Sendable {
    init() {
      Defaults.observe(.gridSize, options: []) { change in
        redraw(from: change.oldValue, to: change.newValue)
      }
      .tieToLifetime(of: self)
    }
  }

  struct GridView {
    @Default(.gridSize) var size
  }

  @Observable
  final class GridModel {
    @ObservableDefault(.gridSize) @ObservationIgnored var size: Int
  }
}

struct ObservingChangesArticleTests {
  // One test, because all of it is about the same two keys.
  @Test func `changes are told in many ways`() async {
    let observation = Defaults.observe(.gridSize) { change in
      redraw(from: change.oldValue, to: change.newValue)
    }
    Defaults[.gridSize] = 12
    #expect(drawn.elements == [[10, 10], [10, 12]])
    observation.invalidate()

    do {
      let grid = Example.Grid()
      Defaults[.gridSize] = 14
      #expect(drawn.elements.last == [12, 14])
      withExtendedLifetime(grid) {}
    }

    let both = Defaults.observe(keys: .gridSize, .showsGrid) {
      redraw(from: Defaults[.gridSize], to: Defaults[.gridSize])
    }
    Defaults[.showsGrid] = true
    #expect(drawn.elements.suffix(2) == [[14, 14], [14, 14]])
    both.invalidate()

    let correction = Defaults.observe(.gridSize) { change in
      Defaults.withoutPropagation { Defaults[.gridSize] = max(change.newValue, 4) }
    }
    Defaults[.gridSize] = 1
    #expect(Defaults[.gridSize] == 4)
    correction.invalidate()

    let cancellable = Defaults.publisher(.gridSize)
      .map(\.newValue)
      .sink { size in redraw(from: size, to: size) }
    #expect(drawn.elements.last == [4, 4])
    cancellable.cancel()

    let view = Example.GridView()
    let model = Example.GridModel()
    view.size = 200
    #expect(model.size == 200)

    for await size in Defaults.updates(.gridSize) {
      redraw(from: size, to: size)
      if size > 100 { break }
    }

    for await (size, isShown) in Defaults.updates(.gridSize, .showsGrid) {
      redraw(from: size, to: size)
      if isShown, size > 100 { break }
    }
    #expect(drawn.elements.suffix(2) == [[200, 200], [200, 200]])
  }
}
