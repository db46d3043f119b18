#if Configuration

import Defaults

/// The value of a suite now, then after each change.
///
/// Observers are called on the thread that writes, so two changes and the first value could reach a
/// stream in another order than they happened in. So the stream has no values, only the news that
/// there was a change, of which the newest is enough; the value is read when the iterator is asked for
/// one. The observation begins before the first value is read, so no change is lost between the two,
/// and the last element is always the value that is stored. A value that equals the one before is left
/// out.
struct SuiteUpdates<Value: Equatable & Sendable, Element: Sendable>: AsyncSequence, Sendable {
  private let news: AsyncStream<Void>
  /// Ends with the last copy of the sequence.
  private let observation: any Defaults.Observation & Sendable
  private let read: @Sendable () -> Value
  private let transform: @Sendable (Value) -> Element

  /// Starts observing.
  ///
  /// - Parameters:
  ///   - suite: the suite.
  ///   - key: the name of the key to observe; nil for all keys.
  ///   - read: returns the present value.
  ///   - transform: returns the element for a value.
  init(
    _ suite: Defaults.Suite,
    of key: Defaults.KeyName?,
    read: @escaping @Sendable () -> Value,
    transform: @escaping @Sendable (Value) -> Element
  ) {
    let (news, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.news = news
    observation = suite.observeStoredValues { change in
      if key == nil || change.key == key { continuation.yield() }
    }
    continuation.yield()
    self.read = read
    self.transform = transform
  }

  func makeAsyncIterator() -> Iterator {
    Iterator(news: news.makeAsyncIterator(), updates: self)
  }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var news: AsyncStream<Void>.Iterator
    fileprivate let updates: SuiteUpdates
    private var last: Value?

    fileprivate init(news: AsyncStream<Void>.Iterator, updates: SuiteUpdates) {
      self.news = news
      self.updates = updates
    }

    mutating func next() async -> Element? {
      await next(isolation: nil)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      while await news.next(isolation: actor) != nil {
        let value = updates.read()
        if let last, last == value { continue }
        last = .some(value)
        return updates.transform(value)
      }
      return nil
    }
  }
}

#endif
