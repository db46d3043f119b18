import Testing

@testable import Defaults
@testable import DefaultsCore

struct SlotTableTests {
  private func table(_ values: [Defaults.KeyName: Defaults.StoredValue]) -> SlotTable {
    var table = SlotTable()
    table.rebase(onto: PropertyListDocument(values))
    return table
  }

  @Test func `a slot is made of what is stored, with the first sequence number`() {
    var table = table(["a": .integer(1)])
    #expect(table["a"]?.value == .integer(1))
    #expect(table["a"]?.sequence == 1)
    #expect(table["b"] == nil)
  }

  @Test func `what was set or removed stands over what is stored`() {
    var table = table(["a": .integer(1), "b": .integer(2), "c": .integer(3)])
    table["a"] = SuiteCore.Slot(value: .integer(10), sequence: 7)
    table["b"] = nil
    #expect(table["a"]?.sequence == 7)
    #expect(table["b"] == nil)
    #expect(table.values == ["a": .integer(10), "c": .integer(3)])
  }

  @Test func `slots keep their sequence numbers when what is stored is another state`() {
    var table = table(["a": .integer(1), "b": .integer(2)])
    table["a"] = SuiteCore.Slot(value: .integer(10), sequence: 7)
    table["b"] = nil
    #expect(table["c"] == nil)
    table.rebase(onto: PropertyListDocument(["a": .integer(10), "c": .integer(3)]))
    #expect(table["a"]?.sequence == 7)
    #expect(table["b"] == nil)
    #expect(table["c"]?.value == .integer(3))
    #expect(table.values == ["a": .integer(10), "c": .integer(3)])
  }
}
