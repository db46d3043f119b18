/// A text that can stand in the place that is completed.
struct Candidate: Equatable {
  var text: String
  /// A few words about it, for shells that show them; may be empty.
  var help: String = ""
}

/// What can stand in the place that is completed.
struct Candidates {
  /// The paths that can stand there besides the candidates; the shell lists them itself.
  enum Paths: String {
    case none, files, directories
  }

  var list: [Candidate] = []
  var paths: Paths = .none
}
