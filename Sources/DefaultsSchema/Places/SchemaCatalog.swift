public import Defaults

/// The schemas that were found, and those that were not used.
public struct SchemaCatalog: Sendable {
  /// One document.
  public struct Finding: Sendable {
    /// What became of a document.
    public enum State: Hashable, Sendable {
      /// It says what the keys of its suite mean.
      case used
      /// Another document for the same suite, at this path, is used instead.
      case shadowed(by: String)
      /// It cannot be used as a whole.
      case unusable
    }

    /// The suite that it is for, by what it says or by the name of its file; may be empty.
    public var suiteName: String
    /// Where it is.
    public var path: String
    /// What came of reading it.
    public var reading: SchemaReading
    /// What became of it.
    public var state: State
  }

  /// All documents, the most important place first.
  public private(set) var findings: [Finding] = []
  /// Places that could not be looked at.
  public private(set) var troubles: [Defaults.StoreError] = []

  /// The schemas that are used.
  public var schemas: [Schema] {
    findings.compactMap { $0.state == .used ? $0.reading.schema : nil }
  }

  /// Looks for schemas.
  ///
  /// - Parameters:
  ///   - places: where to look.
  ///   - suiteName: the only suite of which schemas are wanted; nil for all.
  ///   - options: how documents are read.
  public init(
    places: SchemaPlaces,
    suiteName: String? = nil,
    options: SchemaReadingOptions = .init()
  ) {
    var forNamed = options
    forNamed.allowsOtherFileName = true
    for path in places.files { find(path, suiteName, forNamed) }
    let named = findings.count
    for directory in places.directories {
      for file in files(in: directory, suiteName) {
        find("\(directory)/\(file)", nil, options)
      }
    }
    choose(named: named)
  }

  /// The schema of a suite that is used, and where it is.
  public func finding(forSuite name: String) -> Finding? {
    findings.first { $0.suiteName == name && $0.state == .used }
  }

  /// The names of the documents in a directory.
  private mutating func files(in directory: String, _ suiteName: String?) -> [String] {
    do throws(Defaults.StoreError) {
      let wanted = suiteName.map(SchemaPlaces.file)
      return try DocumentFile.names(in: directory).filter { name in
        wanted.map { $0 == name } ?? (name.hasSuffix(NativeReader.suffix) && name.first != ".")
      }
    } catch {
      troubles.append(error)
      return []
    }
  }

  private mutating func find(_ path: String, _ suiteName: String?, _ options: SchemaReadingOptions)
  {
    do throws(Defaults.StoreError) {
      let document = try SchemaDocument(file: path)
      var options = options
      options.suiteName = options.suiteName ?? suiteName
      let reading = document.read(options)
      let name =
        reading.schema?.suite.name
        ?? (document.name.hasSuffix(NativeReader.suffix)
          ? String(document.name.dropLast(NativeReader.suffix.count)) : suiteName ?? "")
      findings.append(
        Finding(
          suiteName: name,
          path: path,
          reading: reading,
          state: reading.schema == nil ? .unusable : .used
        )
      )
    } catch {
      troubles.append(error)
    }
  }

  /// Lets one document win for each suite: one that a person named, else the highest revision,
  /// else the one in the more important place.
  private mutating func choose(named: Int) {
    var winners: [String: Int] = [:]
    for (index, finding) in findings.enumerated() {
      guard let schema = finding.reading.schema else { continue }
      guard let winner = winners[finding.suiteName] else {
        winners[finding.suiteName] = index
        continue
      }
      let best = findings[winner].reading.schema?.revision ?? 0
      if winner >= named, schema.revision > best { winners[finding.suiteName] = index }
    }
    for (index, finding) in findings.enumerated() where finding.state == .used {
      guard let winner = winners[finding.suiteName], winner != index else { continue }
      findings[index].state = .shadowed(by: findings[winner].path)
    }
  }
}
