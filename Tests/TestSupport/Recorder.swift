import Synchronization

/// A list of elements that are recorded on any thread, in order.
public final class Recorder<Element: Sendable>: Sendable {
  private let state = Mutex<[Element]>([])

  /// Creates an empty recorder.
  public init() {}

  /// The elements recorded so far.
  public var elements: [Element] { state.withLock { $0 } }

  /// Appends an element.
  public func record(_ element: Element) {
    state.withLock { $0.append(element) }
  }
}
