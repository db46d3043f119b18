/// A reader of one format of schema documents.
///
/// A new format is a file with a type that conforms to this protocol, and its line in
/// ``SchemaReaders``. One that is neither JSON nor XML nor a property list is also a case of
/// ``SchemaContent``. Messages, the manual and `prefs schema` take the names from the list.
protocol SchemaReader: SendableMetatype {
  /// The format, with its names for people.
  static var format: SchemaFormat { get }

  /// Returns whether a document has the format.
  ///
  /// Of an XML document, the content is the root element without children. The name of the file may
  /// be empty.
  static func recognises(_ content: SchemaContent, named name: String) -> Bool

  /// Reads a recognised document; if it cannot be used as a whole, reports that and returns nil.
  static func read(_ content: SchemaContent, _ context: ReadingContext) -> Schema?
}

/// The readers of all formats.
enum SchemaReaders {
  /// The readers; the first one that recognises a document reads it.
  static let all: [any SchemaReader.Type] = [
    NativeReader.self,
    VSCodeReader.self,
    ChromiumPolicyReader.self,
    PlainSchemaReader.self,
    ProfileManifestReader.self,
    SettingsBundleReader.self,
    GSettingsReader.self,
    KConfigReader.self,
  ]
}

/// The content of a document, in the notation that it is written in.
enum SchemaContent {
  /// A JSON object.
  case json(JSONMembers)
  /// A property list.
  case propertyList(LocatedDictionary)
  /// An XML document.
  case xml(XMLTree)

  /// The members of a JSON object; nil in another notation.
  var json: JSONMembers? {
    if case .json(let members) = self { members } else { nil }
  }

  /// The root of a property list; nil in another notation.
  var propertyList: LocatedDictionary? {
    if case .propertyList(let root) = self { root } else { nil }
  }

  /// The root of an XML document; nil in another notation.
  var xml: XMLTree? {
    if case .xml(let root) = self { root } else { nil }
  }
}
