#if Fleet

/// The limits of requests, which are those of etcd, and of what a server may make the process hold.
enum EtcdLimits {
  /// The number of operations and of comparisons in a transaction: `--max-txn-ops` of etcd.
  static let operations = 128
  /// The size of a request in bytes: `--max-request-bytes` of etcd, without room for what the server adds before
  /// it compares, such as the name of the user.
  static let request = 1_572_864 - 4096
  /// The size of a value in bytes, so that a request has room for it.
  static let value = request - 65_536
  /// The number of keys of one suite in one scope.
  static let keys = 50_000
  /// The size in bytes of the keys and values of one suite in one scope.
  static let contents = 8 << 20
  /// The number of keys of all suites of a fleet that are for one machine.
  static let fleetKeys = 100_000
  /// The size in bytes of these keys and values.
  static let fleetContents = 32 << 20
  /// The size of a message from a server in bytes: a transaction returns replaced and present values.
  static let response = 2 * contents + (1 << 20)
}

#endif
