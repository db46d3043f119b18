extension [UInt8] {
  /// The place of the first byte that is no UTF-8 text together with those around it; nil if all are.
  package var firstInvalidUTF8: Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: span)
      return nil
    } catch {
      return error.byteOffsets.lowerBound
    }
  }
}
