import DefaultsSchema
import Testing

@Suite struct SchemaFormatTests {
  @Test func `the message about an unknown format names every format that is read`() {
    let message = "\(SchemaFlaw.unknownFormat)"
    for format in SchemaFormat.allCases where format != .native {
      #expect(message.contains(format.plural))
    }
  }

  @Test func `each format has a name of its own`() {
    let formats = SchemaFormat.allCases
    #expect(formats.first == .native)
    #expect(Set(formats.map(\.plural)).count == formats.count)
  }
}
