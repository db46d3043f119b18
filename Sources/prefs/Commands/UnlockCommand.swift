import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct UnlockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock",
    abstract: "As root: let users change keys again.",
    discussion: """
      The reasons for the locks are removed as well. Values that users had before are used again.

      Ends with status 1 when one of the keys was not locked; the others are unlocked. Ends with \
      status 4 when another file of the administrator locks a key or cannot be trusted; nothing is \
      changed then.
      """
  )

  @OptionGroup var shared: SharedOptions
  @OptionGroup var schemas: SchemaOptions
  @OptionGroup var options: LockOptions

  @Argument(help: "The name of the suite, org.example.app for example.")
  var suite: String

  /// Set by ``Invocation``, because there may be very many.
  @Argument(help: "The names of the keys.")
  var keys: [String] = []

  func run() throws {
    guard !keys.isEmpty else { throw Failure(.usage, "The name of a key is missing.") }
    try shared.apply(as: .administrator)
    let suite = try options.openSuite(named: suite, shared)
    let known = try KnownSchemas(schemas, suiteName: suite.name)
    let schema = known.schema(for: suite)
    let names = try keys.map { Defaults.KeyName(try suite.key(named: $0, schema)) }
    let wanted = LockPlan.Wanted(names.map { ($0, LockPlan.Lock?.none) }) { first, _ in first }
    let filter = KeyFilter(schema: schema)
    let run = try options.perform(
      LockRun(filter: filter) { try ManagedSuite(suite.name).plan(wanted, schema: schema) }
    )
    let missing = run.plan.rows.filter { $0.now == nil }
    if !missing.isEmpty {
      throw Failure(.notSet, "Not locked in \(suite.name): \(list: missing.map(\.key.string)).")
    }
  }
}

extension UnlockCommand: InvocationReceiver {
  mutating func receive(_ invocation: Invocation) {
    keys = invocation.data
  }
}
