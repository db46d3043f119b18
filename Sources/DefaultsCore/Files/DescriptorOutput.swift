import Glibc

/// Output to descriptors that are open already, such as the standard streams.
package enum DescriptorOutput {
  /// Writes all of some bytes, also after interruptions; returns the error number, 0 for none.
  ///
  /// The corresponding C function is `write`.
  package static func write(_ bytes: [UInt8], to descriptor: CInt) -> CInt {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // Without this check, a `write` that returns 0 would make the loop endless.
      guard count > 0 else { return count < 0 ? errno : EIO }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
