import Defaults
import DefaultsSchema
import Foundation
import Terminal
import Testing

@testable import EditorCore

/// A date is edited in UTC, in the time zone of a pasted text, or in local time.
@Suite struct DateZoneTests {
  /// One hour ahead of UTC, and two from 29 March 2026, 1:00 UTC, to 25 October 2026, 1:00 UTC.
  private static let clock = LocalClock { date in
    let summer = "2026-03-29 01:00"..<"2026-10-25 01:00"
    return summer.contains(DateText.display(date)) ? 7200 : 3600
  }

  private func control(_ text: String?, clock: LocalClock = clock) -> any Control {
    let value = text.flatMap(DateText.parse).map { Defaults.StoredValue.date($0) }
    let edited = EditedValue(
      kind: .date,
      stored: value,
      original: value,
      shown: value,
      clock: clock
    )
    return ControlCatalog.control(for: edited)
  }

  private func text(_ control: any Control) throws -> String {
    guard case .date(let date) = try control.value() else { return "no date" }
    return DateText.display(date)
  }

  private func lines(_ control: any Control) -> [String] {
    control.picture(columns: 66, rows: 2).lines.map(\.text.string)
  }

  @Test func `local time is shown below the parts, and z changes the places`() throws {
    var control = control("2026-03-14 09:26:53")
    let utc = ["[2026]-[03]-[14]  [09]:[26]:[53]  UTC", "= 2026-03-14 10:26:53 +01:00 local"]
    let local = [
      "[2026]-[03]-[14]  [10]:[26]:[53]  +01:00 local", "= 2026-03-14 09:26:53 UTC",
    ]
    #expect(lines(control) == utc)
    _ = control.update(.character("@"))
    #expect(lines(control) == local)
    #expect(!control.isDirty)
    _ = control.update(.character("@"))
    #expect(lines(control) == utc)
  }

