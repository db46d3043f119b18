public import Defaults
public import OpenCombine

extension Defaults {
  /// Publishes the changes of a key's value.
  ///
  /// ```swift
  /// let cancellable = Defaults.publisher(.isUnicornMode)
  ///   .map(\.newValue)
  ///   .sink { print($0) }
  /// ```
  ///
  /// Changes made by this process are published on the thread that makes them. Changes that a
  /// subscriber has not demanded yet are kept until it does; none is dropped or merged. The method
  /// is that of sindresorhus/Defaults, with OpenCombine instead of Combine.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - options: by default the current value is published first, while subscribing.
  /// - Returns: a publisher that never completes.
  public static func publisher<Value: Serializable>(
    _ key: Key<Value>,
    options: ObservationOptions = [.initial]
  ) -> AnyPublisher<KeyChange<Value>, Never> {
    ObservationPublisher { send in
      Defaults.observe(key, options: options) { send($0) }
    }
    .eraseToAnyPublisher()
  }

  /// Publishes an event whenever the value of one of several keys changes.
  ///
  /// - Parameters:
  ///   - keys: the keys, of any types and suites.
  ///   - options: by default one event for each key is published first, while subscribing.
  /// - Returns: a publisher that never completes.
  public static func publisher(
    keys: AnyKey...,
    options: ObservationOptions = [.initial]
  ) -> AnyPublisher<Void, Never> {
    publisher(keys: keys, options: options)
  }

  /// Publishes an event whenever the value of one of several keys changes.
  ///
  /// - Parameters:
  ///   - keys: the keys, of any types and suites.
  ///   - options: by default one event for each key is published first, while subscribing.
  /// - Returns: a publisher that never completes.
  public static func publisher(
    keys: [AnyKey],
    options: ObservationOptions = [.initial]
  ) -> AnyPublisher<Void, Never> {
    ObservationPublisher { send in
      let observation = Defaults.observe(keys: keys, options: []) { send(()) }
      if options.contains(.initial) {
        for _ in keys { send(()) }
      }
      return observation
    }
    .eraseToAnyPublisher()
  }
}

extension Default {
  /// The type of ``publisher``.
  public typealias Publisher = AnyPublisher<Defaults.KeyChange<Value>, Never>

  /// Publishes the changes of the key's value, beginning with the current one.
  public var publisher: Publisher {
    Defaults.publisher(key)
  }
}
