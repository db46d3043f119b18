public import FoundationEssentials

extension Defaults {
  /// One entry of a suite's history: the changes of a commit, their author and their cause.
  public struct HistoryEntry: Hashable, Identifiable, Sendable {
    /// The identifier of an entry; it says nothing about the order of entries.
    public typealias ID = String

    /// The unique identifier of the entry.
    public var id: ID
    /// The time of the commit, by the clock of that moment, which may have been set back since.
    public var date: Date
    /// The user and the program.
    public var author: Author
    /// The changes of keys, one for each key.
    public var changes: [Change]
    /// The cause of the changes.
    public var cause: Cause
    /// What brings back the text of the file, if it is one of another program.
    package var inverse: TextInverse?

    /// Creates an entry, for stores that keep a history themselves.
    public init(id: ID, date: Date, author: Author, changes: [Change], cause: Cause) {
      self.id = id
      self.date = date
      self.author = author
      self.changes = changes
      self.cause = cause
    }

    /// The user, program and process that made a change.
    public struct Author: Hashable, Sendable {
      /// The name of the user.
      public var user: String
      /// The name of the program; a program may append what it did.
      public var program: String
      /// The identifier of the process, as `getpid` returns it.
      public var process: Int32

      /// Creates an author.
      public init(user: String, program: String, process: Int32) {
        self.user = user
        self.program = program
        self.process = process
      }
    }

    /// The change of one key.
    public struct Change: Hashable, Sendable {
      /// The name of the key.
      public var key: KeyName
      /// The value stored before the change; nil for none.
      public var old: StoredValue?
      /// The value stored by the change; nil if the key was removed.
      public var new: StoredValue?
      /// The reason why the history has no values; such a change cannot be undone.
      public var omission: Omission?

      /// Creates a change.
      public init(key: KeyName, old: StoredValue?, new: StoredValue?, omission: Omission? = nil) {
        self.key = key
        self.old = old
        self.new = new
        self.omission = omission
      }
    }

    /// The reason why a change is recorded without its values.
    public enum Omission: String, Hashable, Sendable {
      /// The key has a secret value.
      case secret
      /// The values exceed the size limit, or are nested too deeply for the journal.
      case large
    }

    /// Whether the entry has all values that undoing it needs.
    public var isComplete: Bool { changes.allSatisfy { $0.omission == nil } }

    /// The entry without the changes whose values were left out; nil if none is left.
    var withoutOmissions: Self? {
      var entry = self
      entry.changes.removeAll { $0.omission != nil }
      return entry.changes.isEmpty ? nil : entry
    }
  }

  /// The options for recording the history of a suite.
  public struct HistoryOptions: Sendable {
    /// The largest number of entries that are returned; older ones are removed when the file of the
    /// history is written anew, which happens before it has twice its size.
    public var limit: Int = 500
    /// The largest size of the values of a change, in bytes and approximate; larger are omitted.
    public var valueSizeLimit: Int = 65_536
    /// The largest size of all values in the history, in bytes and approximate.
    ///
    /// The oldest entries are removed. Of an entry that is larger by itself, the largest values are
    /// omitted.
    public var sizeLimit: Int = 8 << 20
    /// The name of the program in new entries.
    public var program: String
    /// The directory of the journals; nil for `prefs` in `$XDG_STATE_HOME`, `~/.local/state` by
    /// default.
    public var directory: String?
    /// Whether the journal is a file; otherwise it is in memory until the process exits.
    public var isOnDisk: Bool = true
    /// Returns whether a key's values must not be recorded.
    ///
    /// It is also called for the members of dictionaries, at any depth. If one of them is secret,
    /// the whole value is omitted.
    public var isSecret: @Sendable (String) -> Bool
    /// Returns whether a text is a secret whatever the name of its key is; values with such a text,
    /// at any depth, are not recorded.
    public var isSecretText: @Sendable (String) -> Bool = Self.containsSecret

    /// Creates options.
    public init(
      program: String = ProcessInfo.processInfo.processName,
      directory: String? = nil,
      isSecret: @escaping @Sendable (String) -> Bool = Self.looksSecret
    ) {
      self.program = program
      self.directory = directory
      self.isSecret = isSecret
    }

    /// Returns whether a name suggests a secret: `apiToken`, `smtp.password` or `db_pass`, but not
    /// `pinned` or `author`.
    public static func looksSecret(_ name: String) -> Bool { SecretName.matches(name) }

    /// Returns whether a text is or contains a secret: a URL with a password, a connection string
    /// with one, a private key, or a token such as `ghp_…`.
    public static func containsSecret(_ text: String) -> Bool { SecretText.matches(text) }

    /// Returns whether a value contains a secret text, or a member with a secret name, at any depth.
    package static func holdsSecret(_ value: StoredValue) -> Bool {
      SecretSearch(isSecretName: SecretName.matches, isSecretText: SecretText.matches)
        .finds(in: value)
    }
  }

  /// The programs whose changes are undone or redone.
  public enum HistoryScope: Hashable, Sendable {
    /// The changes of all programs.
    case everybody
    /// The changes that this process has made through the suite.
    case thisProcess
  }

  /// The error of an undo or redo, which has then changed nothing.
  public enum UndoError: Error, Hashable, Sendable {
    /// All changes are undone already, or none was recorded.
    case nothingToUndo
    /// No undone change can be redone.
    case nothingToRedo
    /// The history does not have the values of a key.
    case valuesOmitted(key: KeyName, HistoryEntry.Omission)
    /// The present values of keys are not those that the change stored.
    ///
    /// `restoring` has, for each of these keys, the value that would have been stored; nil for
    /// removal.
    case changedSince(restoring: [KeyName: StoredValue?])
  }
}

extension Defaults.UndoError: CustomStringConvertible {
  /// The error as a sentence for people.
  public var description: String { message.description }

  private var message: MessageText {
    switch self {
    case .nothingToUndo:
      "There is nothing to undo."
    case .nothingToRedo:
      "There is nothing to redo."
    case .valuesOmitted(let key, .secret):
      "The change of \"\(key)\" cannot be restored, because its values are secret and not recorded."
    case .valuesOmitted(let key, .large):
      "The change of \"\(key)\" cannot be restored, because its value was too large to be recorded."
    case .changedSince(let values):
      "\(verbatim: Defaults.StoreError.names(values.keys.sorted())) "
        + (values.count == 1
          ? "was changed again by a program that keeps no history. Nothing was changed."
          : "were changed again by programs that keep no history. Nothing was changed.")
    }
  }
}
