import FoundationEssentials
import Glibc
import Synchronization

/// The process that uses GIO for the stores of another process.
///
/// GLib ends the process that calls it in a wrong way, and starts threads that stay. So it is used in a
/// process of its own, which ends with the one that started it: its standard input has the requests, its
/// standard output the replies, and ``eventDescriptor`` the events.
package final class GSettingsHelper {
  /// The argument with which a program is started as the helper.
  package static let argument = "--gsettings-helper"

  /// The variable that tells the helper, and what it starts, not to start another one.
  ///
  /// The argument alone is not enough: Swift's runtime reads the arguments from `/proc`, and has none
  /// when that fails.
  static let variable = "PREFS_GSETTINGS_HELPER"

  /// The descriptor for the names of schemas with a change, one on each line.
  static let eventDescriptor: CInt = 3

  /// The last message of GLib, which says why a write failed.
  private static let lastMessage = Mutex("")

  private let library: GSettingsLibrary
  /// The settings that are read and watched.
  private var opened: [GSettingsName: GSettingsLibrary.Settings] = [:]
  private var watches: [GSettingsName: Watch] = [:]
  private var input: [UInt8] = []

  /// What a signal handler is called with.
  private final class Watch {
    let name: GSettingsName

    init(_ name: GSettingsName) {
      self.name = name
    }

    func report() {
      LineOutput.write(line: Array(name.text.utf8), to: GSettingsHelper.eventDescriptor)
    }
  }

  /// Answers requests until the standard input ends, then ends the process.
  package static func run() -> Never {
    // For the translations of the schemas.
    setlocale(LC_ALL, "")
    do throws(GSettingsFailure) {
      let helper = GSettingsHelper(try GSettingsLibrary(named: "libgio-2.0.so.0"))
      helper.answer()
    } catch {
      while readLine() != nil { LineOutput.write(GSettingsReply.failed(error), to: 1) }
    }
    exit(0)
  }

  private init(_ library: GSettingsLibrary) {
    self.library = library
  }

  /// Answers requests and reports changes, for both of which GLib's main context waits.
  private func answer() {
    library.setLogWriter(
      { level, fields, count, _ in
        // Errors, critical messages and warnings; the others say what GIO does.
        guard level & (4 | 8 | 16) != 0 else { return 1 }
        for index in 0..<count { GSettingsHelper.readLogField(fields, at: index) }
        return 1
      },
      nil,
      nil
    )
    _ = library.watchFile(
      0,
      CInt(POLLIN | POLLHUP),
      { _, _, context in
        guard let context else { return 0 }
        Unmanaged<GSettingsHelper>.fromOpaque(context).takeUnretainedValue().readInput()
        return 1
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
    while true { _ = library.iterate(nil, 1) }
  }

  /// Keeps the message of one of GLib's log entries, whose fields are a name, a value and a length each.
  private static func readLogField(_ fields: UnsafeRawPointer?, at index: Int) {
    typealias Field = (name: UnsafePointer<CChar>?, value: UnsafePointer<CChar>?, length: Int)
    guard let field = fields?.assumingMemoryBound(to: Field.self)[index],
      let name = field.name, String(cString: name) == "MESSAGE", let value = field.value
    else { return }
    let length = field.length < 0 ? strlen(value) : field.length
    let bytes = UnsafeRawBufferPointer(start: value, count: length)
    lastMessage.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
  }

  private func readInput() {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = read(0, &bytes, bytes.count)
    if count < 0 && errno == EINTR { return }
    guard count > 0 else { exit(0) }
    input += bytes[..<count]
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Data(input[..<end])
      input.removeFirst(end + 1)
      // Only the program that started this one writes here.
      guard let request = try? JSONDecoder().decode(GSettingsRequest.self, from: line) else {
        exit(2)
      }
      LineOutput.write(reply(to: request), to: 1)
    }
  }

  private func reply(to request: GSettingsRequest) -> GSettingsReply {
    do throws(GSettingsFailure) {
      switch request {
      case .schemas: return .schemas(try schemas())
      case .children(let name): return .schemas(try children(of: name))
      case .describe(let name):
        let schema = try schema(name)
        defer { library.unrefSchema(schema) }
        return .document(GSettingsSource(library).text(of: schema, named: name.schema))
      case .read(let name):
        let path = library.text(of: "path", try settings(name)) ?? ""
        return .keys(try keys(of: name), path: path)
      case .write(let name, let edits): try write(edits, to: name)
      case .watch(let name): try watch(name)
      }
      return .done
    } catch {
      return .failed(error)
    }
  }
}

// MARK: - Schemas

extension GSettingsHelper {
  private func source() throws(GSettingsFailure) -> GSettingsLibrary.Source {
    guard let source = library.defaultSource() else {
      throw .unavailable(reason: "no schemas are installed")
    }
    return source
  }

  /// Returns a schema, which the caller owns; GLib would end the process for one that is not installed.
  private func schema(
    _ name: GSettingsName
  ) throws(GSettingsFailure) -> GSettingsLibrary.Schema {
    guard let schema = library.lookup(try source(), name.schema, 1) else { throw .noSchema }
    return schema
  }

  /// Returns the schemas that have a path of their own.
  private func schemas() throws(GSettingsFailure) -> [GSettingsSummary] {
    var names: GSettingsLibrary.Texts?
    library.listSchemas(try source(), 1, &names, nil)
    return library.taken(names).compactMap { id in
      GSettingsName(id).flatMap { try? summary($0) }
    }
  }

  /// Returns whether a schema has a path of its own.
  private func hasPath(_ name: GSettingsName) throws(GSettingsFailure) -> Bool {
    let schema = try schema(name)
    defer { library.unrefSchema(schema) }
    return library.schemaPath(schema) != nil
  }

  private func summary(_ name: GSettingsName) throws(GSettingsFailure) -> GSettingsSummary {
    let schema = try schema(name)
    defer { library.unrefSchema(schema) }
    return GSettingsSummary(
      name: name,
      keyCount: library.taken(library.schemaKeys(schema)).count,
      hasChildren: !library.taken(library.schemaChildren(schema)).isEmpty
    )
  }

  /// Returns the relocatable schemas below a schema.
  ///
  /// GLib ends the process when one of them is not installed.
  private func children(of name: GSettingsName) throws(GSettingsFailure) -> [GSettingsSummary] {
    let settings = try settings(name)
    let schema = try schema(name)
    defer { library.unrefSchema(schema) }
    var children: [GSettingsSummary] = []
    for child in library.taken(library.schemaChildren(schema)) {
      guard let settings = library.child(settings, child) else { continue }
      defer { library.unrefObject(settings) }
      guard let id = library.text(of: "schema-id", settings),
        let path = library.text(of: "path", settings), let name = GSettingsName("\(id):\(path)"),
        try !hasPath(name)
      else { continue }
      children.append(try summary(name))
    }
    return children
  }
}

// MARK: - Values

extension GSettingsHelper {
  /// Returns the settings that are read; they stay open.
  private func settings(
    _ name: GSettingsName
  ) throws(GSettingsFailure) -> GSettingsLibrary.Settings {
    if let settings = opened[name] { return settings }
    let settings = try openedAgain(name)
    opened[name] = settings
    return settings
  }

  /// Opens settings, which the caller owns.
  private func openedAgain(
    _ name: GSettingsName
  ) throws(GSettingsFailure) -> GSettingsLibrary.Settings {
    let schema = try schema(name)
    defer { library.unrefSchema(schema) }
    let own = library.schemaPath(schema).map { String(cString: $0) }
    if own == nil, name.path == nil { throw .pathMissing }
    if let own, let path = name.path, path != own { throw .pathFixed(own) }
    // Without a database GIO keeps values in memory, and they would be lost with the process.
    let backend = library.defaultBackend().map { String(cString: library.typeName($0)) } ?? ""
    guard !["", "GMemorySettingsBackend", "GNullSettingsBackend"].contains(backend) else {
      throw .unavailable(
        reason: "GIO has no database to keep values in; install dconf, for example "
          + "dconf-gsettings-backend"
      )
    }
    guard let settings = library.settings(schema, nil, name.path) else { throw .noSchema }
    return settings
  }

  /// Returns the keys with their values.
  private func keys(of name: GSettingsName) throws(GSettingsFailure) -> [GSettingsKey] {
    let settings = try settings(name)
    let schema = try schema(name)
    defer { library.unrefSchema(schema) }
    return library.taken(library.schemaKeys(schema)).map { key in
      let description = library.key(schema, key)
      defer { library.unrefKey(description) }
      return GSettingsKey(
        name: key,
        type: library.taken(library.typeText(library.keyType(description))),
        user: library.userValue(settings, key).map(library.taken),
        system: systemValue(of: key, description, settings),
        locked: library.isWritable(settings, key) == 0
          ? library.taken(library.value(settings, key)) : nil
      )
    }
  }

  /// Returns the value below the user's; nil if it is the default of the schema.
  private func systemValue(
    of key: String,
    _ description: GSettingsLibrary.Key,
    _ settings: GSettingsLibrary.Settings
  ) -> String? {
    guard let value = library.defaultValue(settings, key) else { return nil }
    let schemaDefault = library.keyDefault(description)
    defer { library.unrefVariant(schemaDefault) }
    if library.isEqual(value, schemaDefault) != 0 {
      library.unrefVariant(value)
      return nil
    }
    return library.taken(value)
  }

  /// Stores values, all of them at once, and reads them back.
  private func write(
    _ edits: [String: String?],
    to name: GSettingsName
  ) throws(GSettingsFailure) {
    let settings = try openedAgain(name)
    defer { library.unrefObject(settings) }
    let values = try values(edits, of: name)
    defer { for case let value? in values.values { library.unrefVariant(value) } }
    for key in edits.keys.sorted() where library.isWritable(settings, key) == 0 {
      throw .refused(key: key, reason: "an administrator has locked it")
    }
    Self.lastMessage.withLock { $0 = "" }
    library.delay(settings)
    // GIO ends the process for more keys than this in one change.
    for (number, (key, value)) in values.enumerated() {
      if number > 0, number % 255 == 0 { library.apply(settings) }
      if let value { _ = library.set(settings, key, value) } else { library.reset(settings, key) }
    }
    library.apply(settings)
    library.sync()
    let stored = try openedAgain(name)
    defer { library.unrefObject(stored) }
    for (key, value) in values {
      let found = library.userValue(stored, key)
      defer { found.map(library.unrefVariant) }
      let isStored =
        if let value, let found { library.isEqual(value, found) != 0 } else {
          value == nil && found == nil
        }
      guard isStored else { throw .notStored(reason: Self.reason) }
    }
  }

  /// What GLib said, as a phrase without a full stop.
  private static var reason: String {
    // The database's thread says it after the write has ended.
    for _ in 0..<10 where lastMessage.withLock({ $0.isEmpty }) { usleep(10_000) }
    let message = lastMessage.withLock { $0 }
    guard !message.isEmpty else { return "the database has another value after the write" }
    return message.hasSuffix(".") ? String(message.dropLast()) : message
  }

  /// Parses the values to store; each is owned by the caller, and nil for a key to reset.
  private func values(
    _ edits: [String: String?],
    of name: GSettingsName
  ) throws(GSettingsFailure) -> [String: GSettingsLibrary.Variant?] {
    let schema = try schema(name)
    defer { library.unrefSchema(schema) }
    var values: [String: GSettingsLibrary.Variant?] = [:]
    do throws(GSettingsFailure) {
      for (key, text) in edits {
        guard library.hasKey(schema, key) != 0 else {
          throw .refused(key: key, reason: "the schema has no such key")
        }
        values[key] = .some(nil)
        if let text { values[key] = try value(text, of: key, schema) }
      }
    } catch {
      for case let value?? in values.values { library.unrefVariant(value) }
      throw error
    }
    return values
  }

  private func value(
    _ text: String,
    of key: String,
    _ schema: GSettingsLibrary.Schema
  ) throws(GSettingsFailure) -> GSettingsLibrary.Variant {
    let description = library.key(schema, key)
    defer { library.unrefKey(description) }
    let type = library.keyType(description)
    var error: UnsafeMutableRawPointer?
    guard let value = library.parse(type, text, nil, nil, &error) else {
      // A GError is a domain, a code and the message.
      let message = error?.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self)
      let reason = message.map { String(cString: $0) } ?? "it cannot be parsed"
      if let error { library.freeError(error) }
      throw .refused(key: key, reason: "as \(library.taken(library.typeText(type))): \(reason)")
    }
    guard library.isInRange(description, value) != 0 else {
      library.unrefVariant(value)
      throw .refused(key: key, reason: "the value is outside of the range of the schema")
    }
    return value
  }
}

// MARK: - Changes

extension GSettingsHelper {
  /// Reports changes from now on.
  private func watch(_ name: GSettingsName) throws(GSettingsFailure) {
    guard watches[name] == nil else { return }
    let settings = try settings(name)
    let watch = Watch(name)
    watches[name] = watch
    let changed: @convention(c) (OpaquePointer, OpaquePointer?, UnsafeMutableRawPointer?) -> Void =
      {
        _,
        _,
        context in
        guard let context else { return }
        Unmanaged<Watch>.fromOpaque(context).takeUnretainedValue().report()
      }
    for signal in ["changed", "writable-changed"] {
      _ = library.connect(
        settings,
        signal,
        unsafeBitCast(changed, to: UnsafeRawPointer.self),
        Unmanaged.passUnretained(watch).toOpaque(),
        nil,
        0
      )
    }
    // GIO reports only changes of keys that were read since.
    _ = try keys(of: name)
  }
}
