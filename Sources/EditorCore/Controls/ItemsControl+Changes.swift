// What has changed in the items since editing began.
extension ItemsControl {
  /// The numbers of changed items, such as `1 added, 2 removed`; nil if nothing has changed.
  var changeSummary: String? {
    let added = items.count { $0.change == .added }
    let changed = items.count { $0.change == .changed }
    let removed = (shown?.count ?? 0) - (items.count - added)
    let parts = [(added, "added"), (changed, "changed"), (removed, "removed")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension ItemStructure {
  /// Returns items with their origins among older ones.
  ///
  /// Items with names are matched by name. Items of a list are matched from both ends as long as they are
  /// equal, and between these in pairs if their number is the same.
  func items(_ new: [EditedItem], comparedWith old: [EditedItem]) -> [EditedItem] {
    var new = new
    if hasNames {
      let values = Dictionary(old.map { ($0.name, $0.value) }) { $1 }
      for index in new.indices {
        // A declared member that was unset has been there too.
        let isDeclared = member(new[index].name) != nil
        new[index].origin =
          values[new[index].name].map { .value($0) } ?? (isDeclared ? .value(nil) : .added)
      }
      return new
    }
    let start = zip(old, new).prefix { $0.value == $1.value }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed())
      .prefix { $0.value == $1.value }.count
    let arePairs = old.count == new.count
    for index in new.indices {
      if index < start || arePairs {
        new[index].origin = .value(old[index].value)
      } else if index >= new.count - end {
        new[index].origin = .value(old[index - new.count + old.count].value)
      }
    }
    return new
  }
}
