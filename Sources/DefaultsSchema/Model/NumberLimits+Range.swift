import DefaultsCore

extension NumberLimits where Number: CustomStringConvertible {
  /// The numbers between the bounds as a phrase, such as `between 1 and 10`; empty for no bounds.
  var range: String {
    if let minimum, let maximum, !excludesMinimum, !excludesMaximum {
      return "between \(text(minimum)) and \(text(maximum))"
    }
    let lower = minimum.map { "\(excludesMinimum ? "above" : "of at least") \(text($0))" }
    let upper = maximum.map { "\(excludesMaximum ? "below" : "of at most") \(text($0))" }
    return [lower, upper].compactMap(\.self).joined(separator: " and ")
  }

  private func text(_ number: Number) -> String {
    (number as? Double).map(NumberText.string) ?? "\(number)"
  }
}
