package import DefaultsCore

extension Schema {
  /// Creates the schema of a suite from several that describe parts of it.
  ///
  /// `title` is the name of the app. All schemas must be for this suite. Of keys with the same
  /// name, the first counts.
  package init(of suite: Defaults.Suite, title: String, merging schemas: [Schema]) {
    var known: Set<Defaults.KeyName> = []
    var sections: [Section] = []
    for schema in schemas {
      for section in schema.sections {
        let entries = section.entries.filter { known.insert($0.key).inserted }
        guard !entries.isEmpty else { continue }
        sections.append(
          Section(
            title: section.title.isEmpty ? schema.title : section.title,
            help: section.help,
            entries: entries
          )
        )
      }
    }
    self.init(suite: suite, title: title, help: "", sections: sections)
  }
}
