import DefaultsCore

extension Declaration {
  /// The names of members, which the schema of the format describes.
  package enum Name: String, CaseIterable {
    case schema = "$schema"
    case suites, saved, values, absent, locks, unlocked, includesSecrets, value, reason

    /// The members of a file.
    static let ofFile: [Name] = [.suites, .schema]
    /// The members of a suite.
    static let ofSuite: [Name] = [.values, .absent, .locks, .unlocked]
    /// The members of a lock.
    static let ofLock: [Name] = [.value, .reason]
  }

  /// Adds what a file declares, and adds what is wrong with it to ``problems``.
  ///
  /// The file is JSON or a property list. Its path, `name`, is for messages.
  package mutating func read(_ bytes: [UInt8], from name: String) {
    let file: DeclarationPart
    do throws(DeclarationProblem) {
      file = try DeclarationPart(parsing: DeclarationFile(name: name, bytes: bytes))
    } catch {
      report(error)
      return
    }
    if let suites = file.exportedSuites { return read(suites) }
    guard let members = members(of: file, Name.ofFile, ignoring: .saved) else { return }
    guard let suites = members[.suites] else {
      report(file.place, because: "\"suites\" is missing: {\"suites\": {\"org.example.app\": {…}}}")
      return
    }
    guard let suites = suites.members else {
      report(suites.place, because: "\"suites\" must contain suites by their names")
      return
    }
    for suite in suites {
      guard SuiteName.isValid(suite.name) || SuiteName.isPlace(suite.name) else {
        report(suite.place, suite.name, because: "this cannot be the name of a suite")
        continue
      }
      read(suite.part, ofSuite: suite.name)
    }
  }

  /// Adds the values of an export, in which null stands for an absent key.
  private mutating func read(_ exported: [DeclarationPart.Member]) {
    for suite in exported {
      suites[suite.name, default: Suite()].listsValues = true
      for member in suite.part.members ?? [] {
        let key = Defaults.KeyName(member.name)
        if member.part.isNull {
          let absent = Item<Defaults.StoredValue?>(content: nil, place: member.place)
          add(absent, forKey: key, of: suite.name)
        } else {
          readValue(member.part, key, suite.name)
        }
      }
    }
  }

  private mutating func read(_ part: DeclarationPart, ofSuite name: String) {
    guard let members = members(of: part, Name.ofSuite, ignoring: .includesSecrets, name) else {
      return
    }
    if members[.values] != nil { suites[name, default: Suite()].listsValues = true }
    if members[.locks] != nil { suites[name, default: Suite()].listsLocks = true }
    for (key, part) in keyed(.values, of: members, name) { readValue(part, key, name) }
    for (key, place) in keys(.absent, of: members, name) {
      add(Item<Defaults.StoredValue?>(content: nil, place: place), forKey: key, of: name)
    }
    for (key, part) in keyed(.locks, of: members, name) { readLock(part, key, name) }
    for (key, place) in keys(.unlocked, of: members, name) {
      add(Item<LockPlan.Lock?>(content: nil, place: place), forKey: key, of: name)
    }
  }

  private mutating func readValue(
    _ part: DeclarationPart,
    _ key: Defaults.KeyName,
    _ suite: String
  ) {
    do throws(Defaults.Rejection) {
      let value = try part.value()
      add(Item(content: .some(value), place: part.place), forKey: key, of: suite)
    } catch {
      report(part.place, suite, key, because: "\(error)")
    }
  }

  private mutating func readLock(
    _ part: DeclarationPart,
    _ key: Defaults.KeyName,
    _ suite: String
  ) {
    guard let members = members(of: part, Name.ofLock, suite, key) else { return }
    guard let value = members[.value] else {
      report(part.place, suite, key, because: "the lock has no \"value\"")
      return
    }
    let reason = members[.reason]
    guard reason == nil || reason?.text != nil else {
      report(reason?.place ?? part.place, suite, key, because: "the reason must be text")
      return
    }
    do throws(Defaults.Rejection) {
      let text = reason?.text ?? ""
      let lock = LockPlan.Lock(value: try value.value(), reason: text.isEmpty ? nil : text)
      add(Item(content: .some(lock), place: value.place), forKey: key, of: suite)
    } catch {
      report(value.place, suite, key, because: "\(error)")
    }
  }

  // MARK: - Shapes

  /// Returns the members of a part by name; nil with a problem if it has others or none at all.
  ///
  /// A snapshot has one more, which says nothing of the values.
  private mutating func members(
    of part: DeclarationPart,
    _ allowed: [Name],
    ignoring ignored: Name? = nil,
    _ suite: String? = nil,
    _ key: Defaults.KeyName? = nil
  ) -> [Name: DeclarationPart]? {
    let names = allowed.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
    guard let members = part.members else {
      report(part.place, suite, key, because: "members are expected here: \(verbatim: names)")
      return nil
    }
    var parts: [Name: DeclarationPart] = [:]
    for member in members {
      guard let name = Name(rawValue: member.name), allowed.contains(name) || name == ignored
      else {
        report(
          member.place,
          suite,
          key,
          because: "\"\(member.name)\" is unknown; known are \(verbatim: names)"
        )
        return nil
      }
      parts[name] = member.part
    }
    return parts
  }

  private mutating func keyed(
    _ name: Name,
    of members: [Name: DeclarationPart],
    _ suite: String
  ) -> [(Defaults.KeyName, DeclarationPart)] {
    guard let part = members[name] else { return [] }
    guard let members = part.members else {
      report(
        part.place,
        suite,
        because: "\"\(name.rawValue)\" must be an object with keys as its members"
      )
      return []
    }
    return members.map { (Defaults.KeyName($0.name), $0.part) }
  }

  private mutating func keys(
    _ name: Name,
    of members: [Name: DeclarationPart],
    _ suite: String
  ) -> [(Defaults.KeyName, DeclarationPlace)] {
    guard let part = members[name] else { return [] }
    guard let elements = part.elements, elements.allSatisfy({ $0.text != nil }) else {
      report(part.place, suite, because: "\"\(name.rawValue)\" must be an array of keys")
      return []
    }
    return elements.compactMap { element in
      element.text.map { (Defaults.KeyName($0), element.place) }
    }
  }
}