  @Test func `@ changes between local time and the time zone of a pasted text`() throws {
    var control = control(nil)
    _ = control.paste("2026-03-14 09:26:53+05:30")
    let value = try control.value()
    _ = control.update(.character("@"))
    #expect(
      lines(control) == [
        "[2026]-[03]-[14]  [04]:[56]:[53]  +01:00 local", "= 2026-03-14 09:26:53 +05:30",
      ]
    )
    _ = control.update(.character("@"))
    #expect(lines(control)[0].hasSuffix("[09]:[26]:[53]  +05:30"))
    #expect(try control.value() == value)
  }

  @Test func `local time that is UTC is named, and not shown twice`() {
    var control = control("2026-03-14 09:26:53", clock: .utc)
    #expect(lines(control).count == 1)
    _ = control.update(.character("@"))
    #expect(lines(control) == ["[2026]-[03]-[14]  [09]:[26]:[53]  UTC local"])
  }

  @Test(arguments: [
    ("@2026-01-15 12:00", "2026-01-15 11:00:00 UTC"),
    ("@2026-07-15 12:00", "2026-07-15 10:00:00 UTC"),
    ("2026-07-15 12:00@", "2026-07-15 12:00:00 UTC"),
  ])
  func `typed parts are in the shown time zone`(keys: String, expected: String) throws {
    var control = control(nil)
    for press in try Step.presses(keys) { _ = control.update(press) }
    #expect(try text(control) == expected)
  }

  @Test(arguments: [
    // The clocks go forward from 2:00 to 3:00, and back from 3:00 to 2:00.
    ("2026-03-29 00:59:59", "<End><Up>", "[03]:[00]:[00]  +02:00 local"),
    ("2026-03-29 00:30:00", "<Left><End><Left><Left><Up>", "[03]:[30]:[00]  +02:00 local"),
    ("2026-10-25 00:30:00", "<End><Left><Left><Up>", "[02]:[30]:[00]  +01:00 local"),
    ("2026-03-28 11:00:00", "<Right><Right><Up>", "[12]:[00]:[00]  +02:00 local"),
    ("2026-01-31 11:00:00", "<PgUp><PgUp><PgUp>", "[12]:[00]:[00]  +02:00 local"),
  ])
  func `steps in local time know when the clocks change`(
    date: String,
    keys: String,
    expected: String
  ) throws {
    var control = control(date)
    for press in try Step.presses("@" + keys) { _ = control.update(press) }
    #expect(lines(control)[0].hasSuffix(expected))
  }

  @Test(arguments: [
    ("", "2026-07-15 12:00", "2026-07-15 12:00:00 UTC", "UTC unless it ends in +01:00"),
    ("@", "2026-07-15 12:00", "2026-07-15 10:00:00 UTC", "local time unless it ends in Z"),
    ("@", "2026-07-15 12:00Z", "2026-07-15 12:00:00 UTC", "local time unless it ends in Z"),
    ("@", "2026-07-15 12:00-03:00", "2026-07-15 15:00:00 UTC", "local time unless it ends in Z"),
  ])
  func `a date that is typed as text is in the shown time zone`(
    keys: String,
    typed: String,
    expected: String,
    note: String
  ) throws {
    var control = control("2020-01-01")
    for press in try Step.presses(keys + "e<C-u>" + typed) { _ = control.update(press) }
    #expect(try text(control) == expected)
    #expect(lines(control)[1].hasSuffix(note))
    // The parts show the same date.
    #expect(control.update(KeyPress(.escape)) == .changed)
    #expect(try text(control) == expected)
  }

  @Test func `text has the time zone of a pasted date unless it names another`() throws {
    var control = control(nil)
    _ = control.paste("2026-03-14 09:26:53+05:30")
    for press in try Step.presses("e<C-u>2026-03-14 12:00") { _ = control.update(press) }
    #expect(lines(control)[1].hasSuffix("+05:30 unless it ends in Z"))
    #expect(try text(control) == "2026-03-14 06:30:00 UTC")
    _ = control.update(.control("u"))
    #expect(control.paste("2026-03-14 13:00") == .inserted(dropped: 0))
    #expect(try text(control) == "2026-03-14 07:30:00 UTC")
  }

  @Test func `looking at a date as text in local time changes nothing`() throws {
    var control = control("2026-03-14 09:26:53.25")
    for press in try Step.presses("@e") { _ = control.update(press) }
    #expect(lines(control)[0].hasPrefix("2026-03-14 10:26:53.25 +01:00"))
    #expect(!control.isDirty)
  }

  @Test(arguments: ["<Up>", "<Down>", "<PgUp>", "<PgDn>", "+", "-", ";"])
  func `the first step of an empty date asks for the present time`(key: String) throws {
    for zone in ["", "@"] {
      var control = control(nil)
      for press in try Step.presses(zone) { _ = control.update(press) }
      let press = try #require(Step.presses(key).first)
      #expect(control.update(press) == .readClock)
      #expect(control.paste("2026-03-14T09:26:53Z") == .inserted(dropped: 0))
      #expect(try text(control) == "2026-03-14 09:26:53 UTC")
      let local = "[2026]-[03]-[14]  [10]:[26]:[53]  +01:00 local"
      #expect(lines(control)[0] == local || zone.isEmpty)
    }
  }

  // MARK: - Text and parts

  @Test func `Esc goes from the text to the parts, and then closes`() throws {
    var control = control("2026-03-14 09:26:53")
    for press in try Step.presses("e<C-u>tomorrow") { _ = control.update(press) }
    #expect(control.update(KeyPress(.escape)) == .changed)
    #expect(control.keyMode == .date)
    #expect(lines(control)[1] == "not a date yet: tomorrow")
    #expect(control.isDirty)
    // The text is still there.
    _ = control.update(.character("e"))
    #expect(lines(control)[0].hasPrefix("tomorrow"))
    _ = control.update(KeyPress(.escape))
    #expect(control.update(KeyPress(.escape)) == .cancel)
    var again = self.control("2026-03-14 09:26:53")
    let isRestored = again.restore(control.input)
    #expect(isRestored)
    #expect(lines(again)[0].hasPrefix("tomorrow"))
  }

  @Test func `changed parts replace a text that is not a date`() throws {
    var control = control("2026-03-14 09:26:53")
    for press in try Step.presses("e<C-u>tomorrow<Esc><Up>") { _ = control.update(press) }
    #expect(try text(control) == "2027-03-14 09:26:53 UTC")
    #expect(lines(control)[1].hasPrefix("= 2027"))
  }

  @Test func `a stored date outside of the calendar has no parts to go back to`() {
    var control = ValueKind.date.control(.date(Date(timeIntervalSinceReferenceDate: 1e18)))
    #expect(control.keyMode == .text)
    #expect(control.update(KeyPress(.escape)) == .cancel)
  }

  @Test func `a part of a date is pasted into its text`() throws {
    var control = control(nil)
    for press in try Step.presses("e2026") { _ = control.update(press) }
    #expect(control.paste("-03-14\n") == .inserted(dropped: 0))
    #expect(try text(control) == "2026-03-14 00:00:00 UTC")
  }

  // MARK: - Days that a month does not have

  @Test(arguments: ["2026-02-31", "e2026-02-31", "@2026-02-31"])
  func `a day that the month does not have is named with the last day`(keys: String) throws {
    var control = control(nil)
    for press in try Step.presses(keys) { _ = control.update(press) }
    let reason = Defaults.Rejection.dayNotInMonth(day: "31", month: "February 2026", last: "28")
    #expect(throws: reason) { try control.value() }
    #expect("\(reason)" == "February 2026 has no day 31: its last day is 28")
  }

  @Test func `an empty date that is saved asks for one`() {
    let control = control(nil)
    #expect(throws: Defaults.Rejection.notADate("")) { try control.value() }
    #expect("\(Defaults.Rejection.notADate(""))".hasPrefix("a date is needed: write"))
  }
}
