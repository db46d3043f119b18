import Defaults
import DefaultsCombine
import Foundation
import OpenCombine
import Testing

// A timer: property wrappers in models, and their publishers as stored types.

private let timer = UserDefaults(inMemory: "org.example.Timer")

extension Defaults.Keys {
  fileprivate static let minutes = Key<Int>("minutes", default: 25, suite: timer)
  fileprivate static let isStrict = Key<Bool>("isStrict", default: false, suite: timer)
}

private final class TimerModel {
  @Default(.minutes) var minutes
  @Default(.isStrict) var isStrict: Bool
  let changes: Default<Int>.Publisher
  private var cancellable: AnyCancellable?
  private(set) var seen: [Int] = []

  init() {
    changes = Default(.minutes).publisher
    cancellable = changes.map(\.newValue).sink { [weak self] in self?.seen.append($0) }
  }

  func restart() {
    _minutes.reset()
    isStrict = _isStrict.defaultValue
  }
}

@Suite(.serialized)
struct TimerApp {
  init() { timer.removeAll() }

  @Test func `properties read, write, bind and publish`() {
    let model = TimerModel()
    model.minutes += 5
    model.$isStrict.wrappedValue.toggle()
    #expect(Defaults[.minutes] == 30)
    #expect(Defaults[.isStrict])
    model.restart()
    #expect(model.minutes == 25)
    #expect(!model.isStrict)
    #expect(model.seen == [25, 30, 25])
  }
}
