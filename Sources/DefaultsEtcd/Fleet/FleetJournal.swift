#if Fleet

import DefaultsCore
import FoundationEssentials

/// What a commit stores of its author, in the same transaction as the values.
///
/// There is one key for each scope of a suite, which the next commit replaces:
///
/// ```sh
/// etcdctl get /prefs/office/journal/org.example.Sketchbook/all/system
/// ```
///
/// The revision of the transaction is that of the values and of this key. So the author of a value is the one that
/// the key had at the value's revision, which etcd keeps as long as the value of that time: the journal needs no
/// space of its own, and nobody has to shorten it. A value without a journal entry at its revision was stored by a
/// program that does not say who it is.
struct FleetJournal: Hashable, Sendable {
  var author: FleetAuthor
  var time: Date

  /// Returns the key in etcd for a scope of a suite.
  static func key(fleet: String, suite: String, scope: EtcdScope) -> Data {
    prefix(fleet, suite: suite) + Data(scope.path.utf8)
  }

  /// The beginning of the keys of all suites, or of those of one.
  static func prefix(_ fleet: String, suite: String? = nil) -> Data {
    FleetKey.prefix(fleet, "journal", suite: suite)
  }

  /// The entry as JSON.
  var json: Data {
    let members = [
      ("user", author.user), ("host", author.host), ("program", author.program),
      ("time", DateText.iso8601(time)),
    ]
    let object = Defaults.JSONValue.object(members.map { .init($0.0, .string($0.1)) })
    return Data(object.text().utf8)
  }
}

extension FleetJournal {
  /// Creates an entry from JSON that any program may have stored; nil if a member is missing.
  init?(json bytes: Data) {
    guard let members = Defaults.JSONValue.members(of: bytes), let user = members["user"]?.text,
      let host = members["host"]?.text, let program = members["program"]?.text,
      let time = members["time"]?.date
    else { return nil }
    author = FleetAuthor(user: user, host: host, program: program)
    self.time = time
  }
}

#endif
