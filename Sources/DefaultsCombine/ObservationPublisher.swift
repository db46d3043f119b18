import Defaults
import OpenCombine
import Synchronization

/// Publishes what an observation tells.
struct ObservationPublisher<Output: SendableMetatype>: Publisher {
  typealias Failure = Never

  /// Begins an observation that hands every event to a closure.
  let observe: (@escaping @Sendable (Output) -> Void) -> any Defaults.Observation

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Never {
    let subscription = ObservationSubscription(subscriber.receive)
    subscriber.receive(subscription: subscription)
    subscription.begin(observe)
  }
}

/// Hands events to a subscriber as it demands them, one at a time and in order.
private final class ObservationSubscription<Input: SendableMetatype>: Subscription,
  @unchecked Sendable  // All that changes is in the mutex; OpenCombine's protocols say nothing.
{
  /// Hands an event over and returns how many more are demanded.
  typealias Downstream = (Input) -> Subscribers.Demand

  private struct State {
    /// Nil after the end.
    var downstream: Downstream?
    var observation: (any Defaults.Observation)?
    var demand: Subscribers.Demand = .none
    /// Events that nobody has demanded yet.
    var waiting: [Input] = []
    /// Whether some thread is handing events over; others leave theirs to it.
    var isDelivering = false
  }

  /// What the mutex guards; the subscriber is no `Sendable` type.
  private struct Guarded: @unchecked Sendable {  // Used under the lock, or by one thread at a time.
    var state: State
  }

  private let state: Mutex<Guarded>

  init(_ downstream: @escaping Downstream) {
    state = Mutex(Guarded(state: State(downstream: downstream)))
  }

  /// Starts to observe, unless the subscriber has cancelled already.
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
    // What is released is released after the lock is left: that may run code of its owner.
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

  /// Takes the next event that is demanded, unless another thread is handing one over.
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

/// Carries a value out of a lock.
private struct Released<Value>: @unchecked Sendable {  // One thread at a time has it.
  var value: Value
}
