import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Defaults
@testable import DefaultsCore

/// The queue that performs what no caller waits for.
struct SerialQueueTests {
  /// Collects numbers from any thread.
  private final class Numbers: Sendable {
    private let values = Mutex<[Int]>([])
    var all: [Int] { values.withLock { $0 } }
    func add(_ number: Int) { values.withLock { $0.append(number) } }
  }

  /// The threads that a queue wants to start; none of them runs by itself.
  private final class Threads: Sendable {
    private let bodies = Mutex<[@Sendable () -> Void]>([])
    var count: Int { bodies.withLock(\.count) }
    func start(_ body: @escaping @Sendable () -> Void) { bodies.withLock { $0.append(body) } }
    func runLast() { bodies.withLock(\.last)?() }
  }

  @Test func `closures of many threads are performed once each, and in the order of each thread`() {
    let queue = SerialQueue("test")
    let numbers = Numbers()
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in 0..<1_000 { queue.async { numbers.add(thread * 1_000 + step) } }
    }
    queue.finish()
    #expect(numbers.all.sorted() == Array(0..<8_000))
    for thread in 0..<8 {
      let own = numbers.all.filter { $0 / 1_000 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test func `delayed closures are performed by time, and no other waits for them`() {
    let queue = SerialQueue("test")
    let numbers = Numbers()
    queue.async(after: 0.2) { numbers.add(3) }
    queue.async(after: 0.1) { numbers.add(2) }
    queue.async(after: 1e300) { numbers.add(5) }
    queue.async { numbers.add(1) }
    queue.finish()
    #expect(numbers.all.first == 1)
    #expect(waitUntil { numbers.all.count == 3 })
    queue.async(after: -1) { numbers.add(4) }
    #expect(waitUntil { numbers.all.count == 4 })
    #expect(numbers.all == [1, 2, 3, 4])
  }

  @Test func `who waits performs what a thread that cannot be started does not`() {
    let numbers = Numbers()
    let queue = SerialQueue("test", patience: 0) { _, _ in
      usleep(100_000)
      return false
    }
    let other = Thread { queue.async { numbers.add(1) } }
    other.start()
    usleep(20_000)
    queue.finish()
    #expect(numbers.all == [1])
  }

  @Test func `a wait for closures ends after its time`() {
    let queue = SerialQueue("test")
    let (isBusy, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    queue.async {
      isBusy.signal()
      isFree.wait()
    }
    isBusy.wait()
    let numbers = Numbers()
    queue.async { numbers.add(1) }
    let start = ContinuousClock.now
    queue.finish(within: 0.05)
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    #expect(numbers.all.isEmpty)
    isFree.signal()
    queue.finish(within: 60)
    #expect(numbers.all == [1])
  }

  @Test func `one thread serves the queue, and ends when nothing comes`() {
    let threads = Threads()
    let numbers = Numbers()
    let queue = SerialQueue("test", patience: 50_000_000) { _, body in
      threads.start(body)
      return true
    }
    queue.async { numbers.add(1) }
    queue.async { numbers.add(2) }
    #expect(threads.count == 1)
    // It returns when there has been no work for a while.
    threads.runLast()
    #expect(numbers.all == [1, 2])
    queue.async { numbers.add(3) }
    #expect(threads.count == 2)
    threads.runLast()
    #expect(numbers.all == [1, 2, 3])
  }

  @Test func `without threads, whoever waits performs the closures`() {
    let isPossible = Mutex(false)
    let threads = Threads()
    let numbers = Numbers()
    let queue = SerialQueue("test", patience: 50_000_000) { _, body in
      guard isPossible.withLock({ $0 }) else { return false }
      threads.start(body)
      return true
    }
    queue.async(after: 1e300) { numbers.add(9) }
    queue.async { numbers.add(1) }
    queue.async { numbers.add(2) }
    #expect(numbers.all.isEmpty)
    queue.finish()
    #expect(numbers.all == [1, 2])
    isPossible.withLock { $0 = true }
    queue.async { numbers.add(3) }
    #expect(threads.count == 1)
  }
}
