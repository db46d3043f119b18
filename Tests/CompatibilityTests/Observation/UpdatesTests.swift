import Defaults
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)))
struct UpdatesTests {
  private let suite = UserDefaults(inMemory: "updates")
  private let number: Defaults.Key<Int>
  private let text: Defaults.Key<String?>
  private let flag: Defaults.Key<Bool>

  init() {
    number = Defaults.Key(unique(), default: 0, suite: suite)
    text = Defaults.Key(unique(), suite: suite)
    flag = Defaults.Key(unique(), default: false, suite: suite)
  }

  @Test func `the current value comes first`() async {
    Defaults[number] = 5
    for await value in Defaults.updates(number) {
      #expect(value == 5)
      break
    }
  }

  @Test func `nothing written after the stream was made is lost`() async {
    let updates = Defaults.updates(number)
    for value in 1...1000 { Defaults[number] = value }
    var expected = 0
    for await value in updates {
      #expect(value == expected)
      expected += 1
      if value == 1000 { break }
    }
    #expect(expected == 1001)
  }

  @Test func `without an initial value only changes come`() async {
    let updates = Defaults.updates(number, initial: false)
    Defaults[number] = 1
    Defaults[number] = 1
    Defaults[number] = 2
    var values: [Int] = []
    for await value in updates {
      values.append(value)
      if values.count == 2 { break }
    }
    #expect(values == [1, 2])
  }

  @Test func `a reset gives the default`() async {
    Defaults[text] = "set"
    let updates = Defaults.updates(text)
    Defaults.reset(text)
    var values: [String?] = []
    for await value in updates {
      values.append(value)
      if values.count == 2 { break }
    }
    #expect(values == ["set", nil])
  }

  @Test func `two streams of a key both get everything`() async {
    let (one, other) = (Defaults.updates(number), Defaults.updates(number))
    for value in 1...10 { Defaults[number] = value }
    for updates in [one, other] {
      var sum = 0
      for await value in updates {
        sum += value
        if value == 10 { break }
      }
      #expect(sum == 55)
    }
  }

  @Test func `several keys give all their values, of all their types`() async {
    let updates = Defaults.updates(number, text, flag)
    Defaults[number] = 1
    Defaults[text] = "a"
    Defaults[flag] = true
    var rows: [String] = []
    for await (number, text, flag) in updates {
      rows.append("\(number) \(text ?? "-") \(flag)")
      if rows.count == 4 { break }
    }
    #expect(rows == ["0 - false", "1 - false", "1 a false", "1 a true"])
  }

  @Test func `several keys without an initial value give only changes`() async {
    let updates = Defaults.updates(number, flag, initial: false)
    Defaults[flag] = true
    for await (number, flag) in updates {
      #expect(number == 0)
      #expect(flag)
      break
    }
  }

  @Test func `keys in an array give one element at the start and one for each change`() async {
    let updates = Defaults.updates([number, text, flag])
    Defaults[number] = 1
    Defaults[text] = "a"
    var count = 0
    for await _ in updates {
      count += 1
      if count == 3 { break }
    }
    #expect(count == 3)
  }

  @Test func `keys in an array without an initial element give only changes`() async {
    let updates = Defaults.updates([number, text], initial: false)
    Defaults[text] = "a"
    for await _ in updates { break }
    #expect(Defaults[text] == "a")
  }

  @Test func `a stream ends with its task`() async {
    let (number, began) = (number, Recorder<Int>())
    let task = Task {
      for await value in Defaults.updates(number) { began.record(value) }
      return "ended"
    }
    while began.elements.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value == "ended")
  }

  @Test func `writes of other tasks arrive`() async {
    let number = number
    let updates = Defaults.updates(number, initial: false)
    await withTaskGroup(of: Void.self) { group in
      for value in 1...50 {
        group.addTask { Defaults[number] = value }
      }
    }
    var values: Set<Int> = []
    for await value in updates {
      values.insert(value)
      if values.count == 50 { break }
    }
    #expect(values == Set(1...50))
  }
}
