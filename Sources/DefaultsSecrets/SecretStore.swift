public import Defaults
import Synchronization

extension Defaults {
  /// The store of a suite of secrets, in the first of several places that can be reached.
  ///
  /// The place is chosen when the store is first used, and stays the same for the life of the store.
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
    private let chosen = Mutex<Candidate?>(nil)

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
    init(suiteName: String, candidates: [Candidate]) {
      location = "secrets of \(suiteName)"
      self.candidates = candidates
    }

    /// Returns the place where the secrets are, after connecting to it.
    ///
    /// - Throws: ``StoreError`` when none of the places can be reached; it names the reason for each.
    public func place() throws(StoreError) -> SecretPlace { try candidate().place }

    /// All keys and ordinary kinds of values; their values are secrets.
    public var capabilities: StoreCapabilities {
      StoreCapabilities(isWatchable: false, holdsSecrets: true)
    }

    /// Returns the secrets; nil when they still have a known version.
    public func load(unlike known: StoreVersion?) throws(StoreError) -> StoreSnapshot? {
      try candidate().store.load(unlike: known)
    }

    /// Stores and removes secrets, one after the other.
    ///
    /// If one fails, those before it are put back.
    @discardableResult
    public func commit(_ edits: [KeyName: StoredValue?]) throws(StoreError) -> StoreCommit {
      try candidate().store.commit(edits)
    }

    /// Stores and removes secrets if the keys have the expected values.
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

    /// Returns the first candidate that can be reached.
    private func candidate() throws(StoreError) -> Candidate {
      // The lock is held while connecting, so that the choice is made once.
      try chosen.withLock { chosen throws(StoreError) in
        if let chosen { return chosen }
        var reasons: [String] = []
        for candidate in candidates {
          do throws(StoreError) {
            try candidate.connect()
            chosen = candidate
            return candidate
          } catch {
            reasons.append("\(error.location): \(error.briefReason)")
          }
        }
        let reason = reasons.isEmpty ? "no place is named" : reasons.joined(separator: "; ")
        throw StoreError(
          location: location,
          reason: "there is no place for secrets (\(reason))",
          isTemporary: false
        )
      }
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
