import Foundation
@testable import TerminalCurses
import Testing

struct Base64TextTests {
  @Test(arguments: 0...100)
  func `bytes become the text that Foundation makes of them`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 151 &+ count) }
    #expect(Base64Text.encode(bytes) == Data(bytes).base64EncodedString())
  }
}
