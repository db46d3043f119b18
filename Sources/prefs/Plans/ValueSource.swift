import Defaults
import DefaultsTransfer

/// A file with values of a suite, or standard input.
enum ValueSource {
  /// Reads a document.
  ///
  /// - Parameter path: the path of the file; `-` for standard input.
  /// - Returns: its values.
  /// - Throws: ``Failure`` or `Defaults.StoreError` when it cannot be read, ``Failure`` when it is
  ///   neither a property list nor JSON.
  static func document(_ path: String) throws -> ValueDocument {
    let bytes = try contents(path)
    do throws(ValueDocumentError) {
      return try ValueDocument(parsing: bytes)
    } catch {
      throw Failure(
        .invalidValue,
        "\(path: path == "-" ? "Standard input" : path) cannot be used: \(error). "
          + "Expected is a property list or a JSON object, as prefs export writes them."
      )
    }
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameter path: the path of the file; `-` for standard input.
  /// - Returns: its bytes.
  /// - Throws: ``Failure`` or `Defaults.StoreError` when it cannot be read.
  static func contents(_ path: String) throws -> [UInt8] {
    path == "-"
      ? try StandardInput.contents()
      : try DocumentFile.contents(of: path, limit: Defaults.PropertyListStore.sizeLimit)
  }
}
