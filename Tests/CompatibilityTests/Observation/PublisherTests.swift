import Defaults
import DefaultsCombine
import Dispatch
import Foundation
import OpenCombine
import TestSupport
import Testing

private struct User: Codable, Hashable, Defaults.Serializable { var name: String }

@Suite(.timeLimit(.minutes(10)))
struct PublisherTests {
  private let suite = UserDefaults(inMemory: "publisher")
  private let key: Defaults.Key<Bool>
  private let number: Defaults.Key<Int>
  private let seen = Recorder<[Bool]>()

  init() {
    key = Defaults.Key(unique(), default: false, suite: suite)
    number = Defaults.Key(unique(), default: 0, suite: suite)
  }

  @Test func `old and new values are published`() {
    let cancellable = Defaults.publisher(key, options: [])
      .map { [$0.oldValue, $0.newValue] }
      .sink { [seen] in seen.record($0) }
    Defaults[key] = true
    Defaults.reset(key)
    #expect(seen.elements == [[false, true], [true, false]])
    cancellable.cancel()
  }

  @Test func `the current value is published while subscribing`() {
    Defaults[key] = true
    let cancellable = Defaults.publisher(key).sink { [seen] in
      seen.record([$0.oldValue, $0.newValue])
    }
    #expect(seen.elements == [[false, true]])
    cancellable.cancel()
  }

  @Test func `the first change ends a subscription that wants no more`() {
    let values = Recorder<Int>()
    let cancellable = Defaults.publisher(number, options: [])
      .first()
      .sink { values.record($0.newValue) }
    Defaults[number] = 1
    Defaults[number] = 2
    #expect(values.elements == [1])
    cancellable.cancel()
  }

  @Test func `the current value may be the first and only one`() {
    let values = Recorder<Int>()
    let cancellable = Defaults.publisher(number).first().sink { values.record($0.newValue) }
    #expect(values.elements == [0])
    Defaults[number] = 1
    #expect(values.elements == [0])
    cancellable.cancel()
  }

  @Test func `changes are collected`() {
    let collected = Recorder<[[Int]]>()
    let cancellable = Defaults.publisher(number, options: [])
      .map { [$0.oldValue, $0.newValue] }
      .collect(3)
      .sink { collected.record($0) }
    for value in 1...3 { Defaults[number] = value }
    #expect(collected.elements == [[[0, 1], [1, 2], [2, 3]]])
    cancellable.cancel()
  }

  @Test func `duplicates are removed, of old and new value together`() {
    let values = Recorder<Bool>()
    let cancellable = Defaults.publisher(key)
      .removeDuplicates()
      .map(\.newValue)
      .sink { values.record($0) }
    for value in [true, false, false, false, false, false, false, true] { Defaults[key] = value }
    #expect(values.elements == [false, true, false, true])
    cancellable.cancel()
  }

  @Test func `nothing is published after a cancellation`() {
    let cancellable = Defaults.publisher(key, options: []).sink { [seen] in
      seen.record([$0.newValue])
    }
    Defaults[key] = true
    cancellable.cancel()
    cancellable.cancel()
    Defaults[key] = false
    #expect(seen.elements == [[true]])
  }

  @Test func `a subscription ends when nobody keeps it`() {
    var cancellable: AnyCancellable? = Defaults.publisher(key, options: []).sink { [seen] in
      seen.record([$0.newValue])
    }
    Defaults[key] = true
    withExtendedLifetime(cancellable) {}
    cancellable = nil
    Defaults[key] = false
    #expect(seen.elements == [[true]])
  }

  @Test func `several keys publish one event for each change`() {
    let count = Recorder<Int>()
    let cancellable = Defaults.publisher(keys: key, number, options: []).sink { count.record(1) }
    Defaults[key] = true
    Defaults[number] = 1
    Defaults[number] = 1
    #expect(count.elements.count == 2)
    cancellable.cancel()
  }

  @Test func `several keys publish one event for each key at the start`() {
    let count = Recorder<Int>()
    let keys: [Defaults._AnyKey] = [key, number]
    let cancellable = Defaults.publisher(keys: keys, options: [.initial]).sink { count.record(1) }
    #expect(count.elements.count == 2)
    cancellable.cancel()
  }

  @Test func `several keys may be subscribed to and cancelled at once`() {
    let keys: [Defaults._AnyKey] = [key, number]
    for _ in 0..<200 {
      Defaults.publisher(keys: keys).sink {}.cancel()
    }
    Defaults[number] = 1
    #expect(Defaults[number] == 1)
  }

  @Test func `optional, codable and collection keys are published`() {
    let text = Defaults.Key<String?>(unique(), suite: suite)
    let user = Defaults.Key<User>(unique(), default: User(name: "a"), suite: suite)
    let list = Defaults.Key<[Int]>(unique(), default: [], suite: suite)
    let rows = Recorder<String>()
    let cancellables = [
      Defaults.publisher(text, options: []).sink {
        rows.record("\($0.oldValue ?? "nil") \($0.newValue ?? "nil")")
      },
      Defaults.publisher(user, options: []).sink {
        rows.record("\($0.oldValue.name) \($0.newValue.name)")
      },
      Defaults.publisher(list, options: []).sink { rows.record("\($0.oldValue) \($0.newValue)") },
    ]
    Defaults[text] = "x"
    Defaults.reset(text)
    Defaults[user].name = "b"
    Defaults[list].append(1)
    #expect(rows.elements == ["nil x", "x nil", "a b", "[] [1]"])
    cancellables.forEach { $0.cancel() }
  }

  @Test func `values are an asynchronous sequence`() async {
    let values = Defaults.publisher(number).map(\.newValue).values
    let number = number
    var received: [Int] = []
    for await value in values {
      received.append(value)
      if value == 5 { break }
      Defaults[number] = value + 1
    }
    #expect(received == [0, 1, 2, 3, 4, 5])
  }

  @Test func `a burst of writes loses nothing in an asynchronous sequence`() async {
    var values = Defaults.publisher(number).map(\.newValue).values.makeAsyncIterator()
    #expect(await values.next() == 0)
    let number = number
    DispatchQueue.concurrentPerform(iterations: 200) { Defaults[number] = $0 + 1 }
    var received: Set<Int> = []
    while received.count < 200, let value = await values.next() { received.insert(value) }
    #expect(received == Set(1...200))
  }

  @Test func `writes of a hundred threads are a hundred events and the first one`() {
    let values = Recorder<Int>()
    let number = number
    let cancellable = Defaults.publisher(number).sink { values.record($0.newValue) }
    DispatchQueue.concurrentPerform(iterations: 100) { Defaults[number] = $0 + 1 }
    #expect(values.elements.count == 101)
    #expect(Set(values.elements) == Set(0...100))
    cancellable.cancel()
  }
}
