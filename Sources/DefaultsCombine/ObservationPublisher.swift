import Defaults
import DequeModule
import OpenCombine
import Synchronization

/// A publisher of the events of an observation.
struct ObservationPublisher<Output: SendableMetatype>: Publisher {
  typealias Failure = Never

  /// Starts an observation that calls a closure for each event.
  let observe: (@escaping @Sendable (Output) -> Void) -> any Defaults.Observation

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    let subscription = ObservationSubscription(subscriber.receive)
    subscriber.receive(subscription: subscription)
    subscription.begin(observe)
  }
}

/// A subscription that delivers events as they are demanded, one at a time and in order.
///
/// An observation calls ``send(_:)`` on any thread, and a subscriber that receives an event may
/// demand more, cancel, or write the key and so cause the next event. An event is therefore queued
/// under the lock and delivered after the lock is left: a lock held during delivery would deadlock
/// when the subscriber calls back. While one thread delivers, `isDelivering` keeps all others, and
/// calls from inside the delivery, from delivering too: they only queue, and the loop of the first
/// one takes what they queued. Without that, two threads could deliver out of order.
private final class ObservationSubscription<Input: SendableMetatype>: Subscription,
  @unchecked Sendable  // Its only mutable state is in the mutex.
{
  /// Delivers an event and returns how many more are demanded.
  typealias Downstream = (Input) -> Subscribers.Demand

  private struct State {
    /// Nil after a cancellation.
    var downstream: Downstream?
    var observation: (any Defaults.Observation)?
    var demand: Subscribers.Demand = .none
    /// Events that were not demanded yet, the oldest first.
    var waiting: Deque<Input> = []
    /// Whether a thread is delivering an event; others only queue theirs.
    var isDelivering = false
  }

  /// The content of the mutex, needed because the subscriber is not `Sendable`.
  private struct Guarded: @unchecked Sendable {  // Used only under the lock.
    var state: State
  }

  private let state: Mutex<Guarded>

  init(_ downstream: @escaping Downstream) {
    state = Mutex(Guarded(state: State(downstream: downstream)))
  }

  /// Starts the observation, unless the subscriber has cancelled already.
  func begin(
    _ observe: (@escaping @Sendable (Input) -> Void) -> any Defaults.Observation
  ) {
    guard state.withLock({ $0.state.downstream != nil }) else { return }
    let observation = observe { [weak self] event in self?.send(event) }
    let isEnded = state.withLock { guarded in
      guarded.state.observation = observation
      return guarded.state.downstream == nil
    }
    if isEnded { cancel() }
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.state.demand += demand }
    deliver()
  }

  func cancel() {
    // Release the closures after leaving the lock, because that may run any code of their owner.
    let (observation, downstream) = state.withLock { guarded in
      let state = guarded.state
      guarded.state = State(isDelivering: state.isDelivering)
      return (state.observation, Released(value: state.downstream))
    }
    observation?.invalidate()
    withExtendedLifetime(downstream) {}
  }

  private func send(_ event: Input) {
    let event = Released(value: event)
    state.withLock { guarded in
      guard guarded.state.downstream != nil else { return }
      guarded.state.waiting.append(event.value)
    }
    deliver()
  }

  private func deliver() {
    while let (downstream, event) = next() {
      let more = downstream(event)
      state.withLock { guarded in
        guarded.state.isDelivering = false
        guarded.state.demand += more
      }
    }
  }

  /// Removes and returns the next demanded event; nil while another is being delivered.
  private func next() -> (Downstream, Input)? {
    state.withLock { guarded -> Released<(Downstream, Input)?> in
      guard let downstream = guarded.state.downstream, !guarded.state.isDelivering,
        guarded.state.demand > .none, !guarded.state.waiting.isEmpty
      else { return Released(value: nil) }
      guarded.state.isDelivering = true
      guarded.state.demand -= 1
      return Released(value: (downstream, guarded.state.waiting.removeFirst()))
    }.value
  }
}

/// A wrapper that carries a value that is not `Sendable` out of the lock.
private struct Released<Value>: @unchecked Sendable {  // Used by one thread at a time.
  var value: Value
}
