public import Foundation

extension Defaults {
  /// What one commit changed, who made it, and why.
  public struct HistoryEntry: Hashable, Identifiable, Sendable {
    /// The identifier of an entry; it says nothing about the order of entries.
    public typealias ID = String

    /// The unique identifier of the entry.
    public var id: ID
    /// When it was committed, by the clock of that moment, which may have been set back later.
    public var date: Date
    /// The user and the program.
    public var author: Author
    /// What was changed, each key once.
    public var changes: [Change]
    /// Why it was changed.
    public var cause: Cause

    /// Who made a change.
    public struct Author: Hashable, Sendable {
      /// The name of the user.
      public var user: String
      /// The name of the program, with what it did where it says so.
      public var program: String
      /// The number of the process.
      public var process: Int32

      /// Creates an author.
      public init(user: String, program: String, process: Int32) {
        self.user = user
        self.program = program
        self.process = process
      }
    }

    /// What happened to one key.
    public struct Change: Hashable, Sendable {
      /// The name of the key.
      public var key: KeyName
      /// What was stored before; nil for nothing.
      public var old: StoredValue?
      /// What was stored then; nil for nothing.
      public var new: StoredValue?
      /// Why the values are not in the history; then the change cannot be taken back.
      public var omission: Omission?

      /// Creates a change.
      public init(key: KeyName, old: StoredValue?, new: StoredValue?, omission: Omission? = nil) {
        self.key = key
        self.old = old
        self.new = new
        self.omission = omission
      }
    }

    /// Why a change is kept without its values.
    public enum Omission: String, Hashable, Sendable {
      /// They are nobody's business.
      case secret
      /// They would fill the history, or nest too deeply for it.
      case large
    }

    /// Whether all values are known that taking it back needs.
    public var isComplete: Bool { changes.allSatisfy { $0.omission == nil } }
  }

  /// How the history of a suite is kept.
  public struct HistoryOptions: Sendable {
    /// How many commits are remembered; older ones make room.
    public var limit: Int = 500
    /// How many bytes a value may have, about, to be remembered.
    public var valueSizeLimit: Int = 65_536
    /// The name of the program in new entries.
    public var program: String
    /// The directory of the journals; nil for `prefs` in `$XDG_STATE_HOME`, `~/.local/state` by
    /// default.
    public var directory: String?
    /// Whether the journal is on disk; otherwise it ends with the process.
    public var isOnDisk: Bool = true
    /// Returns whether a key's values must not be remembered.
    ///
    /// It is also asked for the members of dictionaries, at any depth. Where one of them is secret,
    /// the whole value is left out.
    public var isSecret: @Sendable (String) -> Bool

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
  }

  /// Whose changes are taken back or made again.
  public enum HistoryScope: Hashable, Sendable {
    /// Those of all programs.
    case everybody
    /// Those that this process has made through the suite.
    case thisProcess
  }

  /// Why a change could not be taken back or made again; nothing was changed then.
  public enum UndoError: Error, Hashable, Sendable {
    /// There is no change that has not been taken back.
    case nothingToUndo
    /// There is no change that has been taken back and could be made again.
    case nothingToRedo
    /// The values are not in the history.
    case valuesOmitted(key: KeyName, HistoryEntry.Omission)
    /// The key has another value by now than the change left; with the value that would come back,
    /// nil for none.
    case changedSince(key: KeyName, restoring: StoredValue?)
  }
}

extension Defaults.UndoError: CustomStringConvertible {
  /// Why nothing was changed, as a sentence for people.
  public var description: String { message.description }

  private var message: MessageText {
    switch self {
    case .nothingToUndo:
      "There is nothing to undo."
    case .nothingToRedo:
      "There is nothing to redo."
    case .valuesOmitted(let key, .secret):
      "The change was of \"\(key)\", whose values are secret and not in the history."
    case .valuesOmitted(let key, .large):
      "The change was of \"\(key)\", whose value was too large for the history."
    case .changedSince(let key, _):
      "\"\(key)\" was changed again by somebody who keeps no history. Nothing was changed."
    }
  }
}
