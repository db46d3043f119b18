import Defaults
import DefaultsSchema
import Testing

/// Mistakes in declarations stop the program with a message, in release builds too.
struct ProgrammingErrorTests {
  private func message(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @Test func `a key that a schema declares twice is named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Schema(suite: Defaults.Suite(inMemory: "s"), title: "Twice") {
        Section("One") { Entry(untypedKey: "k", title: "K", kind: .bool) }
        Section("Two") { Entry(untypedKey: "k", title: "Again", kind: .date) }
      }
    }
    #expect(message(result).contains("The schema \"Twice\" declares the key \"k\" twice"))
  }

  @Test func `a key of another suite is named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let key = Defaults.Key<Bool>("k", default: false, suite: Defaults.Suite(inMemory: "other"))
      _ = Schema(suite: Defaults.Suite(inMemory: "s"), title: "Foreign") {
        Section("One") { Toggle("K", key: key) }
      }
    }
    #expect(message(result).contains("\"k\" belongs to another suite than the schema \"Foreign\""))
  }

  @Test func `a colour that is none is named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = "#12" as Defaults.Color
    }
    #expect(message(result).contains("\"#12\" is not a colour"))
  }

  @Test func `a pattern that is no regular expression is named`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Defaults.Validation<String>.pattern("[a")
    }
    #expect(message(result).contains("\"[a\" is not a regular expression"))
  }
}
