import Testing

@testable import Defaults
@testable import DefaultsCore

/// Watches a store and waits for what it should hold.
final class WatchObserver: Sendable {
  private let store: Defaults.PropertyListStore
  private let watch: any Defaults.StoreWatch
  private let changes = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

  /// Begins to watch.
  init(_ store: Defaults.PropertyListStore) throws {
    self.store = store
    let continuation = changes.continuation
    watch = try #require(store.watch { _ in continuation.yield() })
  }

  /// Whether it looks again and again.
  var isPolling: Bool { watch.isPolling }

  /// Ends the watch.
  func end() {
    watch.cancel()
  }

  /// Waits for a call after which the store holds these values.
  func sees(_ values: [Defaults.KeyName: Defaults.StoredValue]) async throws {
    for await _ in changes.stream {
      // A file that is being written cannot always be read; its writer will finish it.
      let found = Result { try store.load(unlike: nil)?.values }
      if case .success(values) = found { return }
    }
  }
}
