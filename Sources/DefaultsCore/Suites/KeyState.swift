extension SuiteCore {
  /// The state of a key at one moment.
  struct KeyState {
    /// The value of the highest layer that has one; nil for none.
    var value: Defaults.StoredValue?
    /// The sequence number of the change that stored the value; 0 when no layer has one.
    var sequence: UInt64
    /// The sequence number of the last change of the suite.
    var suiteSequence: UInt64
    /// The text of the launch argument or environment variable that the value comes from, which may
    /// need conversion; nil for a value from elsewhere.
    var text: String?
  }
}
