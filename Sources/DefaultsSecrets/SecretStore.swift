public import DefaultsCore
import Synchronization

extension Defaults {
  /// The store of a suite of secrets, in the first of several places that can be reached.
  ///
  /// The place is chosen when the store is first used. If it is not the first one, that is reported, and
  /// those before it are tried again: for two minutes, because the session may still be starting, and
  /// then whenever the store is used. What the places after the chosen one have is moved to it, so all
  /// secrets of a suite are in one place. A value that was stored while the better place could not be
  /// reached is newer than the one there, and replaces it.
  ///
  /// ```swift
  /// let store = Defaults.SecretStore(suiteName: "org.example.Sketchbook")
  /// let suite = Defaults.Suite(name: "org.example.Sketchbook", store: store)
  /// try store.place()  // .secretService
  /// ```
  public final class SecretStore: Store {
    /// The name of the store in errors.
    public let location: String

    private let candidates: [Candidate]
    /// How long to wait after an attempt to reach a better place before the next one.
    private let pause: Duration
    /// The seconds between the attempts that are made without the store being used.
    private let delays: [Double]
    private let state = Mutex(State())
    private let queue = SerialQueue("defaults.secrets")

    private struct State {
      /// The index of the candidate that has the secrets.
      var chosen: Int?
      /// When a better candidate was tried last.
      var lastAttempt: ContinuousClock.Instant?
      var report: (@Sendable (Diagnostic.Kind) -> Void)?
      var changed: (@Sendable () -> Void)?
    }

    /// A place, and the store of the secrets there.
    struct Candidate: Sendable {
      var place: SecretPlace
      var store: any Store
      /// Throws the reason why the place cannot be reached.
      var connect: @Sendable () throws(StoreError) -> Void
    }

    /// Creates a store; it connects when it is first used.
    ///
    /// - Parameters:
    ///   - suiteName: the name under which the secrets are kept.
    ///   - places: where they may be; the first that can be reached is used.
    public convenience init(suiteName: String, places: [SecretPlace] = SecretPlace.usual) {
      self.init(suiteName: suiteName, candidates: places.map { $0.candidate(suiteName: suiteName) })
    }

    /// Creates a store with its candidates.
    init(
      suiteName: String,
      candidates: [Candidate],
      pause: Duration = .seconds(10),
      delays: [Double] = [2, 4, 8, 16, 32, 64]
    ) {
      location = "secrets of \(suiteName)"
      self.candidates = candidates
      self.pause = pause
      self.delays = delays
    }

    /// Returns the place where the secrets are, after connecting to it.
    ///
    /// - Throws: ``StoreError`` when none of the places can be reached; it names the reason for each.
    public func place() throws(StoreError) -> SecretPlace { try candidate().place }

    /// All keys and ordinary kinds of values; their values are secrets.
    public var capabilities: StoreCapabilities {
      StoreCapabilities(isWatchable: false, holdsSecrets: true, isAtomic: false)
    }

    /// Returns the secrets; nil when they still have a known version.
    public func load(unlike known: StoreVersion?) throws(StoreError) -> StoreSnapshot? {
      try candidate().store.load(unlike: known)
    }

    /// Stores and removes secrets, one after the other.
    ///
    /// If one fails, those before it are put back. Nothing is changed if a key has another value
    /// than the expected one.
    @discardableResult
    public func commit(
      _ edits: [KeyName: StoredValue?],
      expecting expected: [KeyName: StoredValue?]
    ) throws(StoreError) -> StoreCommit {
      try candidate().store.commit(edits, expecting: expected)
    }

    /// Returns nil: changes by other processes are not reported.
    public func watch(
      _ report: @escaping @Sendable (StoreEvent) -> Void
    ) -> (any StoreWatch)? {
      nil
    }

    /// Returns the first candidate that can be reached, which has all secrets.
    private func candidate() throws(StoreError) -> Candidate {
      var reports: [Diagnostic.Kind] = []
      // The lock is held while connecting, so that the choice is made once.
      let (candidate, report) = try state.withLock { state throws(StoreError) in
        let candidate = try choose(&state, &reports)
        return (candidate, state.report)
      }
      for kind in reports { report?(kind) }
      return candidate
    }

