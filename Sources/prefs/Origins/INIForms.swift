import DefaultsCore
import DefaultsINI
import DefaultsSchema

extension Schema {
  /// What the texts of the keys mean in a file that has text only.
  var iniForms: [Defaults.KeyName: INIForm] {
    var forms: [Defaults.KeyName: INIForm] = [:]
    for entry in entries {
      let form = INIForm(entry.kind)
      if form != .text { forms[entry.key] = form }
    }
    return forms
  }
}

extension Defaults.Suite {
  /// Tells a store that has text only what the texts meant when they were changed.
  ///
  /// The schema may have been named then, and not now.
  func declareRecordedForms() throws(Defaults.StoreError) {
    guard let store = store as? any INIDeclaring else { return }
    var forms: [Defaults.KeyName: INIForm] = [:]
    var texts: Set<Defaults.KeyName> = []
    for change in try history().flatMap(\.changes) {
      for value in [change.old, change.new].compactMap(\.self) {
        if let form = INIForm(value) { forms[change.key] = form }
        if case .string = value { texts.insert(change.key) }
      }
    }
    // Of git and systemd, a key that is assigned once is text, and a list if it is assigned twice.
    for key in texts { if case .list = forms[key] { forms[key] = nil } }
    if store.declare(forms) { reloadIfLoaded() }
  }
}

extension INIForm {
  /// Creates the meaning of a text that stands for a value; nil if it is no more than text.
  fileprivate init?(_ value: Defaults.StoredValue) {
    switch value {
    case .bool: self = .bool
    case .integer: self = .integer
    case .real: self = .real
    case .array(let elements): self = .list(elements.first.flatMap { INIForm($0) } ?? .text)
    case .string, .date, .data, .dictionary, .uid, .null, .opaque: return nil
    }
  }

  fileprivate init(_ kind: ValueKind) {
    switch kind {
    case .bool: self = .bool
    case .integer: self = .integer
    case .real: self = .real
    case .list(let element, _): self = .list(INIForm(element))
    case .choices: self = .list(.text)
    case .choice(let choices, _):
      let values = choices.map(\.value)
      let areWhole = values.allSatisfy { if case .integer = $0 { true } else { false } }
      self = areWhole ? .integer : .text
    case .string, .date, .data, .url, .path, .color, .dictionary, .table, .alternatives, .json,
      .any:
      self = .text
    }
  }
}
