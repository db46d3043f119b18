import CSecrets
import DefaultsCore
import Glibc
import Synchronization

/// The secrets of a suite in the Secret Service of the user's session.
///
/// A secret is an item of the default collection with the attributes `defaults-suite` and
/// `defaults-key`, so `secret-tool lookup defaults-suite <suite> defaults-key <key>` prints it. In a
/// Flatpak, libsecret keeps the items in an encrypted file of the app.
final class SecretService: SecretItems {
  private let suiteName: String
  private let libraryName: String
  private let library = Mutex<Libsecret?>(nil)

  /// Creates the place of a suite's secrets; the library is loaded when it is first used.
  init(suiteName: String, libraryName: String = "libsecret-1.so.0") {
    self.suiteName = SecretName.escaped(suiteName)
    self.libraryName = libraryName
  }

  private static let suiteAttribute = "defaults-suite"
  private static let keyAttribute = "defaults-key"

  let location = "Secret Service"

  func connect() throws(Defaults.StoreError) {
    let library = try loaded()
    // A search that unlocks nothing starts the service if it can be started, and asks nothing.
    _ = try search(library, flags: csecrets_SEARCH_ALL) {
      (_: OpaquePointer, _) throws(Defaults.StoreError) in
    }
  }

  func items() throws(Defaults.StoreError) -> [Defaults.KeyName: [UInt8]] {
    let library = try loaded()
    var items: [Defaults.KeyName: (secret: [UInt8], modified: UInt64)] = [:]
    let flags = csecrets_SEARCH_ALL | csecrets_SEARCH_UNLOCK | csecrets_SEARCH_LOAD_SECRETS
    try search(library, flags: flags) { attributes, item throws(Defaults.StoreError) in
      guard let text = library.lookup(attributes, Self.keyAttribute),
        let name = SecretName.unescaped(
          String(cString: text.assumingMemoryBound(to: CChar.self)).utf8
        )
      else { return }
      let key = Defaults.KeyName(name)
      let modified = library.modified(item)
      // Two collections may have an item for the key; then the last one that was changed counts.
      if let other = items[key], other.modified > modified { return }
      items[key] = (try secret(of: item, library), modified)
    }
    return items.mapValues(\.secret)
  }

  func store(_ secret: [UInt8], forKey key: Defaults.KeyName) throws(Defaults.StoreError) {
    let library = try loaded()
    let name = SecretName.escaped(key.string)
    try library.withTable([Self.suiteAttribute: suiteName, Self.keyAttribute: name]) {
      attributes throws(Defaults.StoreError) in
      let label = "\(suiteName): \(name)"
      var error: UnsafeMutablePointer<csecrets_GError>?
      let isStored = (secret + [0]).withUnsafeBufferPointer { text in
        text.withMemoryRebound(to: CChar.self) { text in
          library.store(nil, attributes, nil, label, text.baseAddress, nil, &error)
        }
      }
      if let error { throw failure(error, library, advice: Self.advice) }
      // The user closed the dialog that would have unlocked the collection.
      guard isStored != 0 else { throw failure(Self.isLocked) }
    }
  }

  func remove(_ key: Defaults.KeyName) throws(Defaults.StoreError) {
    let library = try loaded()
    let name = SecretName.escaped(key.string)
    try library.withTable([Self.suiteAttribute: suiteName, Self.keyAttribute: name]) {
      attributes throws(Defaults.StoreError) in
      var error: UnsafeMutablePointer<csecrets_GError>?
      _ = library.clear(nil, attributes, nil, &error)
      if let error { throw failure(error, library, advice: Self.advice) }
    }
  }

  private static let isLocked = "the keyring is locked; unlock it and try again"

  private func loaded() throws(Defaults.StoreError) -> Libsecret {
    try library.withLock { library throws(Defaults.StoreError) in
      if let library { return library }
      do throws(Libsecret.LoadError) {
        let loaded = try Libsecret(named: libraryName)
        library = loaded
        return loaded
      } catch {
        throw failure(error.reason)
      }
    }
  }

  /// Calls a closure with the attributes of each item of the suite, and the item.
  private func search(
    _ library: Libsecret,
    flags: Int,
    _ body: (OpaquePointer, UnsafeMutableRawPointer) throws(Defaults.StoreError) -> Void
  ) throws(Defaults.StoreError) {
    try library.withTable([Self.suiteAttribute: suiteName]) { wanted throws(Defaults.StoreError) in
      var error: UnsafeMutablePointer<csecrets_GError>?
      let list = library.search(nil, wanted, Int32(flags), nil, &error)
      if let error { throw failure(error, library) }
      let items = Array(sequence(first: list) { $0?.pointee.next }.prefix { $0 != nil })
        .compactMap { $0?.pointee.data }
      defer {
        for item in items { library.unrefObject(item) }
        library.freeList(list)
      }
      for item in items {
        guard let attributes = library.attributes(item) else { continue }
        defer { library.unrefTable(attributes) }
        try body(attributes, item)
      }
    }
  }

  /// Returns the secret of an item.
  private func secret(
    of item: UnsafeMutableRawPointer,
    _ library: Libsecret
  ) throws(Defaults.StoreError) -> [UInt8] {
    var error: UnsafeMutablePointer<csecrets_GError>?
    let value = library.retrieve(item, nil, &error)
    if let error { throw failure(error, library, advice: Self.advice) }
    guard let value else { throw failure(Self.isLocked) }
    defer { library.unrefValue(value) }
    var length = 0
    guard let text = library.bytes(value, &length) else { return [] }
    return Array(UnsafeRawBufferPointer(start: text, count: length))
  }

  /// What is wrong if a service that can be reached fails, almost always.
  private static let advice = "; the default keyring must exist and be unlocked"

  /// Returns the error for one of GLib's, which is freed.
  private func failure(
    _ error: UnsafeMutablePointer<csecrets_GError>,
    _ library: Libsecret,
    advice: String = ""
  ) -> Defaults.StoreError {
    defer { library.freeError(error) }
    let text = error.pointee.message.map { String(cString: $0) } ?? "unknown error"
    return failure((text.hasSuffix(".") ? String(text.dropLast()) : text) + advice)
  }
}
