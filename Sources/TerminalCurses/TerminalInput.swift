import Glibc
import Terminal

/// A reader of the keyboard and the mouse.
///
/// Outside a paste, bytes go to the ``KeyDecoder``, and inside a paste to a ``PasteCollector``, because
/// the text of a paste must not be searched for keys.
///
/// Most keys that type no text are sent as Escape and more bytes, and only time distinguishes the key
/// Escape from the beginning of such a sequence. While the decoder is inside a sequence, the reader
/// therefore waits for more bytes, at most for the escape delay after each one. A slow line may deliver
/// a sequence in parts; without the wait, its rest would be typed as text. A rest that comes later, soon
/// after Escape and in one piece, is the end of its sequence too: nobody types `[A` at once.
struct TerminalInput {
  private let descriptor: Int32
  private let escapeDelay: Int32 = Environment.escapeDelay
  private var decoder: KeyDecoder
  private var clicks = ClickCounter()
  private var paste: PasteCollector?
  /// When Escape alone was read; nil if something else came last.
  private var escapeTime: ContinuousClock.Instant?

  /// Whether the terminal encloses pasted text, so that all other characters were typed.
  private let marksPastes: Bool

  /// Creates a reader of a terminal.
  init(descriptor: Int32, sequences: KeySequences, marksPastes: Bool = true) {
    self.descriptor = descriptor
    self.marksPastes = marksPastes
    decoder = KeyDecoder(sequences)
  }

  /// Whether a paste has begun and not ended.
  var isPasting: Bool { paste != nil }

  /// Ends a paste whose end sequence is missing, and returns its event; nil if there is none.
  mutating func endPaste() -> Event? {
    defer { paste = nil }
    return paste.map { .paste($0.text) }
  }

  /// Reads the input that has arrived; called when `poll` reports some.
  ///
  /// Returns false if the terminal is gone.
  mutating func read(into events: inout ArraySlice<Event>) -> Bool {
    var arrived: [Event] = []
    let isAfterEscape = escapeTime.map { ContinuousClock.now - $0 < .milliseconds(500) } ?? false
    var isThere = readBytes(into: &arrived, isAfterEscape: isAfterEscape)
    while isThere, let delay = delay(after: arrived), isReadable(within: delay) {
      isThere = readBytes(into: &arrived)
    }
    if !isPasting { decoder.finish() }
    flush(into: &arrived)
    escapeTime = arrived.last == .key(KeyPress(.escape)) ? .now : nil
    events += marksPastes ? arrived : UnmarkedPaste.collected(arrived)
    return isThere
  }

  /// Returns how long to wait for more input, in milliseconds; nil if what has arrived is complete.
  private func delay(after arrived: [Event]) -> Int32? {
    if isPasting { return nil }
    if decoder.isInsideSequence { return escapeDelay }
    return !marksPastes && UnmarkedPaste.mayContinue(arrived) ? UnmarkedPaste.silence : nil
  }

  /// Reads once, and decodes what was read; returns false if the terminal is gone.
  ///
  /// The events get those of pastes and earlier ones. `isAfterEscape` says whether Escape came
  /// shortly before, which may have begun a sequence.
  private mutating func readBytes(into events: inout [Event], isAfterEscape: Bool = false) -> Bool {
    // A terminal returns less than this at once.
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    var bytes = buffer[..<count]
    if isAfterEscape, !isPasting, KeyDecoder.isRestOfSequence(bytes) { decoder.decode(0x1B) }
    while !bytes.isEmpty {
      if isPasting {
        guard let (text, rest) = paste?.append(bytes) else { break }
        paste = nil
        events.append(.paste(text))
        bytes = rest[...]
      } else {
        decoder.decode(bytes.removeFirst())
        if decoder.hasPasteStart { flush(into: &events) }
      }
    }
    if !isPasting { flush(into: &events) }
    return true
  }

  private mutating func flush(into events: inout [Event]) {
    for token in decoder.takeTokens() {
      switch token {
      case .key(let press): events.append(.key(press))
      case .mouse(let event): events.append(.mouse(clicks.counted(event)))
      case .rightClick(let event): events.append(.rightClick(event))
      case .release(let row, let column):
        if clicks.isDrag(toRow: row, column: column) { events.append(.drag) }
      case .background(let background): events.append(.background(background))
      case .pasteStart: paste = PasteCollector()
      }
    }
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, milliseconds) > 0
  }
}
