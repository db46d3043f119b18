import Defaults
import DefaultsSchema
import Testing

@testable import EditorCore

struct ValueTextTests {
  @Test(arguments: [
    (NumberLimits<Double>(minimum: 0, maximum: 10), " 0…10 s"),
    (NumberLimits<Double>(minimum: 0, maximum: 10, excludesMaximum: true), " from 0, below 10 s"),
    (NumberLimits<Double>(minimum: 0, maximum: 10, excludesMinimum: true), " above 0, to 10 s"),
    (
      NumberLimits<Double>(minimum: 0, maximum: 10, excludesMinimum: true, excludesMaximum: true),
      " above 0, below 10 s"
    ),
    (NumberLimits<Double>(minimum: 0, excludesMinimum: true), " above 0 s"),
    (NumberLimits<Double>(maximum: 10, excludesMaximum: true), " below 10 s"),
    (NumberLimits<Double>(excludesMaximum: true), " s"),
  ])
  func `a bound that is excluded is not shown as one that is allowed`(
    limits: NumberLimits<Double>,
    text: String
  ) {
    var entry = Entry(untypedKey: "k", title: "K", kind: .real(limits))
    entry.unit = "s"
    #expect(ValueText.kind(entry) == ValueKind.real(limits).name + text)
  }
}
