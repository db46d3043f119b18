import CNcurses
import Glibc
import Terminal

/// A reader of the keyboard and the mouse.
///
/// Bytes go one of two ways. Outside a paste, `wgetch` reads them: it returns key codes for the
/// sequences in the terminal's description, and ``KeyDecoder`` decodes all other bytes. Inside a
/// paste, `read` takes them directly from the descriptor to a ``PasteCollector``, because `wgetch`
/// would look for keys in the text. Changing over loses nothing: `wgetch` reads single bytes, so
/// when it returns the start of a paste, it has read nothing of the text. What `read` got from
/// behind the end of the paste goes to the decoder, since it cannot be given back to curses.
struct CursesInput {
  private let session: TerminalSession
  private var decoder = KeyDecoder()
  private var clicks = ClickCounter()
  private var paste: PasteCollector?

  /// Creates a reader of a session's terminal.
  init(session: TerminalSession) {
    self.session = session
  }

  /// Whether a paste has begun and not ended.
  var isPasting: Bool { paste != nil }

  /// Ends a paste whose end sequence is missing, and returns its event; nil if there is none.
  mutating func endPaste() -> Event? {
    defer { paste = nil }
    return paste.map { .paste($0.text) }
  }

  /// Reads all input that has arrived; called when `poll` reports some.
  ///
  /// - Returns: false if the terminal is gone.
  mutating func read(into events: inout ArraySlice<Event>) -> Bool {
    if isPasting { return readPaste(into: &events) }
    var arrived: ArraySlice<Event> = []
    var isThere = readKeys(into: &arrived)
    while isThere, !isPasting, UnmarkedPaste.mayContinue(arrived),
      isReadable(within: UnmarkedPaste.silence)
    {
      isThere = readKeys(into: &arrived)
    }
    events += UnmarkedPaste.collected(arrived)
    return isThere
  }

  private mutating func readKeys(into events: inout ArraySlice<Event>) -> Bool {
    var hasRead = false
    while !isPasting {
      var code = wgetch(session.keyWindow.pointer)
      if code == ERR, decoder.isInsideSequence, waitForMore() {
        code = wgetch(session.keyWindow.pointer)
      }
      if code == ERR { break }
      hasRead = true
      decode(code, into: &events)
    }
    if !isPasting { decoder.finish() }
    flush(into: &events)
    // A terminal that is gone is reported as readable, but has no bytes to read.
    return hasRead || !isReadable(within: 0) || availableCount > 0
  }

  private mutating func decode(_ code: Int32, into events: inout ArraySlice<Event>) {
    switch code {
    case 0..<256:
      decoder.decode(UInt8(truncatingIfNeeded: code))
    case TerminalSession.pasteStart:
      decoder.finish()
      flush(into: &events)
      paste = PasteCollector()
    default:
      if let press = CursesKeys.keyPress(of: code) { decoder.decode(press) }
    }
  }

  /// Reads a part of the pasted text, and the keys after it if it is the last one.
  private mutating func readPaste(into events: inout ArraySlice<Event>) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Glibc.read(session.input, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) }
    appendPasted(buffer[..<count], into: &events)
    return true
  }

  private mutating func appendPasted(
    _ bytes: ArraySlice<UInt8>,
    into events: inout ArraySlice<Event>
  ) {
    guard let (text, rest) = paste?.append(bytes) else { return }
    paste = nil
    events.append(.paste(text))
    for (index, byte) in rest.enumerated() {
      decoder.decode(byte)
      flush(into: &events)
      if isPasting {
        appendPasted(rest[(index + 1)...], into: &events)
        return
      }
    }
    decoder.finish()
    flush(into: &events)
  }

  private mutating func flush(into events: inout ArraySlice<Event>) {
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

  /// Waits up to the escape delay; returns whether more input has arrived.
  private func waitForMore() -> Bool {
    isReadable(within: session.escapeDelay)
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var source = pollfd(fd: session.input, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, milliseconds) > 0
  }

  /// The number of bytes that can be read without waiting, as `FIONREAD` counts them.
  private var availableCount: Int32 {
    var count: Int32 = 0
    return ioctl(session.input, UInt(FIONREAD), &count) == 0 ? count : 0
  }
}
