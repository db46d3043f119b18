import Defaults
import DefaultsCombine
import Dispatch
import OpenCombine
import TestSupport
import Testing

/// A subscriber that asks for what a test wants it to.
private final class Asking<Input>: Subscriber {
  typealias Failure = Never
  private(set) var subscription: (any Subscription)?
  private(set) var received: [Input] = []
  private let first: Subscribers.Demand

  init(_ first: Subscribers.Demand) { self.first = first }

  func receive(subscription: any Subscription) {
    self.subscription = subscription
    if first > .none { subscription.request(first) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    received.append(input)
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {}
}

struct PublisherTests {
  private let suite = Defaults.Suite(inMemory: "publisher")
  private let seen = Recorder<Int>()
  private var key: Defaults.Key<Int> { Defaults.Key("k", default: 0, suite: suite) }
  private var other: Defaults.Key<String> { Defaults.Key("o", default: "", suite: suite) }

  @Test func `the current value comes while subscribing, then every change`() {
    let cancellable = Defaults.publisher(key).sink { [seen] in seen.record($0.newValue) }
    #expect(seen.elements == [0])
    Defaults[key] = 1
    Defaults[key] = 1
    key.reset()
    #expect(seen.elements == [0, 1, 0])
    cancellable.cancel()
    Defaults[key] = 2
    #expect(seen.elements == [0, 1, 0])
  }

  @Test func `a change has the old and the new value`() {
    let changes = Recorder<[Int]>()
    let cancellable = Defaults.publisher(key, options: [])
      .sink { changes.record([$0.oldValue, $0.newValue]) }
    Defaults[key] = 1
    Defaults[key] = 2
    key.reset()
    #expect(changes.elements == [[0, 1], [1, 2], [2, 0]])
    cancellable.cancel()
  }

  @Test func `a subscriber gets no more than it asked for, and the rest later`() {
    let subscriber = Asking<Defaults.KeyChange<Int>>(.max(1))
    Defaults.publisher(key).subscribe(subscriber)
    for value in 1...4 { Defaults[key] = value }
    #expect(subscriber.received.map(\.newValue) == [0])
    subscriber.subscription?.request(.max(2))
    #expect(subscriber.received.map(\.newValue) == [0, 1, 2])
    subscriber.subscription?.request(.unlimited)
    #expect(subscriber.received.map(\.newValue) == [0, 1, 2, 3, 4])
    subscriber.subscription?.cancel()
    Defaults[key] = 9
    #expect(subscriber.received.count == 5)
  }

  @Test func `a subscriber without demand gets nothing`() {
    let subscriber = Asking<Defaults.KeyChange<Int>>(.none)
    Defaults.publisher(key).subscribe(subscriber)
    Defaults[key] = 1
    #expect(subscriber.received.isEmpty)
    subscriber.subscription?.cancel()
  }

  @Test func `one that is done with the first value may end while subscribing`() {
    let cancellable = Defaults.publisher(key).first().sink { [seen] in seen.record($0.newValue) }
    Defaults[key] = 1
    #expect(seen.elements == [0])
    cancellable.cancel()
  }

  @Test func `several keys give an event for each at the start and one per change`() {
    let cancellable = Defaults.publisher(keys: key, other).sink { [seen] in seen.record(1) }
    #expect(seen.elements.count == 2)
    Defaults[key] = 1
    Defaults[other] = "x"
    #expect(seen.elements.count == 4)
    cancellable.cancel()
    let later = Defaults.publisher(keys: [key, other], options: []).sink { [seen] in
      seen.record(1)
    }
    Defaults[key] = 2
    #expect(seen.elements.count == 5)
    later.cancel()
  }

  @Test func `cancelling at once is harmless`() {
    for _ in 0..<100 {
      Defaults.publisher(keys: key, other).sink { _ in }.cancel()
    }
    Defaults[key] = 1
    #expect(Defaults[key] == 1)
  }

  @Test func `a sink may write its own key`() {
    let (key, seen) = (key, seen)
    let cancellable = Defaults.publisher(key, options: []).sink { change in
      seen.record(change.newValue)
      if change.newValue < 5 { Defaults[key] += 1 }
    }
    Defaults[key] = 1
    #expect(seen.elements == [1, 2, 3, 4, 5])
    cancellable.cancel()
  }

  @Test func `writes of many threads all arrive, one at a time`() {
    let (key, seen) = (key, seen)
    let running = Recorder<Int>()
    let cancellable = Defaults.publisher(key, options: []).sink { change in
      running.record(1)
      seen.record(change.newValue)
    }
    DispatchQueue.concurrentPerform(iterations: 100) { Defaults[key] = $0 + 1 }
    #expect(Set(seen.elements) == Set(1...100))
    cancellable.cancel()
  }

  @Test func `the values are an asynchronous sequence`() async {
    var values = Defaults.publisher(key).values.makeAsyncIterator()
    #expect(await values.next()?.newValue == 0)
    for value in 1...50 { Defaults[key] = value }
    for value in 1...50 { #expect(await values.next()?.newValue == value) }
  }

  @Test func `duplicates are removed by old and new value`() {
    let flag = Defaults.Key<Bool>("flag", default: false, suite: suite)
    let flags = Recorder<Bool>()
    let cancellable = Defaults.publisher(flag, options: []).removeDuplicates()
      .sink { flags.record($0.newValue) }
    for value in [true, false, false, false, true] { Defaults[flag] = value }
    #expect(flags.elements == [true, false, true])
    cancellable.cancel()
  }

  @Test func `a property publishes its key`() {
    struct Model {
      @Default var count: Int
      init(_ key: Defaults.Key<Int>) { _count = Default(key) }
      var publisher: AnyPublisher<Defaults.KeyChange<Int>, Never> { _count.publisher }
    }
    let model = Model(key)
    let cancellable = model.publisher.sink { [seen] in seen.record($0.newValue) }
    model.count = 3
    #expect(seen.elements == [0, 3])
    cancellable.cancel()
  }
}
