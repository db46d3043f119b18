/// The content of a file that holds the values of a suite.
///
/// An edit of a value changes nothing else in the file.
package protocol FileDocument: Sendable {
  /// The values, for a snapshot.
  var contents: PropertyListDocument { get }

  /// The value of a key; nil when there is none.
  subscript(key: Defaults.KeyName) -> Defaults.StoredValue? { get }

  /// The bytes that were parsed; nil for a document that is new, was edited, or was converted from
  /// another encoding.
  var bytes: [UInt8]? { get }

  /// Sets keys, or removes them for nil; returns whether the edits changed anything.
  mutating func apply(_ edits: [Defaults.KeyName: Defaults.StoredValue?]) -> Bool

  /// Returns the bytes to write, and the document that parsing them would return.
  ///
  /// The location is the path of the file, for errors.
  func rewritten(for location: String) throws(Defaults.StoreError) -> (bytes: [UInt8], Self)
}

/// A text of another program, whose edits are collected until it is written.
package protocol TextDocument: FileDocument {
  /// The bytes that were parsed.
  var source: [UInt8] { get }
  /// The values in them.
  var stored: [Defaults.KeyName: Defaults.StoredValue] { get }
  /// The values set since parsing, by key; nil for keys that were removed.
  var edits: [Defaults.KeyName: Defaults.StoredValue?] { get set }
  /// What brings the text back from which this one was rewritten; nil for a text that was read.
  var inverse: TextInverse? { get }
}

extension TextDocument {
  package var contents: PropertyListDocument { PropertyListDocument(values) }

  /// The values with the edits.
  var values: [Defaults.KeyName: Defaults.StoredValue] {
    var values = stored
    for (key, edit) in edits { values[key] = edit }
    return values
  }

  package subscript(key: Defaults.KeyName) -> Defaults.StoredValue? {
    if let edit = edits[key] { return edit }
    return stored[key]
  }

  package var bytes: [UInt8]? { edits.isEmpty ? source : nil }

  package mutating func apply(_ edits: [Defaults.KeyName: Defaults.StoredValue?]) -> Bool {
    let effective = edits.filter { self[$0.key] != $0.value }
    self.edits.merge(effective) { $1 }
    return !effective.isEmpty
  }
}

/// A format of files that hold the values of suites.
package struct FileFormat: Sendable {
  /// The keys and values that a file can hold.
  let capabilities: Defaults.StoreCapabilities
  /// Returns why a value cannot be written, as a short phrase.
  package let refusal: @Sendable (Defaults.StoredValue) -> String?
  /// The content of a file that does not exist.
  let empty: any FileDocument
  /// Returns the content of a file, given its path for errors.
  let parse: @Sendable ([UInt8], String) throws(Defaults.StoreError) -> any FileDocument
  /// Whether the programs that own the files know nothing of this library.
  ///
  /// No lock file is then created beside a file, and its bytes are compared before it is replaced.
  let isForeign: Bool
  /// Makes the programs that own a file wait; nil if they take no lock.
  ///
  /// It is called with the path of the file while this process holds the lock on the directory, and
  /// returns a closure that lets those programs go on.
  package var lockOwners: (@Sendable (String) throws(Defaults.StoreError) -> @Sendable () -> Void)?

  /// Creates a format of files, by default of files that other programs own.
  ///
  /// `empty` is the content of a file that does not exist. Only keys and values that the
  /// capabilities allow can be written, unless `refusal` decides about values. `parse` gets the
  /// path of the file, for errors.
  package init(
    isForeign: Bool = true,
    empty: any FileDocument,
    capabilities: Defaults.StoreCapabilities,
    refusal: (@Sendable (Defaults.StoredValue) -> String?)? = nil,
    parse: @escaping @Sendable ([UInt8], String) throws(Defaults.StoreError) -> any FileDocument
  ) {
    self.isForeign = isForeign
    self.empty = empty
    self.capabilities = capabilities
    self.refusal = refusal ?? { capabilities.refusal(of: $0, allowsAnyKind: false) }
    self.parse = parse
  }

  /// Property lists.
  package static let propertyList = FileFormat(
    isForeign: false,
    empty: PropertyListDocument(),
    capabilities: Defaults.StoreCapabilities(),
    refusal: { $0.refusal(isForPropertyList: true) },
    parse: { bytes, location throws(Defaults.StoreError) in
      do throws(PropertyListError) {
        // Every program that writes a property list writes at least its root, so this is what a crash
        // or a full disk has left.
        if bytes.isEmpty { throw PropertyListError(reason: "the file is empty", byteOffset: 0) }
        return try PropertyListDocument(parsing: bytes)
      } catch {
        throw Defaults.StoreError(location: location, cause: .unreadable(error))
      }
    }
  )
}

extension PropertyListDocument: FileDocument {
  package var contents: PropertyListDocument { self }

  package func rewritten(
    for location: String
  ) throws(Defaults.StoreError) -> (bytes: [UInt8], PropertyListDocument) {
    do throws(PropertyListError) {
      return try rewritten()
    } catch {
      throw Defaults.StoreError(location: location, cause: .unreadable(error))
    }
  }
}

extension Defaults.StoreError {
  /// Whether the next commit sets the content aside that could not be parsed, and starts a new file.
  var allowsReplacement: Bool {
    if case .unreadable(let error) = cause { !error.isUnsupported } else { false }
  }
}