    private func choose(
      _ state: inout State,
      _ reports: inout [Diagnostic.Kind]
    ) throws(StoreError) -> Candidate {
      let now = ContinuousClock.now
      if let chosen = state.chosen {
        let isTooEarly = state.lastAttempt.map { now < $0 + pause } ?? false
        if chosen == 0 || isTooEarly { return candidates[chosen] }
      }
      var reasons: [String] = []
      for (index, candidate) in candidates.prefix(state.chosen ?? candidates.count).enumerated() {
        do throws(StoreError) {
          try candidate.connect()
        } catch {
          reasons.append("\(error.location): \(error.briefReason)")
          continue
        }
        try move(to: candidate, from: candidates.dropFirst(index + 1))
        if state.chosen != nil { reports.append(.connected(location: candidate.store.location)) }
        if index > 0 {
          let reason = reasons.joined(separator: "; ")
          reports.append(.keptElsewhere(location: candidate.store.location, reason: reason))
          if state.chosen == nil, state.changed != nil { tryLater(delays[...]) }
        }
        state.chosen = index
        state.lastAttempt = now
        return candidate
      }
      state.lastAttempt = now
      if let chosen = state.chosen { return candidates[chosen] }
      let reason = reasons.isEmpty ? "no place is named" : reasons.joined(separator: "; ")
      throw .permanent("there is no place for secrets (\(reason))", at: location)
    }

    /// Moves the secrets of worse places to a better one.
    ///
    /// A place that cannot be reached or read is left as it is.
    private func move(
      to better: Candidate,
      from others: some Sequence<Candidate>
    ) throws(StoreError) {
      for other in others {
        guard let values = Self.values(of: other), !values.isEmpty else { continue }
        _ = try better.store.commit(values.mapValues { .some($0) })
        do throws(StoreError) {
          let none = values.mapValues { _ in StoredValue?.none }
          _ = try other.store.commit(none, expecting: values.mapValues { .some($0) })
        } catch {
          // For example because another process has stored a newer value, which must not be lost.
          throw StoreError(
            location: other.store.location,
            reason:
              "its values could not be moved to \(better.store.location): \(error.briefReason)",
            isTemporary: true
          )
        }
      }
    }

    private static func values(of candidate: Candidate) -> [KeyName: StoredValue]? {
      do throws(StoreError) {
        try candidate.connect()
        return try candidate.store.load(unlike: nil)?.values
      } catch {
        return nil
      }
    }

    /// Tries to reach a better place after each of some delays, until the first one is reached.
    private func tryLater(_ delays: ArraySlice<Double>) {
      guard let delay = delays.first else { return }
      queue.async(after: delay) { [weak self] in
        guard let self else { return }
        let before = state.withLock { state in
          state.lastAttempt = nil
          return state.chosen
        }
        // `try?`: what fails is tried again.
        _ = try? candidate()
        let (chosen, changed) = state.withLock { ($0.chosen, $0.changed) }
        if chosen != before { changed?() }
        if chosen != 0 { tryLater(delays.dropFirst()) }
      }
    }
  }
}

extension Defaults.SecretStore: Defaults.ReportingStore {
  package func report(
    to report: @escaping @Sendable (Defaults.Diagnostic.Kind) -> Void,
    changed: (@Sendable () -> Void)?
  ) {
    state.withLock { state in
      state.report = report
      state.changed = changed
    }
  }
}

extension Defaults.SecretPlace {
  /// Returns what keeps the secrets of a suite in this place.
  func candidate(suiteName: String) -> Defaults.SecretStore.Candidate {
    switch self {
    case .secretService: candidate(SecretService(suiteName: suiteName))
    case .kernelKeyring(let keyring):
      candidate(KernelKeyring(keyring: keyring, suiteName: suiteName))
    case .privateFile(let path):
      Defaults.SecretStore.Candidate(place: self, store: PrivateFileStore(path: path)) {
        () throws(Defaults.StoreError) in
      }
    }
  }

  /// Returns a candidate for a place that keeps one item for each secret.
  func candidate(_ items: some SecretItems) -> Defaults.SecretStore.Candidate {
    Defaults.SecretStore.Candidate(place: self, store: ItemStore(items)) {
      () throws(Defaults.StoreError) in try items.connect()
    }
  }
}
