import Synchronization

/// Collects what is told from any thread, in order.
public final class Recorder<Element: Sendable>: Sendable {
  private let state = Mutex<[Element]>([])

  /// Creates an empty recorder.
  public init() {}

  /// What was told so far.
  public var elements: [Element] { state.withLock { $0 } }

  /// Takes an element.
  public func record(_ element: Element) {
    state.withLock { $0.append(element) }
  }
}
