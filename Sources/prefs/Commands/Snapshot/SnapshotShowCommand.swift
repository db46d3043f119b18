import ArgumentParser
import DefaultsCore
import DefaultsSchema
import DefaultsTransfer

struct SnapshotShowCommand: DocumentCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print the values of a snapshot, without secrets unless --secrets asks for them."
  )

  @OptionGroup var snapshot: SnapshotArguments

  @Flag(help: "Print a JSON object with the keys and values of each suite.")
  var json: Bool = false

  @Flag(help: "Print secrets as well.")
  var secrets: Bool = false

  func run() throws {
    let shown = try snapshot.savedSuites().map { name, saved in
      // The suite itself need not be readable.
      let schemas = try KnownSchemas(snapshot.schemas, suiteName: name)
      let schema = schemas.schema(for: try SuiteArgument.named(name, in: .user))
      let filter = KeyFilter(schema: schema, includesSecrets: secrets)
      let (values, secretCount) = filter.divide(saved.values)
      KeyFilter.reportSecrets(secretCount, of: name, areNamed: false)
      return (name: name, values: values)
    }
    if json {
      let members = shown.map { JSONValue.Member($0.name, .object(tagging: $0.values)) }
      return try Output.writeJSON(.object(members))
    }
    for (name, values) in shown {
      try Output.writeStored("\(name) = \(OldStyleText.suite(values))")
    }
  }
}
