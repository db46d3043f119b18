#if Fleet

/// The pauses between attempts to reach a server; each is about twice the one before.
///
/// They are random within limits, so that a thousand machines whose server comes back do not all connect at once.
struct Backoff {
  private static let pauses = Duration.milliseconds(100)...Duration.seconds(5)
  private var pause = pauses.lowerBound

  /// Begins with a short pause again.
  mutating func reset() { pause = Self.pauses.lowerBound }

  /// Waits for the next attempt, or until the task is cancelled.
  mutating func wait() async {
    // Its only error is that of a cancellation.
    try? await Task.sleep(for: pause * Double.random(in: 0.75...1))
    pause = min(pause * 2, Self.pauses.upperBound)
  }
}

#endif
