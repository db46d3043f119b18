import Defaults
import Foundation
import TestSupport
import Testing

// A mail client: streams in tasks, conditions over several keys, and enumerations in three forms.

private enum Layout: Int, Codable, Defaults.Serializable, Defaults.PreferRawRepresentable {
  case list = 1, columns
}

private enum Signature: Codable, Hashable, Defaults.Serializable {
  case none
  case text(String)
}

private let mail = UserDefaults(inMemory: "org.example.Mail")

extension Defaults.Keys {
  fileprivate static let layout = Key<Layout>("layout", default: .list, suite: mail)
  fileprivate static let signature = Key<Signature>("signature", default: .none, suite: mail)
  fileprivate static let quiet = Key<ClosedRange<Int>>("quiet", default: 22...23, suite: mail)
  fileprivate static let account = Key<String?>("account", suite: mail)
}

@Suite(.serialized)
struct MailApp {
  init() { mail.removeAll() }

  @Test func `a stream begins with the present values`() async {
    var layouts: [Layout] = []
    for await (layout, account) in Defaults.updates(.layout, .account) {
      layouts.append(layout)
      if account != nil { break }
      Defaults[.layout] = .columns
      Defaults[.account] = "ada"
    }
    #expect(layouts.first == .list)
    #expect(layouts.last == .columns)
  }

  @Test func `enumerations are stored in the forms that they choose`() {
    Defaults[.layout] = .columns
    Defaults[.signature] = .text("Ada")
    Defaults[.quiet] = 1...6
    #expect(mail.integer(forKey: "layout") == 2)
    #expect(mail.string(forKey: "signature") == #"{"text":{"_0":"Ada"}}"#)
    #expect(mail.array(forKey: "quiet") as? [Int] == [1, 6])
    #expect(Defaults[.signature] == .text("Ada"))
    #expect(!Defaults.Keys.quiet.isDefaultValue)
  }

  @Test func `a change by an untyped writer ends a stream's wait`() async {
    let task = Task {
      for await account in Defaults.updates(.account, initial: false) where account != nil {
        return account
      }
      return nil
    }
    // The stream may not be observed yet, so the value is written until the task has it.
    let writer = Task {
      var number = 0
      while !Task.isCancelled {
        number += 1
        mail.set("ada \(number)", forKey: "account")
        await Task.yield()
      }
    }
    #expect(await task.value?.hasPrefix("ada") == true)
    writer.cancel()
  }
}
