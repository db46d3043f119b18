/// A suite whose values are a layer of another one.
struct AddedSuite: Sendable {
  /// The suite.
  var core: SuiteCore
  /// Ends when the suite is no longer a layer.
  var observation: any Defaults.Observation
}
