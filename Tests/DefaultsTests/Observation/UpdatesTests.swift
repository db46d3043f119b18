import DefaultsTesting
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

@Suite(.timeLimit(.minutes(10)))
struct UpdatesTests {
  private let suite = TemporarySuite().suite
  private let number: Defaults.Key<Int>
  private let text: Defaults.Key<String?>

  init() {
    number = Defaults.Key("UpdatesTests.number", default: 0, suite: suite)
    text = Defaults.Key("UpdatesTests.text", suite: suite)
  }

  private func take<Element: Sendable>(
    _ count: Int,
    from stream: AsyncStream<Element>
  ) async -> [Element] {
    var elements: [Element] = []
    for await element in stream {
      elements.append(element)
      if elements.count == count { break }
    }
    return elements
  }

  @Test func `the current value comes first, then every change made since the stream was made`()
    async
  {
    let stream = Defaults.updates(number)
    for value in 1...100 { Defaults[number] = value }
    #expect(await take(101, from: stream) == Array(0...100))
  }

  @Test func `without an initial value only changes come`() async {
    let stream = Defaults.updates(number, initial: false)
    Defaults[number] = 1
    Defaults[number] = 1
    Defaults[number] = 2
    #expect(await take(2, from: stream) == [1, 2])
  }

  @Test func `a buffering policy may keep only the newest value`() async {
    let stream = Defaults.updates(number, bufferingPolicy: .bufferingNewest(1))
    for value in 1...10 { Defaults[number] = value }
    #expect(await take(1, from: stream) == [10])
  }

  @Test func `several keys give all their values at each change`() async {
    let stream = Defaults.updates(number, text)
    Defaults[number] = 1
    Defaults[text] = "a"
    Defaults[text] = "a"
    let elements = await take(3, from: stream)
    #expect(elements.map(\.0) == [0, 1, 1])
    #expect(elements.map(\.1) == [nil, nil, "a"])
  }

  @Test func `an array of keys gives one element at the start and one per change`() async {
    let stream = Defaults.updates([number, text])
    Defaults[number] = 1
    Defaults[text] = "a"
    #expect(await take(3, from: stream).count == 3)
  }

  @Test func `an empty array of keys gives its start and ends`() async {
    var count = 0
    for await _ in Defaults.updates([]) { count += 1 }
    #expect(count == 1)
    for await _ in Defaults.updates([], initial: false) { count += 1 }
    #expect(count == 1)
  }

  @Test func `a stream ends with its task and is forgotten`() async {
    let task = Task { [number] in
      var last = -1
      for await value in Defaults.updates(number) { last = value }
      return last
    }
    while !suite.core.observers.mayBeInterested { await Task.yield() }
    task.cancel()
    _ = await task.value
    #expect(!suite.core.observers.mayBeInterested)
  }

  @Test func `a stream that nobody reads is forgotten when it is released`() {
    _ = Defaults.updates(number)
    _ = suite.diagnostics
    #expect(!suite.core.observers.mayBeInterested)
  }
}
